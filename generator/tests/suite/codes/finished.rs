//! Findings of finished pages: a page of a lawful site, and the change that breaks it.

use formats::problem::Code;

use crate::finished_pages::legal::COMMERCIAL;
use crate::support::rendered::found_after;

/// Mark-up at the start of the home page's footer, what is reported of it, and the code.
const ADDED: &str = "
<h1>a</h1> => the page has 2 first-level headings: it needs exactly one [heading-structure]
<h4>a</h4> => a heading of level 4 follows a heading of level 2 [heading-structure]
<img src='data:,' width=1 height=1> => the picture `data:,` has no `alt` [missing-alt]
<img src='data:,' alt=''> => the picture `data:,` has no `width` and `height`: the layout shifts when it loads [picture-without-size]
<p id=a><p id=a> => the id `a` is used more than once [duplicate-id]
<label for=a> => a label or description refers to the id `a`, which is not on the page [missing-reference]
<a href='https://a.example' target=_blank> => the link `https://a.example` has `target=_blank` without `rel=noopener` [missing-noopener]
<script src='/a.js'></script> => the page loads `/a.js`, which does not exist [missing-asset]
<script src='https://a.example/a.js'></script> => the page loads `https://a.example/a.js` from another origin [external-asset]
<a href='/nada'> => the link `/nada` has no target [broken-link]
<a href='#nada'> => the link `#nada` has no target: / has no id `nada` [broken-anchor]
<p>{{unit}}</p> => a placeholder is not filled: `{{unit}}` [unfilled-placeholder]
<h2>a</h2> => the page differs from /: headings [1, 2] and [1, 2, 2] (page /en) [unequal-pages]
<p style='color:red'> => the Content-Security-Policy blocks `<p style=\"color:red\">` [blocked-by-policy]
<p onclick='x()'> => the Content-Security-Policy blocks `<p onclick=\"x()\">` [blocked-by-policy]
<script>x()</script> => the Content-Security-Policy blocks `<script> without src` [blocked-by-policy]
<style>p{}</style> => the Content-Security-Policy blocks `<style>` [blocked-by-policy]
";

/// What `ADDED` has with mistakes.
const CORRECT: &str = "<a href='#top'>a</a> <a href='/#top'>b</a> <a href='https://a.example' target=_blank rel=noopener>c</a> \
    <a href='mailto:a@b.example'>d</a> <img src='data:,' alt='' width=1 height=1> \
    <script type='application/json'>{\"a\": \"{{unit}}\"}</script>";

/// A change of the home page that triggers a code: a text in it, and the text instead.
const CHANGED: [(Code, &str, &str); 5] = [
    (
        Code::WrongLanguage,
        "<html lang=\"es-MX\">",
        "<html lang=\"en\">",
    ),
    (
        Code::MissingAlternate,
        "<link rel=\"canonical\"",
        "<link rel=\"old\"",
    ),
    (
        Code::DuplicateText,
        "<title>",
        "<title>Inventario | Muestra</title><title>",
    ),
    (
        Code::StructuredData,
        "<title>",
        "<script type=\"application/ld+json\">{</script><title>",
    ),
    (
        Code::SharePicture,
        "<title>",
        "<meta property=\"og:image\" content=\"/a.png\"><title>",
    ),
];

/// The codes of both.
pub(super) fn codes() -> impl Iterator<Item = &'static str> {
    let added = ADDED
        .lines()
        .filter_map(|line| line.rsplit_once(" [")?.1.strip_suffix(']'));
    added.chain(CHANGED.map(|case| case.0.as_str()))
}

#[test]
fn each_change_of_a_page_triggers_its_code() {
    let found = |from: &str, to: &str| -> Vec<String> {
        let found = found_after(&COMMERCIAL, "index.html", from, to)
            .into_iter()
            .map(|problem| format!("{} [{}]", problem.message, problem.code));
        found.map(|line| line.replace(" (page /)", "")).collect()
    };
    let cases = ADDED.lines().filter_map(|line| line.split_once(" => "));
    for (markup, expected) in cases.chain([(CORRECT, "")]) {
        let mut found = found("<footer>", &format!("<footer>{markup}"));
        // Of both languages' pages only one has the mark-up.
        found.retain(|line| line == expected || !line.ends_with(" [unequal-pages]"));
        assert_eq!(found.join("\n"), expected, "{markup}");
    }
    for (code, from, to) in CHANGED {
        assert!(
            found(from, to)
                .iter()
                .any(|line| line.ends_with(&format!(" [{code}]"))),
            "{code}"
        );
    }
}
