//! One page of the site: a content file or a unit, in one language, with its path.

use std::borrow::Cow;
use std::sync::Arc;

use super::template;
use crate::lang::Lang;
use crate::source::{PageSource, Robots, ScheduleState};

/// Slugs of the pages that hosts show instead of another page, by the status of the answer.
const ERROR_PAGES: [&str; 2] = ["404", "500"];

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
    pub template: Cow<'static, str>,
    /// Whether search engines may list it.
    pub robots: Robots,
    /// When true, the page is served with `Cache-Control: no-store`.
    pub no_store: bool,
    /// Whether it is public.
    pub state: ScheduleState,
    /// Why the page cannot be shown, if so (S5g).
    pub refused: Option<String>,
    /// The source of its content.
    pub kind: PageKind,
}

/// The source of a page's content.
#[derive(Debug)]
pub enum PageKind {
    /// A file below `content/`.
    Content(Arc<PageSource>),
    /// A unit, by its index in the inventory.
    Unit(usize),
}

/// A language-neutral path without its first slash: `inventario`; `index` for the home page.
pub fn slug(neutral: &str) -> &str {
    match neutral.trim_start_matches('/') {
        "" => "index",
        slug => slug,
    }
}

/// The language-neutral path of the content file with this path below a language's folder. A file called `index` has that of its
/// folder.
pub fn neutral_path(slug: &str) -> String {
    match slug.strip_suffix("index") {
        Some("") => "/".to_owned(),
        Some(folder) if folder.ends_with('/') => format!("/{}", folder.trim_end_matches('/')),
        _ => format!("/{slug}"),
    }
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
        slug(&self.neutral)
    }

    /// Whether this is an error page or the page for visitors without a connection. Such pages have no alternates in
    /// other languages and are not in the sitemap.
    pub fn is_error(&self) -> bool {
        ERROR_PAGES.contains(&self.slug()) || self.has_template(template::OFFLINE)
    }

    /// The name of its template: `unit` for `templates/pages/unit.html`.
    pub fn template_name(&self) -> &str {
        self.template.trim_start_matches("pages/").trim_end_matches(".html")
    }

    /// Whether its template is `templates/pages/<name>.html`.
    pub fn has_template(&self, name: &str) -> bool {
        self.template.starts_with("pages/") && self.template_name() == name
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
