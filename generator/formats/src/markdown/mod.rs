//! Markdown to HTML. Raw HTML is escaped, not passed through; [`scan`] reports it.

mod addresses;
mod anchors;
pub mod blocks;
mod pictures;
mod scan;

use std::collections::HashSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::escape::escape_html;

pub use addresses::{PictureLink, with_addresses};
pub use anchors::fold;
use anchors::unused_anchor;
use pictures::{PictureParagraphs, alternative_text};
pub use scan::{FindingKind, LESS_DEEP, MAX_DEPTH, TOO_DEEP, scan, too_deep};

/// A heading, for a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The element's `id`.
    pub id: String,
    /// Its level, 2 to 6.
    pub level: u8,
    /// Its text without markup.
    pub text: String,
}

/// A rendered text with its headings.
#[derive(Clone, Debug, Default)]
pub struct MarkdownDocument {
    /// HTML without elements written by the author.
    pub html: String,
    /// The headings, in order.
    pub headings: Vec<Heading>,
}

/// The options for parsing all Markdown of a site.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_SMART_PUNCTUATION
}

/// The HTML of a picture, from its name as written and its alternative text.
pub type PictureHtml<'a> = &'a dyn Fn(&str, &str) -> String;

/// The alternative text, where a text can have no pictures.
pub fn without_picture(_: &str, alt: &str) -> String {
    escape_html(alt)
}

/// Renders a text of blocks. `address` maps the destination of a link as written to the one in the page. A paragraph of pictures
/// becomes what `picture` makes of each.
pub fn render(
    text: &str,
    address: &dyn Fn(&str) -> String,
    picture: PictureHtml<'_>,
) -> MarkdownDocument {
    let of_pictures = PictureParagraphs::find(text);
    let (mut anchors, mut notes, mut headings) = (HashSet::new(), Vec::new(), Vec::new());
    let mut out: Vec<Event> = Vec::new();
    // Index in `out` of the open heading's start: its anchor is made from the text that follows.
    let mut heading_start = 0;
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    while let Some((event, range)) = events.next() {
        match &event {
            Event::Start(Tag::Heading { .. }) => heading_start = out.len(),
            Event::End(TagEnd::Heading(level)) => {
                headings.push(close_heading(
                    &mut out[heading_start..],
                    *level,
                    &mut anchors,
                ));
            }
            _ => {}
        }
        out.push(match event {
            Event::Start(Tag::Link {
                dest_url, title, ..
            }) => open_link(&address(&dest_url), &title),
            Event::End(TagEnd::Link) => Event::InlineHtml("</a>".into()),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alt = alternative_text(&mut events);
                Event::InlineHtml(picture(&dest_url, &alt).into())
            }
            Event::Start(Tag::Paragraph) | Event::SoftBreak | Event::HardBreak
                if of_pictures.contains(&range) =>
            {
                continue;
            }
            Event::End(TagEnd::Paragraph) if of_pictures.contains(&range) => {
                Event::Html("\n".into())
            }
            Event::Html(raw) | Event::InlineHtml(raw) if scan::is_comment(&raw) => continue,
            Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
            Event::FootnoteReference(name) => {
                let (number, id) = note(&mut notes, &name);
                let link = format!("<a href=\"#note-{id}\">{number}</a>");
                Event::InlineHtml(format!("<sup class=\"footnote-reference\">{link}</sup>").into())
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let (number, id) = note(&mut notes, &name);
                Event::Html(
                    format!("<div class=\"footnote\" id=\"note-{id}\"><sup>{number}</sup>\n")
                        .into(),
                )
            }
            Event::End(TagEnd::FootnoteDefinition) => Event::Html("</div>\n".into()),
            other => other,
        });
    }
    let mut html = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut html, out.into_iter());
    if html.contains("<table>") {
        html = TABLE
            .iter()
            .fold(html, |html, (library, own)| html.replace(library, own));
    }
    MarkdownDocument { html, headings }
}

/// Renders a text for the inside of an element such as a heading or a table cell: a single paragraph has no `<p>`.
pub fn render_inline(
    text: &str,
    address: &dyn Fn(&str) -> String,
    picture: PictureHtml<'_>,
) -> String {
    let rendered = render(text, address, picture).html;
    let html = rendered.trim();
    let paragraph = html
        .strip_prefix("<p>")
        .and_then(|rest| rest.strip_suffix("</p>"));
    paragraph
        .filter(|inner| !inner.contains("<p>"))
        .unwrap_or(html)
        .to_owned()
}

/// The start tag of a link. Links to other sites have `rel=noopener`.
fn open_link<'a>(address: &str, title: &str) -> Event<'a> {
    let title = match title {
        "" => String::new(),
        _ => format!(" title=\"{}\"", escape_html(title)),
    };
    let is_external = address.starts_with("https://") || address.starts_with("http://");
    let rel = if is_external { " rel=\"noopener\"" } else { "" };
    Event::InlineHtml(format!("<a href=\"{}\"{title}{rel}>", escape_html(address)).into())
}

/// Sets the `id` of a heading, the author's own or one made from its text, and removes other attributes: [`scan`] reports them.
fn close_heading(
    events: &mut [Event],
    level: HeadingLevel,
    anchors: &mut HashSet<String>,
) -> Heading {
    let visible = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    });
    let text: String = visible.collect();
    let folded = fold(&text);
    let made = if folded.is_empty() {
        "section"
    } else {
        &folded
    };
    let mut id = String::new();
    if let Some(Event::Start(Tag::Heading { id: own, attrs, .. })) = events.first_mut() {
        attrs.clear();
        id = unused_anchor(anchors, own.as_deref().unwrap_or(made));
        *own = Some(CowStr::from(id.clone()));
    }
    Heading {
        id,
        level: level as u8,
        text,
    }
}

