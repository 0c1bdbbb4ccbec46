//! One page of the site: a content file or a unit, in one language, with its address.

use crate::lang::Lang;
use crate::source::{PageSource, Robots};

/// Pages that stand for an error, by slug: they have no partner to link and no place in a sitemap.
const ERROR_PAGES: [&str; 3] = ["404", "500", "sin-conexion"];

/// One page in one language.
#[derive(Debug)]
pub struct Page {
    /// Its language.
    pub lang: Lang,
    /// Its address without language: `/inventario`.
    pub neutral: String,
    /// Its address: `/en/inventario`.
    pub url: String,
    /// The file it is written to below `dist/`.
    pub file: String,
    /// Name of its template.
    pub template: String,
    /// Whether search engines may list it.
    pub robots: Robots,
    /// True: no cache may keep it.
    pub no_store: bool,
    /// Why it cannot be shown (S5g).
    pub refused: Option<String>,
    /// What it is made from.
    pub kind: PageKind,
}

/// What a page is made from.
#[derive(Debug)]
pub enum PageKind {
    /// A file below `content/`.
    Content(Box<PageSource>),
    /// A unit, by its index in the inventory.
    Unit(usize),
}

impl Page {
    /// The content file, unless the page is a unit's.
    pub fn source(&self) -> Option<&PageSource> {
        match &self.kind {
            PageKind::Content(source) => Some(source),
            PageKind::Unit(_) => None,
        }
    }

    /// The address without its first slash: `inventario`; the home is `index`.
    pub fn slug(&self) -> &str {
        match self.neutral.trim_start_matches('/') {
            "" => "index",
            slug => slug,
        }
    }

    /// The same page in the other language; from a page that stands for an error, the other home.
    pub fn url_in_other_language(&self) -> String {
        let neutral = if self.is_error() { "/" } else { &self.neutral };
        self.lang.other().path(neutral)
    }

    /// Whether the page stands for an error or for being offline.
    pub fn is_error(&self) -> bool {
        ERROR_PAGES.contains(&self.slug())
    }

    /// Whether search engines may list it, and so whether the sitemap does.
    pub fn is_listed(&self) -> bool {
        self.robots == Robots::Index
    }

    /// What the author of the page would open: its file, or where the unit came from.
    pub fn origin(&self) -> String {
        match &self.kind {
            PageKind::Content(source) => source.file.clone(),
            PageKind::Unit(_) => format!("the unit page {}", self.url),
        }
    }
}
