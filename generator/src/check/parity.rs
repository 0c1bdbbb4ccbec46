//! A page has the same headings, islands, pictures, links and number of ids in both languages.

use std::collections::{BTreeSet, HashMap};

use super::page::CheckedPage;
use model::lang::Lang;
use model::problem::Problem;

pub(super) fn check(pages: &[CheckedPage]) -> Vec<Problem> {
    let spanish: HashMap<&str, &CheckedPage> = pages
        .iter()
        .filter(|page| page.page.lang == Lang::Es)
        .map(|page| (page.page.neutral.as_str(), page))
        .collect();
    let english = pages.iter().filter(|page| page.page.lang == Lang::En);
    english
        .flat_map(|page| {
            spanish
                .get(page.page.neutral.as_str())
                .map_or_else(Vec::new, |other| compare(page, other))
        })
        .collect()
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
    if ours.pictures.len() != theirs.pictures.len() {
        differences.push(format!(
            "{} and {} pictures",
            ours.pictures.len(),
            theirs.pictures.len()
        ));
    }
    let links = |page: &CheckedPage| page.facts.links.len();
    if links(page) != links(other) {
        differences.push(format!("{} and {} links", links(page), links(other)));
    }
    // Ids of headings are made from their text and differ between languages, so only their number is compared.
    let count = |page: &CheckedPage| page.facts.ids.keys().collect::<BTreeSet<_>>().len();
    if count(page) != count(other) {
        differences.push(format!("{} and {} ids", count(page), count(other)));
    }
    differences
        .into_iter()
        .map(|difference| page.problem(format!("the page differs from {}: {difference}", other.page.url)))
        .collect()
}
