//! Each page by itself: one first-level heading, no inline styles or scripts, pictures with size and alternative text, unique
//! ids, the right language. And the pages together: a title and a description of its own for each, no unfilled placeholder, and
//! the same headings, islands, pictures, links and number of ids in each language.

use std::collections::HashMap;

use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;
use model::lang::{Lang, Languages};
use model::site::PageKind;

/// Checks the mark-up of one page.
pub(super) fn check_markup(page: &CheckedPage, languages: Languages) -> Vec<Problem> {
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

/// Checks titles, descriptions and placeholders.
pub(super) fn check_texts(pages: &[CheckedPage]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut first_pages = HashMap::new();
    for page in pages {
        let url = &page.page.url;
        for (what, missing, text) in [
            ("title", Code::MissingTitle, &page.facts.title),
            ("description", Code::DescriptionLength, &page.facts.description),
        ] {
            if text.is_empty() {
                problems.push(page.problem(missing, format!("the page has no {what}")));
            } else if page.page.is_listed() {
                let first = first_pages.entry((what, page.page.lang, text)).or_insert(url);
                if *first != url {
                    let message = format!("the {what} `{text}` is also that of {first}");
                    let hint = match page.page.kind {
                        PageKind::Unit(_) => {
                            "two units on one level have the same number: give them different ones on the platform"
                        }
                        PageKind::Content(_) => "write another one",
                    };
                    problems.push(page.problem(Code::DuplicateText, message).hint(hint));
                }
            }
        }
        if let Some(text) = &page.facts.unfilled {
            problems.push(
                page.problem(Code::UnfilledPlaceholder, format!("a placeholder is not filled: `{text}`")),
            );
        }
    }
    problems
}

/// Compares the pages of each language with those of the first.
pub(super) fn check_parity(pages: &[CheckedPage]) -> Vec<Problem> {
    let is_first = |page: &&CheckedPage| page.page.lang.is_first();
    let first: HashMap<&str, &CheckedPage> =
        pages.iter().filter(is_first).map(|page| (page.page.neutral.as_str(), page)).collect();
    let others = pages.iter().filter(|page| !is_first(page));
    let pairs = others.filter_map(|page| Some((page, first.get(page.page.neutral.as_str())?)));
    pairs.flat_map(|(page, other)| compare(page, other)).collect()
}

fn compare(page: &CheckedPage, other: &CheckedPage) -> Vec<Problem> {
    let (ours, theirs) = (&page.facts, &other.facts);
    let mut differences = Vec::new();
    if ours.headings != theirs.headings {
        differences.push(format!("headings {:?} and {:?}", ours.headings, theirs.headings));
    }
    if ours.islands != theirs.islands {
        differences.push(format!("islands {:?} and {:?}", ours.islands, theirs.islands));
    }
    for (what, our_number, their_number) in [
        ("pictures", ours.pictures.len(), theirs.pictures.len()),
        ("links", ours.links.len(), theirs.links.len()),
        // Ids of headings are made from their text and differ between languages, so only their number is compared.
        ("ids", ours.ids.len(), theirs.ids.len()),
    ] {
        if our_number != their_number {
            differences.push(format!("{our_number} and {their_number} {what}"));
        }
    }
    let differences = differences.into_iter();
    differences
        .map(|difference| {
            page.problem(
                Code::UnequalPages,
                format!("the page differs from {}: {difference}", other.page.url),
            )
        })
        .collect()
}
