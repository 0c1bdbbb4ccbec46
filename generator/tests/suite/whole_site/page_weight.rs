//! What a page contains, and what it shares with other pages in a file of its own.

use std::collections::BTreeSet;

use crate::support::markup::attributes;
use crate::support::torre::{site, text};

#[test]
fn every_file_of_shared_props_is_there_and_some_page_uses_it() {
    let is_page = |path: &&str| path.ends_with(".html");
    let paths = || site().files.iter().map(|file| file.path.as_str());
    let used: BTreeSet<String> =
        paths().filter(is_page).flat_map(|path| attributes(&text(path), "shared")).collect();
    let made: BTreeSet<String> = paths()
        .filter(|path| path.starts_with("assets/") && path.ends_with(".json"))
        .map(|path| format!("/{path}"))
        .collect();
    assert_eq!(used, made);
    assert!(!used.is_empty());
}
