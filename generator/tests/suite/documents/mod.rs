//! The PDFs of the tower, read back from the files.

mod contents;
mod online;
mod typesetting;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use generator::stages::load;
use generator::stages::pictures::{self, Pictures};
use generator::stages::resolve;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::Site;
use tempfile::TempDir;

use crate::support::pdf::Pdf;
use crate::support::rendered::plain;
use crate::support::requests;
use crate::support::torre;

static PROJECT: LazyLock<TempDir> = LazyLock::new(torre::linked);

fn root() -> &'static Path {
    PROJECT.path()
}

fn site(inventory: Inventory) -> Arc<Site> {
    let resolution = resolve::resolve(load::load(root()).unwrap(), inventory, requests::view());
    assert_eq!(resolution.problems, []);
    Arc::new(resolution.site)
}

static SITE: LazyLock<Arc<Site>> = LazyLock::new(|| Arc::clone(&torre::site().site));

static PICTURES: LazyLock<Arc<Pictures>> = LazyLock::new(|| {
    Arc::new(pictures::make(&requests::tools(root()), &SITE.inventory.amenities).unwrap())
});

static FILES: LazyLock<BTreeMap<&str, Pdf>> = LazyLock::new(|| {
    let files = torre::site()
        .files
        .iter()
        .filter(|file| file.path.ends_with(".pdf"));
    files
        .map(|file| (file.path.as_str(), Pdf::read(&file.bytes)))
        .collect()
});

fn path(document: Document, lang: Lang) -> String {
    document.path(lang, &SITE.config.product)
}

fn text(document: Document, lang: Lang) -> String {
    plain(&FILES[&*path(document, lang)].pages().join(" "))
}
