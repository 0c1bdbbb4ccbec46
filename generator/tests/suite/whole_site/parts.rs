//! What pages share: each page links the style sheets of all its parts, and the files of shared props are used.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::markup::{attributes, attributes_of};
use crate::support::rendered::texts;
use crate::support::torre::site;

/// Each style sheet under `/assets/` with the classes that it styles.
fn style_sheets() -> BTreeMap<String, BTreeSet<String>> {
    let sheets = texts(site(), &[".css"]).map(|(path, css)| {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let names = css.split('.').skip(1).filter_map(|rest| rest.split(ends).next());
        let starts_well = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
        (format!("/{path}"), names.filter(starts_well).map(str::to_owned).collect())
    });
    sheets.collect()
}

#[test]
fn each_page_links_the_styles_of_all_its_parts() {
    let sheets = style_sheets();
    assert!(sheets.len() > 8, "{:?}", sheets.keys());
    let mut missing = BTreeSet::new();
    // All unit pages have the same parts, so one is checked.
    let is_one_of_many = |path: &str| path.contains("inventario/") && !path.ends_with("O-301.html");
    for (path, html) in texts(site(), &[".html"]).filter(|(path, _)| !is_one_of_many(path)) {
        let links = attributes_of(&html, "[rel=stylesheet]", "href");
        assert_eq!(links.len(), 2, "{path}: {links:?}");
        let classes = attributes(&html, "class");
        for class in classes.iter().flat_map(|classes| classes.split_whitespace()) {
            let is_linked = links.iter().any(|link| sheets[link].contains(class));
            let elsewhere = sheets.iter().find(|(_, classes)| classes.contains(class));
            if let (false, Some((sheet, _))) = (is_linked, elsewhere) {
                missing.insert(format!("{path}: .{class} is in {sheet}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    // The weight of the home page includes its style sheets.
    assert!(site().home.styles > site().bundle.sizes.entry("site.css"), "{}", site().home);
    let size = |path: &String| site().bundle.sizes.style_sheet(path.trim_start_matches("/assets/"));
    assert!(site().home.styles < sheets.keys().map(size).sum::<u64>(), "{}", site().home);
}

#[test]
fn every_file_of_shared_props_is_there_and_some_page_uses_it() {
    let used: BTreeSet<String> =
        texts(site(), &[".html"]).flat_map(|(_, html)| attributes(&html, "shared")).collect();
    let props = texts(site(), &[".json"]).filter(|(path, _)| path.starts_with("assets/"));
    assert_eq!(used, props.map(|(path, _)| format!("/{path}")).collect());
    assert!(!used.is_empty());
}
