//! The mark-up of one page: one first-level heading, no inline styles or scripts, pictures with size and alternative text,
//! unique ids, the right language.

use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;
use model::lang::{Lang, Languages};

pub(super) fn check(page: &CheckedPage, languages: Languages) -> Vec<Problem> {
    let facts = &page.facts;
    let mut problems = Vec::new();
    for what in &facts.inline {
        let message = format!("the Content-Security-Policy blocks `{what}`");
        let problem = page.problem(Code::BlockedByPolicy, message);
        problems.push(problem.hint("put styles into templates/styles and scripts into islands/src"));
    }
    let mut report = |code, message: String| problems.push(page.problem(code, message));
    let firsts = facts.headings.iter().filter(|level| **level == 1).count();
    if firsts != 1 {
        let message = format!("the page has {firsts} first-level headings: it needs exactly one");
        report(Code::HeadingStructure, message);
    }
    if let Some(pair) = facts.headings.windows(2).find(|pair| pair[1] > pair[0] + 1) {
        let message = format!("a heading of level {} follows a heading of level {}", pair[1], pair[0]);
        report(Code::HeadingStructure, message);
    }
    for picture in &facts.pictures {
        let source = &picture.source;
        if !picture.has_alt {
            report(Code::MissingAlt, format!("the picture `{source}` has no `alt`"));
        }
        if !picture.has_size {
            let message = "has no `width` and `height`: the layout shifts when it loads";
            report(Code::PictureWithoutSize, format!("the picture `{source}` {message}"));
        }
    }
    for (id, _) in facts.ids.iter().filter(|(_, uses)| **uses > 1) {
        report(Code::DuplicateId, format!("the id `{id}` is used more than once"));
    }
    if !facts.lang.starts_with(page.page.lang.code()) {
        report(Code::WrongLanguage, format!("the page has the language `{}`", facts.lang));
    }
    // A page for search engines has its canonical address and its alternates in all languages.
    if page.page.is_listed() && !page.page.is_error() {
        let required = languages.as_slice().iter().map(Lang::locale).chain(["x-default"]);
        for hreflang in required.filter(|_| languages.count() > 1) {
            if !facts.alternates.iter().any(|known| known == hreflang) {
                let message = format!("the page has no alternate with hreflang `{hreflang}`");
                report(Code::MissingAlternate, message);
            }
        }
        if !facts.has_canonical {
            report(Code::MissingAlternate, "the page has no canonical address".to_owned());
        }
    }
    problems
}
