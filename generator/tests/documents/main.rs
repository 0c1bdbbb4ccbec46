//! The PDFs of this repository's own site, read as a visitor's program reads them.
//!
//! Needs Node and the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod contents;
mod pdf;
mod typesetting;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use generator::outputs::documents;
use generator::outputs::pictures::{self, Pictures};
use generator::stages::load::{self, Options};
use generator::stages::pull::{self, Origin, Project};
use generator::stages::resolve;
use model::config::gates::Declared;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::Site;
use pdf::Pdf;
use platform::client::Token;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap()
}

fn inventory() -> Inventory {
    let root = root();
    let config = load::read_config(&root).unwrap();
    let project = Project {
        root: &root,
        platform: &config.platform,
        gates: &config.gates,
        utc_offset: config.utc_offset,
        declared: Declared {
            offices: config.facts.offices,
            commercial_units: config.facts.commercial_units,
        },
    };
    let request = pull::Request {
        origin: Origin::File(root.join("content/inventory.json")),
        strict: true,
        accept: false,
        token: Token::new("unused"),
        now: "2026-11-20T12:00:00Z".parse().unwrap(),
    };
    pull::pull(&project, &request).unwrap().inventory
}

fn site(inventory: Inventory) -> Site {
    let resolution = resolve::resolve(load::load(&root(), Options::default()).unwrap(), inventory);
    assert_eq!(resolution.problems, []);
    resolution.site
}

static SITE: LazyLock<Site> = LazyLock::new(|| site(inventory()));

static PICTURES: LazyLock<Pictures> = LazyLock::new(|| pictures::make(&root()).unwrap());

/// Every document of the site by its path.
static FILES: LazyLock<BTreeMap<String, Pdf>> = LazyLock::new(|| {
    let files = documents::make(&root(), &SITE, &PICTURES).unwrap();
    files
        .into_iter()
        .map(|file| (file.path, Pdf::read(&file.bytes)))
        .collect()
});

fn path(document: Document, lang: Lang) -> String {
    document.path(lang, &SITE.config.product)
}

/// Text without the difference between spaces.
fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn text(document: Document, lang: Lang) -> String {
    plain(&FILES[&path(document, lang)].pages().join(" "))
}
