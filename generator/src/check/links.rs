//! Links, anchors and assets: everything that a page refers to exists.

use std::collections::HashMap;

use super::files::Files;
use super::page::CheckedPage;
use model::problem::Problem;

pub(super) fn check(pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    let by_url: HashMap<&str, &CheckedPage> =
        pages.iter().map(|page| (page.page.url.as_str(), page)).collect();
    pages
        .iter()
        .flat_map(|page| problems_of(page, &by_url, files))
        .collect()
}

fn problems_of(page: &CheckedPage, by_url: &HashMap<&str, &CheckedPage>, files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for link in &page.facts.links {
        if link.lacks_noopener {
            problems.push(
                page.problem(format!(
                    "the link `{}` has `target=_blank` without `rel=noopener`",
                    link.address
                ))
                .hint("add rel=\"noopener\""),
            );
        }
        problems.extend(fault_of(page, &link.address, by_url, files));
    }
    for asset in page
        .facts
        .assets
        .iter()
        .filter(|asset| !asset.starts_with("data:"))
    {
        let path = asset.split(['?', '#']).next().unwrap_or_default();
        if is_external(asset) {
            problems.push(page.problem(format!("the page loads `{asset}` from another origin")));
        } else if !files.answers(path) {
            problems.push(page.problem(format!("the page loads `{asset}`, which does not exist")));
        }
    }
    for id in page
        .facts
        .references
        .iter()
        .filter(|id| !page.facts.ids.contains_key(*id))
    {
        problems.push(page.problem(format!(
            "a label or description refers to the id `{id}`, which is not on the page"
        )));
    }
    problems
}

fn fault_of(
    page: &CheckedPage,
    address: &str,
    by_url: &HashMap<&str, &CheckedPage>,
    files: &Files,
) -> Option<Problem> {
    if is_external(address)
        || ["mailto:", "tel:", "sms:"]
            .iter()
            .any(|scheme| address.starts_with(scheme))
    {
        return None;
    }
    let (rest, anchor) = match address.split_once('#') {
        Some((rest, anchor)) => (rest, Some(anchor)),
        None => (address, None),
    };
    let path = rest.split('?').next().unwrap_or_default();
    let target = if path.is_empty() {
        page.page.url.as_str()
    } else {
        path
    };
    if !files.answers(target) {
        return Some(page.problem(format!("the link `{address}` has no target")));
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let exists = by_url
        .get(target)
        .is_some_and(|page| page.facts.ids.contains_key(anchor));
    (!exists).then(|| {
        page.problem(format!(
            "the link `{address}` has no target: {target} has no id `{anchor}`"
        ))
    })
}

fn is_external(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://") || address.starts_with("//")
}
