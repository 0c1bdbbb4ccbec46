//! The developments in `examples/`: they build with this engine, pass every check, and are really different.

use std::fs;
use std::os::unix::fs::symlink;

use generator::pipeline::RenderedSite;
use model::document::Document;
use model::lang::Lang;
use model::lang::sample::{BOTH, ES};

use super::{checked, forms, linked_engine, text};
use crate::support::files::engine_file;
use crate::support::pdf::Pdf;

/// The finished site of an example, which has no problem.
fn example(name: &str) -> RenderedSite {
    let engine = linked_engine();
    let root = engine.path().join("sites").join(name);
    fs::create_dir_all(&root).unwrap();
    let own = engine_file("examples").join(name);
    for part in ["content", "site.yaml", "templates", "theme.yaml"] {
        if own.join(part).exists() {
            symlink(own.join(part), root.join(part)).unwrap();
        }
    }
    let (site, problems) = checked(&root);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    site
}

/// The number of pages of the brochure.
fn brochure_pages(site: &RenderedSite, lang: Lang) -> usize {
    let path = Document::Brochure.path(lang, &site.site.config.product);
    let file = site.files.iter().find(|file| file.path == path).unwrap();
    Pdf::read(&file.bytes).pages().len()
}

#[test]
fn the_tower_has_nine_levels_two_wings_and_prices_in_dollars() {
    let site = example("torre");
    assert_eq!(site.site.inventory.units.len(), 84);
    assert_eq!(site.site.plans.len(), 9);
    let unit = text(&site, "inventario/O-901.html");
    assert!(unit.contains("Nivel 9") && unit.contains("US$"), "level and dollars");
    let home = text(&site, "index.html");
    assert!(!home.contains("avance-de-obra"), "no page of progress");
    let style = site.files.iter().find(|file| file.path.starts_with("assets/site-")).unwrap();
    let style = String::from_utf8_lossy(&style.bytes);
    assert!(style.contains("Space Grotesk") && style.contains("#2f5d46"), "fonts and colours");
    for lang in BOTH {
        assert_eq!(brochure_pages(&site, lang), 19, "{lang}");
    }
    forms::every_form_is_accepted(&site);
}

#[test]
fn the_apartments_are_a_site_in_one_language_under_the_rules_for_homes() {
    let site = example("residencial");
    assert_eq!(site.site.inventory.units.len(), 30);
    let unit = text(&site, "inventario/D-501.html");
    let main = unit.split("<main").nth(1).unwrap().split("<form").next().unwrap();
    assert!(main.contains("Departamento 501") && !main.contains("IVA"), "homes have no tax");
    assert!(unit.contains("0000-2026"), "the registered contract");
    assert!(!site.files.iter().any(|file| file.path.starts_with("en")), "one language");
    assert_eq!(brochure_pages(&site, ES), 13);
    let mut paths: Vec<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
    let all = paths.len();
    paths.dedup();
    assert_eq!(paths.len(), all, "each file once");
    forms::every_form_is_accepted(&site);
}
