//! The shorter HTML is the same document: examples, and a property of generated documents and of this repository's templates.

use std::path::Path;

use proptest::prelude::*;
use scraper::{ElementRef, Html, Node};

use super::compact;
use super::elements::is_block;

#[test]
fn quotes_slashes_and_end_tags_are_left_out() {
    for (source, expected) in [
        (r#"<a class="b" href='/c/'>d</a>"#, "<a class=b href=/c/>d</a>"),
        (
            r#"<a class="b c" title="" hidden>d</a>"#,
            r#"<a class="b c" title hidden>d</a>"#,
        ),
        (r#"<a b="c=d" e='"'>f</a>"#, r#"<a b="c=d" e='"'>f</a>"#),
        ("<br /><input\n  name=\"a\"\t/>", "<br><input name=a>"),
        (
            r#"<use href="/a" /><path d="M0" id=b />"#,
            r#"<use href="/a"/><path d=M0 id=b />"#,
        ),
        ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "<ul><li>a<li>b</ul>"),
        (
            "<dl><div><dt>a</dt> <dd>b</dd></div></dl>",
            "<dl><div><dt>a<dd>b</div></dl>",
        ),
        (
            "<table><thead><tr><th>a</th></tr></thead><tr><td>b</td></tr></table>",
            "<table><thead><tr><th>a</thead><tr><td>b</table>",
        ),
        (
            "<table><thead><tr><th>a</th></tr></thead>\n<tbody class=b></tbody></table>",
            "<table><thead><tr><th>a<tbody class=b></table>",
        ),
        (
            "<div><p>a</p>\n<p>b</p><b>c</b><p>d</p></div>",
            "<div><p>a<p>b</p><b>c</b><p>d</div>",
        ),
        (
            "<a><p>a</p></a><p>b</p>{{ c }}<p>d</p>",
            "<a><p>a</p></a><p>b</p>{{ c }}<p>d</p>",
        ),
        ("<ul><li><p>a</p></li></ul>", "<ul><li><p>a</p></ul>"),
    ] {
        assert_eq!(compact(source), expected);
    }
}

#[test]
fn white_space_that_is_shown_stays() {
    for source in [
        "<p>a <b>b</b> <i>c</i>\nd",
        "<button>a</button> <button>b</button>",
        "<p>a\u{a0}</p>",
        "a <link rel=b> c",
        "<pre>\n a\n</pre>",
    ] {
        assert_eq!(compact(source).replace("</p>", ""), source.replace("</p>", ""));
    }
    assert_eq!(compact("<p> a <b>b</b> </p> <p>c</p>"), "<p>a <b>b</b><p>c</p>");
    assert_eq!(
        compact("<meta a>\n<script>\n</script>\n<link b>"),
        "<meta a><script>\n</script><link b>"
    );
}

#[test]
fn what_is_not_markup_is_copied() {
    for source in [
        r#"<script type=a>"<li a=\"b\"></li>"</script>"#,
        r#"<STYLE>a[b="c"] > d { }</STYLE>"#,
        r#"<textarea> <p a="b"> </p> </textarea>"#,
        r#"<!-- <a b="c"></a> </li> -->"#,
        r#"<!DOCTYPE html SYSTEM "a">"#,
        r#"{% raw %}<a b="c">{% endraw %}"#,
        r#"{% filter escape %}<a b="c"></li>{% endfilter %}"#,
        r#"<a b="c"#,
        r#"<a b="c>"#,
        "a < b, c <",
        r#"<h{{ level }} a="b"></h{{ level }}>"#,
    ] {
        assert_eq!(compact(source), source);
    }
}

#[test]
fn tags_of_templates_are_copied_and_keep_the_quotes_around_and_before_them() {
    for (source, expected) in [
        (
            r#"{{ f({"a": {"b": "}}</li>"}}) }}</li>"#,
            r#"{{ f({"a": {"b": "}}</li>"}}) }}"#,
        ),
        (
            r#"{# <a b="c"> #}{% set a = "<a b='c'>" %}"#,
            r#"{# <a b="c"> #}{% set a = "<a b='c'>" %}"#,
        ),
        (r#"<a b="{{ t("c") }}" d="e">"#, r#"<a b="{{ t("c") }}" d=e>"#),
        (
            r#"<a b="c{% if d %} e{% endif %}">"#,
            r#"<a b="c{% if d %} e{% endif %}">"#,
        ),
        (r#"<a b={{ c ~ " " }} d="e">"#, r#"<a b={{ c ~ " " }} d=e>"#),
        (
            r#"<a b="c" {% if d %}e{% endif %}>"#,
            r#"<a b=c {% if d %}e{% endif %}>"#,
        ),
        (
            r#"<a b="c"{% if d %} e{% endif %}>"#,
            r#"<a b="c"{% if d %} e{% endif %}>"#,
        ),
        (
            r#"<a b="c" {%- if d %} e{% endif %}>"#,
            r#"<a b="c" {%- if d %} e{% endif %}>"#,
        ),
        (r#"<a b="" {{- d }}>"#, r#"<a b="" {{- d }}>"#),
        ("<p>{{ a }} {{ b }} </p>", "<p>{{ a }} {{ b }}</p>"),
    ] {
        assert_eq!(compact(source), expected);
    }
}

/// The text of a document with its tags and attributes. White space that no browser shows is not in it: at the beginning and at
/// the end of a block's lines.
fn tree(html: &str) -> String {
    let document = Html::parse_document(html);
    let mut text = String::new();
    add(document.root_element(), &mut text);
    let words = text.split([' ', '\n', '\t']).filter(|word| !word.is_empty());
    let collapsed = words.collect::<Vec<_>>().join(" ");
    collapsed.replace(" \u{1}", "\u{1}").replace("\u{1} ", "\u{1}")
}

fn add(element: ElementRef, text: &mut String) {
    let name = element.value().name();
    let edge = if is_block(name) { "\u{1}" } else { "" };
    let mut attributes: Vec<_> = element.value().attrs().collect();
    attributes.sort_unstable();
    text.push_str(&format!("{edge}<{name}{attributes:?}>{edge}"));
    for child in element.children() {
        match child.value() {
            Node::Text(words) => text.push_str(words),
            Node::Comment(words) => text.push_str(words),
            _ => ElementRef::wrap(child)
                .into_iter()
                .for_each(|child| add(child, text)),
        }
    }
    text.push_str(&format!("{edge}</{name}>{edge}"));
}

/// HTML of one line of text.
fn inline() -> impl Strategy<Value = String> {
    let words = "[a-z&;=/\"'` \n\u{a0}]{0,8}";
    let attributes = prop::collection::vec(attribute(), 0..3);
    let leaf = prop_oneof![
        words.prop_map(|words| words.to_owned()),
        Just("<br />".to_owned()),
        Just("<svg viewBox=\"0 0 1 1\"><path d=\"M0\" /><use href=\"#a/\"/></svg>".to_owned()),
        Just("<!-- <li> -->".to_owned()),
        Just("<textarea> <b a=\"b\"> </textarea>".to_owned()),
    ];
    let tagged = (
        attributes,
        prop::sample::select(vec!["b", "span", "small", "label"]),
        leaf.clone(),
    );
    let element = tagged
        .prop_map(|(attributes, name, inside)| format!("<{name}{}>{inside}</{name}>", attributes.concat()));
    prop::collection::vec(prop_oneof![leaf, element], 0..4).prop_map(|parts| parts.concat())
}

fn attribute() -> impl Strategy<Value = String> {
    let value = "[a-z0-9/=<>` '\n&;-]{0,6}";
    let name = prop::sample::select(vec!["a", "b", "data-c", "d"]);
    (name, value, "[ \n]{1,2}").prop_map(|(name, value, space)| format!("{space}{name}=\"{value}\""))
}

/// HTML of blocks, lists and tables.
fn block() -> impl Strategy<Value = String> {
    let leaf = (inline(), attribute()).prop_map(|(inside, attribute)| format!("<p{attribute}>{inside}</p>"));
    leaf.prop_recursive(3, 24, 4, |inner| {
        let content = prop_oneof![inline().boxed(), inner.boxed()];
        let items = (prop::collection::vec(content, 1..4), "[ \n]{0,2}");
        (items, 0..5_usize).prop_map(|((items, gap), kind)| {
            let each = |before: &str, behind: &str| {
                let items = items.iter().map(|item| format!("{before}{item}{behind}{gap}"));
                items.collect::<String>()
            };
            match kind {
                0 => format!("<ul>{gap}{}</ul>", each("<li>", "</li>")),
                1 => format!("<dl>{}</dl>", each("<div><dt>a</dt> <dd>", "</dd></div>")),
                2 => format!("<dl>{}</dl>", each("<dt>a</dt> <dd>", "</dd>")),
                3 => format!(
                    "<table><thead><tr><th>a</th></tr></thead><tbody>{}</tbody></table>",
                    each("<tr><th>a</th>\n<td>", "</td></tr>")
                ),
                _ => format!("<div>{}</div>", each("", "")),
            }
        })
    })
}

proptest! {
    #[test]
    fn the_tree_is_the_same(html in block()) {
        let shorter = compact(&html);
        prop_assert!(shorter.len() <= html.len());
        prop_assert_eq!(tree(&shorter), tree(&html), "{}", shorter);
        prop_assert_eq!(compact(&shorter), shorter);
    }

    #[test]
    fn no_text_panics(source in "(<[a-z/!]?|>|\\{[{%#]|[}%#]\\}|[\"'=/ -]|li|pre|\\PC){0,30}") {
        compact(&source);
    }
}

/// Templates are not HTML, but their tags are attributes or text for a parser of HTML: what is between them is unchanged.
#[test]
fn the_templates_of_this_repository_keep_their_tags() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    let mut found = 0;
    for part in ["layouts", "pages", "parts"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let tags = |source: &str| {
                let tags = source
                    .split("{%")
                    .skip(1)
                    .filter_map(|tag| tag.split("%}").next());
                tags.map(str::to_owned).collect::<Vec<_>>()
            };
            let shorter = compact(&source);
            assert_eq!(tags(&shorter), tags(&source));
            assert_eq!(compact(&shorter), shorter);
            found += 1;
        }
    }
    assert!(found > 20);
}
