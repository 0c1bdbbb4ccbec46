//! A page has the same headings, islands, pictures, links and number of ids in each language.

use std::collections::HashMap;

use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;

pub(super) fn check(pages: &[CheckedPage]) -> Vec<Problem> {
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
