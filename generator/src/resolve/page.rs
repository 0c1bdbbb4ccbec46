//! One page of the site: a content file or a unit, in one language, with its address.

use crate::lang::Lang;
use crate::load::{PageSource, Robots, TemplateFile};
use crate::problem::{Problem, did_you_mean};

use super::middleware::{self, Middleware};

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
    /// The page of a content file. `index` is the home of its folder.
    pub(super) fn of_content(source: PageSource, problems: &mut Vec<Problem>) -> Page {
        let neutral = match source.slug.strip_suffix("index") {
            Some("") => "/".to_owned(),
            Some(folder) if folder.ends_with('/') => format!("/{}", folder.trim_end_matches('/')),
            _ => format!("/{}", source.slug),
        };
        let mut page = Page {
            lang: source.lang,
            url: source.lang.path(&neutral),
            file: source.lang.file(&neutral),
            neutral,
            template: format!("pages/{}.html", source.front.template),
            robots: source.front.robots,
            no_store: false,
            refused: None,
            kind: PageKind::Content(Box::new(source)),
        };
        if page.is_error() {
            page.robots = Robots::Noindex;
        }
        problems.extend(middleware::run(&mut page));
        page
    }

    /// The page of a unit.
    pub(super) fn of_unit(lang: Lang, neutral: String, template: &str, index: usize) -> Page {
        Page {
            lang,
            url: lang.path(&neutral),
            file: lang.file(&neutral),
            neutral,
            template: template.to_owned(),
            robots: Robots::Index,
            no_store: false,
            refused: None,
            kind: PageKind::Unit(index),
        }
    }

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

    /// What the author's middleware does to the page.
    pub(super) fn apply(&mut self, middleware: Middleware) {
        match middleware {
            Middleware::Noindex => self.robots = Robots::Noindex,
            Middleware::NoStore => self.no_store = true,
        }
    }
}

/// Content pages whose template does not exist.
pub(super) fn unknown_templates(pages: &[Page], templates: &[TemplateFile]) -> Vec<Problem> {
    let known: Vec<&str> = templates
        .iter()
        .filter_map(|template| template.name.strip_prefix("pages/")?.strip_suffix(".html"))
        .collect();
    let unknown = pages.iter().filter_map(|page| {
        let source = page.source()?;
        let name = source.front.template.as_str();
        if known.contains(&name) {
            return None;
        }
        let message = format!("there is no template \"{name}\" (templates/pages/{name}.html)");
        Some(
            Problem::at(&source.file, source.place_of("template"), message)
                .maybe_hint(did_you_mean(name, known.clone())),
        )
    });
    let mut problems: Vec<Problem> = unknown.collect();
    let unit = pages
        .iter()
        .find(|page| page.source().is_none())
        .map(|page| page.template.as_str());
    if let Some(template) = unit.filter(|name| !templates.iter().any(|template| template.name == *name)) {
        let file = format!("templates/{template}");
        problems.push(
            Problem::in_file(file, "this template is missing").hint("the page of every unit is made from it"),
        );
    }
    problems
}
