//! This repository's own site, from its own files: what the specification asks of the whole.
//!
//! Needs the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use generator::check;
use generator::lang::Lang;
use generator::pipeline::{self, Made, Progress, Request};
use generator::pull::{self, Origin};
use platform::client::Token;

struct Silence;

impl Progress for Silence {
    fn stage(&self, _: &str) {}
    fn note(&self, _: &str) {}
}

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
    pipeline::make(&request, &Silence).unwrap_or_else(|error| panic!("{error}: {error:?}"))
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

/// Each sheet under `/assets/` with the classes that it names.
fn style_sheets() -> BTreeMap<String, BTreeSet<String>> {
    let sheets = SITE.files.iter().filter(|file| file.path.ends_with(".css"));
    sheets
        .map(|file| {
            let css = String::from_utf8(file.bytes.to_vec()).unwrap();
            let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
            let names = css.split('.').skip(1).filter_map(|rest| rest.split(ends).next());
            let starts_well = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
            (
                format!("/{}", file.path),
                names.filter(starts_well).map(str::to_owned).collect(),
            )
        })
        .collect()
}

/// The values of all attributes that are written like `name`.
fn values<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(name).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn each_page_links_the_styles_of_all_its_parts() {
    let sheets = style_sheets();
    assert!(sheets.len() > 8, "{:?}", sheets.keys());
    let mut missing = BTreeSet::new();
    // One unit's page has what all of them have.
    let is_told_apart = |path: &str| {
        path.ends_with(".html") && (!path.contains("inventario/") || path.ends_with("O-301.html"))
    };
    for file in SITE.files.iter().filter(|file| is_told_apart(&file.path)) {
        let html = text(&file.path);
        let links: Vec<&str> = values(&html, "<link rel=\"stylesheet\" href=\"").collect();
        assert_eq!(links.len(), 2, "{}: {links:?}", file.path);
        for class in values(&html, "class=\"").flat_map(str::split_whitespace) {
            let is_linked = links.iter().any(|link| sheets[*link].contains(class));
            let elsewhere = sheets.iter().find(|(_, classes)| classes.contains(class));
            if let (false, Some((sheet, _))) = (is_linked, elsewhere) {
                missing.insert(format!("{}: .{class} is in {sheet}", file.path));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_home_page_is_weighed_with_the_sheets_that_it_links() {
    assert!(SITE.home.styles > SITE.bundle.sizes.styles, "{}", SITE.home);
    let all: u64 = style_sheets()
        .keys()
        .map(|path| SITE.bundle.sizes.style_sheet(path.trim_start_matches("/assets/")))
        .sum();
    assert!(SITE.home.styles < all, "{}", SITE.home);
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

#[test]
fn every_listed_page_has_its_markdown_and_tells_machines() {
    let (site, mut listed) = (&SITE.site, 0);
    for page in site
        .pages
        .iter()
        .filter(|page| page.is_listed() && !page.is_error())
    {
        let twin = generator::twin::url(site, page).unwrap_or_else(|| panic!("{} has no twin", page.url));
        let markdown = text(twin.trim_start_matches('/'));
        assert!(markdown.starts_with("# "), "{twin}");
        // No mark-up of pages, no address without a host, no hole where a value should be.
        for wrong in ["</", "](/", "<a ", "{{", "undefined", "\n\n\n"] {
            assert!(!markdown.contains(wrong), "{twin}: {wrong}");
        }
        let announced = format!("type=\"text/markdown\" href=\"{twin}\"");
        let html = text(&page.file);
        assert_eq!(html.contains(&announced), page.neutral != "/", "{}", page.url);
        listed += 1;
    }
    assert!(listed > 138);
    for page in site.pages.iter().filter(|page| !page.is_listed()) {
        assert_eq!(generator::twin::url(site, page), None, "{}", page.url);
    }
    for lang in Lang::ALL {
        for route in ["/inventario", "/avance-de-obra", "/inventario/O-301"] {
            let feed = if route == "/avance-de-obra" {
                route
            } else {
                "/inventario"
            };
            let announced = format!("type=\"application/atom+xml\" href=\"{}.atom\"", lang.path(feed));
            assert!(text(&lang.file(route)).contains(&announced), "{lang} {route}");
            text(&format!("{}.atom", lang.path(feed).trim_start_matches('/')));
        }
        assert!(text("llms.txt").contains(&format!("{}.md): ", lang.path("/inventario"))));
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
fn every_address_that_machines_are_given_is_answered() {
    let base = &SITE.site.config.base_url;
    let urls: std::collections::HashSet<&str> = SITE.files.iter().map(|file| file.url.as_str()).collect();
    let ours = |path: &str| {
        [".md", ".atom", ".csv", "llms.txt"]
            .iter()
            .any(|ending| path.ends_with(ending))
    };
    let mut answered = 0;
    for file in SITE.files.iter().filter(|file| ours(&file.path)) {
        let text = String::from_utf8_lossy(&file.bytes);
        for (at, _) in text.match_indices(base.as_str()) {
            let rest = &text[at + base.len()..];
            let end = rest.find(|next: char| next.is_whitespace() || "\"<>)&,".contains(next));
            let path = rest[..end.unwrap_or(rest.len())]
                .split(['#', '?'])
                .next()
                .unwrap_or_default();
            assert!(urls.contains(path), "{} names {path}", file.path);
            answered += 1;
        }
    }
    assert!(answered > 1000, "{answered}");
}