/// The number of a footnote, in the order of their first references, and what its `id` ends with.
fn note(names: &mut Vec<String>, name: &str) -> (usize, String) {
    let index = names
        .iter()
        .position(|other| other == name)
        .unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
    (index + 1, fold(name))
}

/// What a table has instead of the library's HTML: with `tabindex`, a wide one scrolls with the keyboard. No text has a bracket.
const TABLE: [(&str, &str); 8] = [
    (
        "<table><thead>",
        "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead>",
    ),
    ("</thead><tbody>", "</thead>\n<tbody>"),
    ("</tbody></table>", "</tbody></table></div>"),
    ("<th>", "<th scope=\"col\">"),
    ("<th style", "<th scope=\"col\" style"),
    (" style=\"text-align: left\"", ""),
    (" style=\"text-align: center\"", " class=\"is-center\""),
    (" style=\"text-align: right\"", " class=\"is-right\""),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_paragraph_of_pictures_is_figures_and_has_no_tag() {
        let figure = |name: &str, alt: &str| format!("<figure>{name}: {alt}</figure>");
        for (text, html) in [
            (
                "Antes\n\n![La *sala* \"A\"](sala)\n![El patio](patio)\n\nDespués",
                "<p>Antes</p>\n<figure>sala: La sala “A”</figure><figure>patio: El patio</figure>\n<p>Después</p>\n",
            ),
            (
                "- uno\n\n  ![Sala][s]\n\n[s]: sala",
                "<ul>\n<li>\n<p>uno</p>\n<figure>sala: Sala</figure>\n</li>\n</ul>\n",
            ),
        ] {
            assert_eq!(render(text, &str::to_owned, &figure).html, html);
        }
    }

    #[test]
    fn headings_have_folded_anchors() {
        let text = "## ¿Cómo se compra?\n\n## Cómo se compra\n\n### Otra {#mia}\n";
        let MarkdownDocument { html, headings } = render(text, &str::to_owned, &without_picture);
        let ids: Vec<&str> = headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["como-se-compra", "como-se-compra-2", "mia"]);
        assert_eq!(headings[0].text, "¿Cómo se compra?");
        assert!(
            html.starts_with("<h2 id=\"como-se-compra\">¿Cómo se compra?</h2>"),
            "{html}"
        );
    }

    #[test]
    fn raw_html_and_attributes_of_authors_are_not_those_of_the_page() {
        let heading = "## A {#b onclick=\"alert(1)\" c=d}\n";
        assert_eq!(
            scan(heading)[0].1,
            FindingKind::RawHtml("onclick".to_owned())
        );
        for (text, html) in [
            (heading, "<h2 id=\"b\">A</h2>\n"),
            (
                "a <b>x</b> <!-- note -->",
                "<p>a &lt;b&gt;x&lt;/b&gt; </p>\n",
            ),
        ] {
            assert_eq!(render(text, &str::to_owned, &without_picture).html, html);
        }
        assert!(
            !render(
                "<script>alert(1)</script>",
                &str::to_owned,
                &without_picture
            )
            .html
            .contains("<script")
        );
    }

    #[test]
    fn links_are_mapped_and_escaped() {
        let address = |written: &str| written.replace("/x", "/en/x?a=1&b=\"2\"");
        let html = render(
            "[a](/x \"T\") [b](https://b.example)",
            &address,
            &without_picture,
        )
        .html;
        insta::assert_snapshot!(html, @r#"<p><a href="/en/x?a=1&amp;b=&quot;2&quot;" title="T">a</a> <a href="https://b.example" rel="noopener">b</a></p>"#);
    }

    #[test]
    fn inline_text_has_no_paragraph_and_typographic_quotation_marks() {
        for (text, html) in [
            ("**a** b", "<strong>a</strong> b"),
            ("a\n\nb", "<p>a</p>\n<p>b</p>"),
            (
                "Dijo \"el 'gran' día\"... y O'Farrill",
                "Dijo “el ‘gran’ día”… y O’Farrill",
            ),
        ] {
            assert_eq!(render_inline(text, &str::to_owned, &without_picture), html);
        }
    }

    fn anchor(taken: &mut HashSet<String>, text: &str) -> String {
        let (level, classes, attrs) = (HeadingLevel::H2, Vec::new(), Vec::new());
        let start = Event::Start(Tag::Heading {
            level,
            id: None,
            classes,
            attrs,
        });
        close_heading(&mut [start, Event::Text(text.into())], level, taken).id
    }

    proptest! {
        #[test]
        fn anchors_have_only_letters_digits_and_hyphens(text in "\\PC*") {
            let id = anchor(&mut HashSet::new(), &text);
            prop_assert!(!id.is_empty());
            prop_assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
            prop_assert!(!id.starts_with('-') && !id.ends_with('-') && !id.contains("--"));
            prop_assert_eq!(fold(&id), id);
        }

        #[test]
        fn anchors_of_a_document_differ(texts in proptest::collection::vec("[ab ]{0,3}(-2)?", 0..12)) {
            let mut anchors = HashSet::new();
            let made: Vec<String> = texts.iter().map(|text| anchor(&mut anchors, text)).collect();
            let different: HashSet<&String> = made.iter().collect();
            prop_assert_eq!(different.len(), made.len());
        }
    }
}
