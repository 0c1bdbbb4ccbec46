//! One page of the site: a content file or a unit, in one language, with its path.

use crate::lang::Lang;
use crate::source::{PageSource, PublicationState, Robots};

/// Slugs of the error pages. They have no alternate in the other language and are not in the sitemap.
const ERROR_PAGES: [&str; 3] = ["404", "500", "sin-conexion"];

/// One page in one language.
#[derive(Debug)]
pub struct Page {
    /// Its language.
    pub lang: Lang,
    /// Its language-neutral path: `/inventario`.
    pub neutral: String,
    /// Its path: `/en/inventario`.
    pub url: String,
    /// The file below `dist/`.
    pub file: String,
    /// Name of its template.
    pub template: String,
    /// Whether search engines may list it.
    pub robots: Robots,
    /// When true, the page is served with `Cache-Control: no-store`.
    pub no_store: bool,
    /// Whether it is public.
    pub state: PublicationState,
    /// Why the page cannot be shown, if so (S5g).
    pub refused: Option<String>,
    /// The source of its content.
    pub kind: PageKind,
}

/// The source of a page's content.
#[derive(Debug)]
pub enum PageKind {
    /// A file below `content/`.
    Content(Box<PageSource>),
    /// A unit, by its index in the inventory.
    Unit(usize),
}

impl Page {
    /// The content file; `None` for the page of a unit.
    pub fn source(&self) -> Option<&PageSource> {
        match &self.kind {
            PageKind::Content(source) => Some(source),
            PageKind::Unit(_) => None,
        }
    }

    /// The path without its first slash: `inventario`; `index` for the home page.
    pub fn slug(&self) -> &str {
        match self.neutral.trim_start_matches('/') {
            "" => "index",
            slug => slug,
        }
    }

    /// The path of the same page in the other language; for an error page, of the home page.
    pub fn url_in_other_language(&self) -> String {
        let neutral = if self.is_error() { "/" } else { &self.neutral };
        self.lang.other().path(neutral)
    }

    /// Whether this is an error page or the page for visitors without a connection.
    pub fn is_error(&self) -> bool {
        ERROR_PAGES.contains(&self.slug())
    }

    /// Whether search engines may list the page. Only such pages are in the sitemap.
    pub fn is_listed(&self) -> bool {
        self.robots == Robots::Index
    }

    /// What the page is made from, for messages: its file, or the path of the unit page.
    pub fn origin(&self) -> String {
        match &self.kind {
            PageKind::Content(source) => source.file.clone(),
            PageKind::Unit(_) => format!("the unit page {}", self.url),
        }
    }
}
