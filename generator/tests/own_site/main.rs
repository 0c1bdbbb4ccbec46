//! This repository's own site, from its own files: what the specification asks of the whole.
//!
//! Needs the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod machines;
mod styles;

use std::path::Path;
use std::sync::LazyLock;

use generator::check;
use generator::pipeline::progress::Silent;
use generator::pipeline::{self, Made, Request};
use generator::stages::pull::{self, Origin};
use model::lang::Lang;
use platform::client::Token;

/// Built once for all tests, in memory.
static SITE: LazyLock<Made> = LazyLock::new(make);

fn make() -> Made {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap();
    let request = Request {
        pull: pull::Request {
            origin: Origin::File(root.join("content/inventory.json")),
            strict: true,
            accept: false,
            token: Token::new("unused"),
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
        },
        out: root.join("dist"),
        root,
        base_url: None,
        drafts: false,
        debug_islands: false,
    };
    pipeline::make(&request, &Silent).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}

/// The text of a file of the site.
fn text(path: &str) -> String {
    let file = SITE
        .files
        .iter()
        .find(|file| file.path == path)
        .unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

#[test]
fn the_finished_pages_have_no_problem() {
    let problems: Vec<String> = check::check(&SITE.site, &SITE.files)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_route_of_the_specification_is_there_in_both_languages() {
    let routes = [
        "/",
        "/oficinas-lujo",
        "/locales-comerciales",
        "/inventario",
        "/inversionistas",
        "/avance-de-obra",
        "/contacto",
        "/contacto-oficinas",
        "/contacto-locales",
        "/gracias",
        "/brochure",
        "/aviso-de-privacidad",
        "/caracteristicas",
        "/404",
        "/500",
    ];
    for lang in Lang::ALL {
        for route in routes {
            assert!(
                text(&lang.file(route)).contains(&format!("lang=\"{}\"", lang.locale())),
                "{lang} {route}"
            );
        }
    }
}

#[test]
fn the_inventory_lists_all_units_without_javascript() {
    assert_eq!(SITE.site.inventory.units.len(), 69);
    for lang in Lang::ALL {
        let html = text(&lang.file("/inventario"));
        // What the browser's script gets beside the page is no proof.
        let visible = html.split("<script type=\"application/json\"").next().unwrap();
        for unit in &SITE.site.inventory.units {
            let link = format!("href=\"{}\"", lang.path(&format!("/inventario/{}", unit.code)));
            assert!(visible.contains(&link), "{lang}: {link}");
            assert!(
                visible.contains(&unit.price.to_string()),
                "{lang}: {}",
                unit.price
            );
        }
    }
}

#[test]
fn anchors_of_the_specification_are_there() {
    let anchors = [
        ("/", "contact"),
        ("/", "disponibilidad"),
        ("/", "amenities"),
        ("/oficinas-lujo", "amenities"),
        ("/inversionistas", "inversion"),
    ];
    for lang in Lang::ALL {
        for (route, anchor) in anchors {
            assert!(
                text(&lang.file(route)).contains(&format!("id=\"{anchor}\"")),
                "{lang} {route}#{anchor}"
            );
        }
    }
}

#[test]
fn two_builds_are_the_same_to_the_byte() {
    let again = make();
    assert_eq!(SITE.files.len(), again.files.len());
    for (one, other) in SITE.files.iter().zip(&again.files) {
        assert_eq!(one.path, other.path);
        assert!(one.bytes == other.bytes, "{} differs", one.path);
    }
}

#[test]
fn the_bearer_reaches_no_file() {
    for file in &SITE.files {
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(
            !text.contains("PLATFORM_TOKEN") && !text.contains("Bearer "),
            "{}",
            file.path
        );
    }
}

#[test]
fn another_name_in_site_yaml_reaches_the_manifest() {
    let manifest: serde_json::Value = serde_json::from_str(&text("manifest.webmanifest")).unwrap();
    assert_eq!(manifest["name"], SITE.site.config.name.as_str());
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/static/manifest.webmanifest");
    let template = std::fs::read_to_string(template).unwrap();
    assert!(
        !template.contains(&SITE.site.config.name),
        "the name stands in site.yaml alone"
    );
}

#[test]
fn a_site_without_third_parties_ships_nothing_of_them() {
    assert!(!SITE.site.config.tracking.is_configured());
    let policy = text("_headers");
    let policy = policy
        .lines()
        .find(|line| line.contains("Content-Security-Policy"))
        .unwrap();
    assert!(!policy.contains("https:"), "{policy}");
    for file in &SITE.files {
        assert!(!file.path.starts_with("data/consent"), "{}", file.path);
        let text = String::from_utf8_lossy(&file.bytes);
        for word in [
            "site-consent",
            "data-consent",
            "dataLayer",
            "site-event",
            "lead_sent",
        ] {
            assert!(!text.contains(word), "{}: {word}", file.path);
        }
    }
}
