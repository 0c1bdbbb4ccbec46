//! The offline pages: visitors see them when no file can be fetched.

use serde_json::Value;

use super::links::SiteFiles;
use super::page::CheckedPage;
use crate::stages::render::browser_files::{WORKER, WORKER_SETTINGS};
use formats::problem::{Code, Problem};
use model::output::ASSETS;
use model::site::template;

/// A problem for each file that an offline page loads and the service worker does not keep, and for each island on it. Nothing
/// for a site without a service worker.
pub(super) fn check(pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    let Some(kept) = kept_files(files) else {
        return Vec::new();
    };
    let offline = pages
        .iter()
        .filter(|page| page.page.has_template(template::OFFLINE));
    offline.flat_map(|page| check_page(page, &kept)).collect()
}

/// The URLs of the files that the service worker fetches before it is installed.
fn kept_files(files: &SiteFiles) -> Option<Vec<String>> {
    let worker = files.get(&format!("/{WORKER}"))?;
    let text = String::from_utf8_lossy(&worker.bytes);
    let line = text.strip_prefix(WORKER_SETTINGS)?.lines().next()?;
    let settings: Value = serde_json::from_str(line.trim_end_matches(';')).ok()?;
    serde_json::from_value(settings["assets"].clone()).ok()
}

fn check_page(page: &CheckedPage, kept: &[String]) -> Vec<Problem> {
    let is_missing = |address: &&String| address.starts_with(ASSETS) && !kept.contains(address);
    let missing = page.facts.assets.iter().filter(is_missing);
    let files = missing.map(|address| {
        format!("the offline page loads `{address}`, which the service worker does not keep")
    });
    let islands = page.facts.islands.iter().map(|name| {
        format!("the offline page has the island `{name}`, whose scripts the service worker does not keep")
    });
    let problem = |message| {
        page.problem(Code::OfflineAsset, message)
            .hint("leave it out of the template of the offline page")
    };
    files.chain(islands).map(problem).collect()
}
