//! Both languages have the same page: the same headings, islands, pictures and anchors.

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
        differences.push(format!(
            "headings {:?} here and {:?} there",
            ours.headings, theirs.headings
        ));
    }
    if ours.islands != theirs.islands {
        differences.push(format!(
            "islands {:?} here and {:?} there",
            ours.islands, theirs.islands
        ));
    }
    if ours.pictures.len() != theirs.pictures.len() {
        differences.push(format!(
            "{} pictures here and {} there",
            ours.pictures.len(),
            theirs.pictures.len()
        ));
    }
    let links = |page: &CheckedPage| page.facts.links.len();
    if links(page) != links(other) {
        differences.push(format!("{} links here and {} there", links(page), links(other)));
    }
    // Anchors of headings are made of the text, and so differ between languages; all others may not.
    let count = |page: &CheckedPage| page.facts.ids.keys().collect::<BTreeSet<_>>().len();
    if count(page) != count(other) {
        differences.push(format!("{} anchors here and {} there", count(page), count(other)));
    }
    differences
        .into_iter()
        .map(|difference| page.problem(format!("not the same page as {}: {difference}", other.page.url)))
        .collect()
}
