//! Each check on the smallest page that fails it.

use super::page::CheckedPage;
use super::*;
use model::lang::Lang;
use model::lang::sample::{BOTH, EN, ES};
use model::site::{Page, PageKind};
use model::source::{Robots, ScheduleState};

fn page(lang: Lang, neutral: &str) -> Page {
    Page {
        lang,
        neutral: neutral.to_owned(),
        url: lang.path(neutral),
        file: lang.file(neutral),
        template: "pages/unit.html".into(),
        robots: Robots::Noindex,
        no_store: false,
        state: ScheduleState::Published,
        refused: None,
        kind: PageKind::Unit(0),
    }
}

fn output(page: &Page, html: &str) -> OutputFile {
    OutputFile { url: page.url.clone(), ..OutputFile::new(&page.file, html.to_owned(), "") }
}

/// The problems of one Spanish page with this body.
fn problems_of(body: &str) -> Vec<String> {
    let page = page(ES, "/x");
    let html =
        format!("<html lang=es-MX><title>T</title><meta name=description content=D><h1 id=top>T</h1>{body}");
    let outputs = [output(&page, &html)];
    let files = SiteFiles::from_outputs(&outputs);
    let pages = [CheckedPage::read(&page, &outputs[0])];
    let mut problems = pages::check_markup(&pages[0], BOTH);
    problems.extend(links::check_finished_pages(&pages, &files));
    problems.extend(pages::check_texts(&pages));
    sorted(problems).into_iter().map(|problem| problem.message.replace(" (page /x)", "")).collect()
}

#[test]
fn a_correct_page_has_no_problem() {
    let body = "<a href='#top'>a</a> <a href='/x#top'>b</a> <a href='https://a.example' target=_blank rel=noopener>c</a> \
        <a href='mailto:a@b.example'>d</a> <img src='data:,' alt='' width=1 height=1><form action='/api/leads'></form> \
        <script type='application/json'>{\"a\": \"{{unit}}\"}</script>";
    assert_eq!(problems_of(body), Vec::<String>::new());
}

#[test]
fn each_fault_is_reported() {
    for (body, problem) in [
        ("<a href='/y'>", "the link `/y` has no target"),
        ("<a href='#nada'>", "the link `#nada` has no target: /x has no id `nada`"),
        ("<script src='/a.js'></script>", "the page loads `/a.js`, which does not exist"),
        (
            "<img src='https://b.example/a.png' alt='' width=1 height=1>",
            "the page loads `https://b.example/a.png` from another origin",
        ),
        ("<label for=nada>", "a label or description refers to the id `nada`, which is not on the page"),
        ("<p style='color:red'>", "the Content-Security-Policy blocks `<p style=\"color:red\">`"),
        ("<p onclick='x()'>", "the Content-Security-Policy blocks `<p onclick=\"x()\">`"),
        ("<script>x()</script>", "the Content-Security-Policy blocks `<script> without src`"),
        ("<style>p{}</style>", "the Content-Security-Policy blocks `<style>`"),
        ("<h1>again</h1>", "the page has 2 first-level headings: it needs exactly one"),
        ("<h3>too deep</h3>", "a heading of level 3 follows a heading of level 1"),
        ("<img src='data:,' width=1 height=1>", "the picture `data:,` has no `alt`"),
        (
            "<img src='data:,' alt=''>",
            "the picture `data:,` has no `width` and `height`: the layout shifts when it loads",
        ),
        ("<p id=top>", "the id `top` is used more than once"),
        ("<p>Unidad {{unit}}</p>", "a placeholder is not filled: `Unidad {{unit}}`"),
    ] {
        assert_eq!(problems_of(body), [problem]);
    }
}

#[test]
fn languages_are_compared() {
    let (es, en) = (page(ES, "/x"), page(EN, "/x"));
    let outputs = [output(&es, "<h1>a</h1><h2>b</h2>"), output(&en, "<h1>a</h1>")];
    let pages = [CheckedPage::read(&es, &outputs[0]), CheckedPage::read(&en, &outputs[1])];
    let [problem] = &pages::check_parity(&pages)[..] else { panic!("one problem") };
    let expected =
        "templates/pages/unit.html: the page differs from /x: headings [1] and [1, 2] (page /en/x)";
    assert_eq!(problem.to_string(), expected);
}
