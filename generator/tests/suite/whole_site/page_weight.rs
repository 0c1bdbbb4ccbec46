//! What a page contains, and what it shares with other pages in a file of its own.

use std::collections::BTreeSet;

use crate::support::markup::attributes;
use crate::support::torre::{site, text};

#[test]
fn every_file_of_shared_props_is_there_and_some_page_uses_it() {
    let is_page = |path: &&str| path.ends_with(".html");
    let paths = || site().files.iter().map(|file| file.path.as_str());
    let used: BTreeSet<String> = paths()
        .filter(is_page)
        .flat_map(|path| attributes(&text(path), "shared"))
        .collect();
    let made: BTreeSet<String> = paths()
        .filter(|path| path.starts_with("assets/") && path.ends_with(".json"))
        .map(|path| format!("/{path}"))
        .collect();
    assert_eq!(used, made);
    assert!(!used.is_empty());
}

#[test]
fn pages_stay_light_before_compression() {
    let most = [
        ("index.html", 92_000),
        ("en.html", 92_000),
        ("inventario/O-301.html", 22_000),
        ("contacto.html", 18_000),
        ("404.html", 11_000),
    ];
    for (path, bytes) in most {
        let size = text(path).len();
        assert!(size <= bytes, "{path} has {size} bytes, more than {bytes}");
    }
}
