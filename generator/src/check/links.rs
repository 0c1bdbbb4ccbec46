//! Links, anchors and assets: everything that a page refers to exists.

use std::collections::HashMap;

use super::files::Files;
use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;

/// Forms of addresses that are not of this site, apart from those of [`is_external`].
const OTHER_SCHEMES: [&str; 3] = ["mailto:", "tel:", "sms:"];

pub(super) fn check(pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    let by_url: HashMap<&str, &CheckedPage> =
        pages.iter().map(|page| (page.page.url.as_str(), page)).collect();
    let problems = pages.iter().flat_map(|page| {
        let faults = faults_of(page, &by_url, files).into_iter();
        faults
            .map(|(code, fault)| page.problem(code, fault))
            .chain(unsafe_links(page))
    });
    problems.collect()
}

fn unsafe_links(page: &CheckedPage) -> impl Iterator<Item = Problem> {
    let links = page.facts.links.iter().filter(|link| link.lacks_noopener);
    links.map(|link| {
        let address = &link.address;
        let message = format!("the link `{address}` has `target=_blank` without `rel=noopener`");
        page.problem(Code::MissingNoopener, message)
            .hint("add `rel=noopener`")
    })
}

fn faults_of(page: &CheckedPage, by_url: &HashMap<&str, &CheckedPage>, files: &Files) -> Vec<(Code, String)> {
    let facts = &page.facts;
    let links = facts.links.iter();
    let mut faults: Vec<(Code, String)> = links
        .filter_map(|link| fault_of_link(&page.page.url, &link.address, by_url, files))
        .collect();
    for asset in facts.assets.iter().filter(|asset| !asset.starts_with("data:")) {
        let path = asset.split(['?', '#']).next().unwrap_or_default();
        if is_external(asset) {
            faults.push((
                Code::ExternalAsset,
                format!("the page loads `{asset}` from another origin"),
            ));
        } else if !files.answers(path) {
            faults.push((
                Code::MissingAsset,
                format!("the page loads `{asset}`, which does not exist"),
            ));
        }
    }
    let missing = facts.references.iter().filter(|id| !facts.ids.contains_key(*id));
    faults.extend(missing.map(|id| {
        (
            Code::MissingReference,
            format!("a label or description refers to the id `{id}`, which is not on the page"),
        )
    }));
    faults
}

fn fault_of_link(
    own_url: &str,
    address: &str,
    by_url: &HashMap<&str, &CheckedPage>,
    files: &Files,
) -> Option<(Code, String)> {
    if is_external(address) || OTHER_SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
        return None;
    }
    let (rest, anchor) = address.split_once('#').unwrap_or((address, ""));
    let target = match rest.split('?').next().unwrap_or_default() {
        "" => own_url,
        path => path,
    };
    if !files.answers(target) {
        return Some((Code::BrokenLink, format!("the link `{address}` has no target")));
    }
    let page = by_url.get(target);
    let exists = anchor.is_empty() || page.is_some_and(|page| page.facts.ids.contains_key(anchor));
    (!exists).then(|| {
        (
            Code::BrokenAnchor,
            format!("the link `{address}` has no target: {target} has no id `{anchor}`"),
        )
    })
}

fn is_external(address: &str) -> bool {
    ["https://", "http://", "//"]
        .iter()
        .any(|start| address.starts_with(start))
}
