//! The PDFs of the tower, read back from the files.
//!
//! Needs Node and the npm packages (`make set-up`).

mod contents;
mod high_building;
mod online;
mod typesetting;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use generator::outputs::share::SharePictures;
use generator::pipeline;
use generator::stages::documents;
use generator::stages::load;
use generator::stages::pictures::{self, Pictures};
use generator::stages::resolve;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::Site;
use tempfile::TempDir;

use crate::support::pdf::Pdf;
use crate::support::requests;
use crate::support::torre;

/// The project, linked into a folder of its own.
static PROJECT: LazyLock<TempDir> = LazyLock::new(torre::linked);

fn root() -> &'static Path {
    PROJECT.path()
}

fn inventory() -> Inventory {
    let pulled = pipeline::pull(root(), &torre::pull()).unwrap();
    Arc::unwrap_or_clone(pulled.inventory)
}

fn site(inventory: Inventory) -> Arc<Site> {
    let resolution = resolve::resolve(load::load(root()).unwrap(), inventory, requests::view());
    assert_eq!(resolution.problems, []);
    Arc::new(resolution.site)
}

static SITE: LazyLock<Arc<Site>> = LazyLock::new(|| site(inventory()));

static PICTURES: LazyLock<Arc<Pictures>> =
    LazyLock::new(|| Arc::new(pictures::make(&requests::tools(root()), &SITE.inventory.amenities).unwrap()));

/// Every document of the site by its path.
static FILES: LazyLock<BTreeMap<String, Pdf>> = LazyLock::new(|| {
    let files =
        documents::documents(&requests::tools(root()), &SITE, &PICTURES, &SharePictures::default()).unwrap();
    files.into_iter().map(|file| (file.path, Pdf::read(&file.bytes))).collect()
});

fn path(document: Document, lang: Lang) -> String {
    document.path(lang, &SITE.config.product)
}

/// Text with plain spaces instead of no-break spaces.
fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn text(document: Document, lang: Lang) -> String {
    plain(&FILES[&path(document, lang)].pages().join(" "))
}
