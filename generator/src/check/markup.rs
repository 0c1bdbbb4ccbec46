//! The mark-up of one page: one first-level heading, no inline styles or scripts, pictures with size and alternative text,
//! unique ids, the right language.

use super::page::CheckedPage;
use model::lang::Lang;
use model::problem::Problem;

pub(super) fn check(page: &CheckedPage) -> Vec<Problem> {
    let facts = &page.facts;
    let mut problems = Vec::new();
    let firsts = facts.headings.iter().filter(|level| **level == 1).count();
    if firsts != 1 {
        problems.push(page.problem(format!(
            "the page has {firsts} first-level headings: it needs exactly one"
        )));
    }
    if let Some(pair) = facts.headings.windows(2).find(|pair| pair[1] > pair[0] + 1) {
        problems.push(page.problem(format!(
            "a heading of level {} follows a heading of level {}",
            pair[1], pair[0]
        )));
    }
    problems.extend(facts.inline.iter().map(|what| {
        page.problem(format!("the Content-Security-Policy blocks `{what}`"))
            .hint("put styles into templates/styles and scripts into islands/src")
    }));
    for picture in &facts.pictures {
        if !picture.has_alt {
            problems.push(page.problem(format!("the picture `{}` has no `alt`", picture.source)));
        }
        if !picture.has_size {
            problems.push(page.problem(format!(
                "the picture `{}` has no `width` and `height`: the layout shifts when it loads",
                picture.source
            )));
        }
    }
    let mut repeated: Vec<&String> = facts
        .ids
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(id, _)| id)
        .collect();
    repeated.sort();
    problems.extend(
        repeated
            .into_iter()
            .map(|id| page.problem(format!("the id `{id}` is used more than once"))),
    );
    if !facts.lang.starts_with(page.page.lang.code()) {
        problems.push(page.problem(format!("the page has the language `{}`", facts.lang)));
    }
    problems.extend(missing_alternates(page));
    problems
}

/// A page for search engines has its canonical address and its alternates in all languages.
fn missing_alternates(page: &CheckedPage) -> Vec<Problem> {
    if !page.page.is_listed() || page.page.is_error() {
        return Vec::new();
    }
    let required = Lang::ALL.map(Lang::locale).into_iter().chain(["x-default"]);
    let missing =
        required.filter(|hreflang| !page.facts.alternates.iter().any(|(known, _)| known == hreflang));
    let mut problems: Vec<Problem> = missing
        .map(|hreflang| page.problem(format!("the page has no alternate with hreflang `{hreflang}`")))
        .collect();
    if page.facts.canonical.is_none() {
        problems.push(page.problem("the page has no canonical address"));
    }
    problems
}
