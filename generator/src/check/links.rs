//! Links, anchors and assets: everything a page names must be there.

use std::collections::HashMap;

use super::files::Files;
use super::page::CheckedPage;
use model::problem::Problem;

pub(super) fn check(pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    let by_url: HashMap<&str, &CheckedPage> =
        pages.iter().map(|page| (page.page.url.as_str(), page)).collect();
    pages
        .iter()
        .flat_map(|page| of_page(page, &by_url, files))
        .collect()
}

fn of_page(page: &CheckedPage, by_url: &HashMap<&str, &CheckedPage>, files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for link in &page.facts.links {
        if link.leaks_window {
            problems.push(
                page.problem(format!(
                    "the link {} opens a window that can steer ours",
                    link.address
                ))
                .hint("add rel=\"noopener\""),
            );
        }
        problems.extend(wrong_link(page, &link.address, by_url, files));
    }
    for asset in page
        .facts
        .assets
        .iter()
        .filter(|asset| !asset.starts_with("data:"))
    {
        let path = asset.split(['?', '#']).next().unwrap_or_default();
        if is_elsewhere(asset) {
            problems.push(page.problem(format!("the page loads {asset} from another origin")));
        } else if !files.answers(path) {
            problems.push(page.problem(format!("the page loads {asset}, which the site does not have")));
        }
    }
    for id in page
        .facts
        .references
        .iter()
        .filter(|id| !page.facts.ids.contains_key(*id))
    {
        problems.push(page.problem(format!(
            "a label or description points to \"{id}\", which the page does not have"
        )));
    }
    problems
}

fn wrong_link(
    page: &CheckedPage,
    address: &str,
    by_url: &HashMap<&str, &CheckedPage>,
    files: &Files,
) -> Option<Problem> {
    if is_elsewhere(address)
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
        return Some(page.problem(format!("the link {address} leads nowhere")));
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let is_there = by_url
        .get(target)
        .is_some_and(|page| page.facts.ids.contains_key(anchor));
    (!is_there).then(|| {
        page.problem(format!(
            "the link {address} leads to no anchor: {target} has no \"{anchor}\""
        ))
    })
}

fn is_elsewhere(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://") || address.starts_with("//")
}
