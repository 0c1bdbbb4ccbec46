//! Style sheets: each page links those of all its parts, and its weight includes them.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::markup::{attributes, attributes_of};
use crate::support::torre::{site, text};

/// Each style sheet under `/assets/` with the classes that it styles.
fn style_sheets() -> BTreeMap<String, BTreeSet<String>> {
    let sheets = site().files.iter().filter(|file| file.path.ends_with(".css"));
    sheets
        .map(|file| {
            let css = String::from_utf8(file.bytes.to_vec()).unwrap();
            let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
            let names = css.split('.').skip(1).filter_map(|rest| rest.split(ends).next());
            let starts_well = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
            (format!("/{}", file.path), names.filter(starts_well).map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn each_page_links_the_styles_of_all_its_parts() {
    let sheets = style_sheets();
    assert!(sheets.len() > 8, "{:?}", sheets.keys());
    let mut missing = BTreeSet::new();
    // All unit pages have the same parts, so one is checked.
    let is_told_apart = |path: &str| {
        path.ends_with(".html") && (!path.contains("inventario/") || path.ends_with("O-301.html"))
    };
    for file in site().files.iter().filter(|file| is_told_apart(&file.path)) {
        let html = text(&file.path);
        let links = attributes_of(&html, "[rel=stylesheet]", "href");
        assert_eq!(links.len(), 2, "{}: {links:?}", file.path);
        let classes = attributes(&html, "class");
        for class in classes.iter().flat_map(|classes| classes.split_whitespace()) {
            let is_linked = links.iter().any(|link| sheets[link].contains(class));
            let elsewhere = sheets.iter().find(|(_, classes)| classes.contains(class));
            if let (false, Some((sheet, _))) = (is_linked, elsewhere) {
                missing.insert(format!("{}: .{class} is in {sheet}", file.path));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_weight_of_the_home_page_includes_its_style_sheets() {
    assert!(site().home.styles > site().bundle.sizes.entry("site.css"), "{}", site().home);
    let all: u64 = style_sheets()
        .keys()
        .map(|path| site().bundle.sizes.style_sheet(path.trim_start_matches("/assets/")))
        .sum();
    assert!(site().home.styles < all, "{}", site().home);
}
