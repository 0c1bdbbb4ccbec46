//! The mark-up of one page: one first-level heading, no inline styles or scripts, pictures with size and alternative text,
//! unique ids, the right language.

use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;
use model::lang::{Lang, Languages};

pub(super) fn check(page: &CheckedPage, languages: Languages) -> Vec<Problem> {
    let facts = &page.facts;
    let mut faults = Vec::new();
    let firsts = facts.headings.iter().filter(|level| **level == 1).count();
    if firsts != 1 {
        faults.push((
            Code::HeadingStructure,
            format!("the page has {firsts} first-level headings: it needs exactly one"),
        ));
    }
    if let Some(pair) = facts.headings.windows(2).find(|pair| pair[1] > pair[0] + 1) {
        faults.push((
            Code::HeadingStructure,
            format!(
                "a heading of level {} follows a heading of level {}",
                pair[1], pair[0]
            ),
        ));
    }
    for picture in &facts.pictures {
        let source = &picture.source;
        if !picture.has_alt {
            faults.push((Code::MissingAlt, format!("the picture `{source}` has no `alt`")));
        }
        if !picture.has_size {
            faults.push((
                Code::PictureWithoutSize,
                format!(
                    "the picture `{source}` has no `width` and `height`: the layout shifts when it loads"
                ),
            ));
        }
    }
    let repeated = facts.ids.iter().filter(|(_, uses)| **uses > 1);
    faults
        .extend(repeated.map(|(id, _)| (Code::DuplicateId, format!("the id `{id}` is used more than once"))));
    if !facts.lang.starts_with(page.page.lang.code()) {
        faults.push((
            Code::WrongLanguage,
            format!("the page has the language `{}`", facts.lang),
        ));
    }
    // A page for search engines has its canonical address and its alternates in all languages.
    if page.page.is_listed() && !page.page.is_error() {
        let required = languages.iter().map(Lang::locale).chain(["x-default"]);
        let required = required.filter(|_| languages.count() > 1);
        let missing = required.filter(|hreflang| !facts.alternates.iter().any(|known| known == hreflang));
        faults.extend(missing.map(|hreflang| {
            (
                Code::MissingAlternate,
                format!("the page has no alternate with hreflang `{hreflang}`"),
            )
        }));
        if !facts.has_canonical {
            faults.push((
                Code::MissingAlternate,
                "the page has no canonical address".to_owned(),
            ));
        }
    }
    let blocked = facts.inline.iter().map(|what| {
        page.problem(
            Code::BlockedByPolicy,
            format!("the Content-Security-Policy blocks `{what}`"),
        )
        .hint("put styles into templates/styles and scripts into islands/src")
    });
    blocked
        .chain(faults.into_iter().map(|(code, fault)| page.problem(code, fault)))
        .collect()
}
