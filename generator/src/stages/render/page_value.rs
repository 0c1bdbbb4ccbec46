//! The template value `page`.

use std::sync::{Arc, OnceLock};

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::context::RenderContext;
use super::values::{from_json, group};
use crate::outputs::feeds::Feed;
use crate::outputs::markdown_alternate;
use model::formats::markdown::{self, Document};
use model::lang::Lang;
use model::site::{Page, PageKind};
use model::source::Theme;

const FIELDS: [&str; 18] = [
    "slug",
    "path",
    "url",
    "canonical",
    "title",
    "full_title",
    "description",
    "theme",
    "template",
    "data",
    "date",
    "body",
    "source",
    "machine",
    "toc",
    "alternates",
    "robots",
    "is_home",
];

/// Between a page's title and the site's name in `full_title`.
const TITLE_SEPARATOR: &str = " | ";

/// One page. Its Markdown body and its data are converted when a template first reads them.
pub(super) struct PageValue {
    context: Arc<RenderContext>,
    index: usize,
    document: OnceLock<Document>,
    data: OnceLock<Value>,
}

impl PageValue {
    pub(super) fn new(context: &Arc<RenderContext>, index: usize) -> PageValue {
        PageValue {
            context: context.clone(),
            index,
            document: OnceLock::new(),
            data: OnceLock::new(),
        }
    }

    pub(super) fn page(&self) -> &Page {
        &self.context.site.pages[self.index]
    }

    /// Its index in `site.pages`.
    pub(super) fn index(&self) -> usize {
        self.index
    }

    fn document(&self) -> &Document {
        self.document.get_or_init(|| match self.page().source() {
            Some(source) => markdown::render(&source.body, self.context.lang, &|written| {
                self.context.address(written)
            }),
            None => Document::default(),
        })
    }

    fn absolute(&self, path: &str) -> Value {
        Value::from(self.context.site.config.absolute(path))
    }

    pub(super) fn title(&self) -> Option<Value> {
        match &self.page().kind {
            PageKind::Content(source) => Some(Value::from(source.front.title.as_str())),
            PageKind::Unit(index) => {
                let unit = &self.context.site.inventory.units[*index];
                let title = self.context.localized().unit_title(unit.unit_use, &unit.unit);
                title.ok().map(Value::from)
            }
        }
    }

    fn full_title(&self) -> Option<Value> {
        if self.page().source().is_some_and(|source| source.front.title_full) {
            return self.title();
        }
        Some(Value::from(format!(
            "{}{TITLE_SEPARATOR}{}",
            self.title()?,
            self.context.site.config.name
        )))
    }

    fn description(&self) -> Option<Value> {
        let index = match &self.page().kind {
            PageKind::Content(source) => return Some(Value::from(source.front.description.as_str())),
            PageKind::Unit(index) => *index,
        };
        let unit = &self.context.site.inventory.units[index];
        let localized = self.context.localized();
        let value_of = |name: &str| match name {
            "unit" => Some(unit.unit.clone()),
            "level" => localized.level(unit.level).ok(),
            "area" => Some(unit.area.to_string()),
            "price" => Some(unit.price.to_string()),
            "typology" => Some(unit.typology.clone()),
            "status" => localized.status(unit.status).ok(),
            "date" => Some(self.context.date_label.clone()),
            _ => None,
        };
        let key = format!("unit.description_{}", unit.unit_use.key());
        let text = localized.strings.text(&key, None, &value_of);
        text.ok().map(Value::from)
    }

    fn alternates(&self) -> Value {
        let page = self.page();
        if page.is_error() {
            return Value::from(Vec::<Value>::new());
        }
        let alternate = |hreflang: &str, lang: Lang| {
            group([
                ("hreflang", Value::from(hreflang)),
                ("href", self.absolute(&lang.path(&page.neutral))),
            ])
        };
        let mut all: Vec<Value> = Lang::ALL
            .iter()
            .map(|lang| alternate(lang.locale(), *lang))
            .collect();
        all.push(alternate("x-default", Lang::FALLBACK));
        Value::from(all)
    }

    /// Links to the page's Markdown alternate and feed. The home page has none: `llms.txt` lists them.
    fn machine_links(&self) -> Value {
        let (site, page) = (&self.context.site, self.page());
        if page.neutral == "/" {
            return Value::from(Vec::<Value>::new());
        }
        let link = |kind: &str, address: String| {
            group([("type", Value::from(kind)), ("href", Value::from(address))])
        };
        let markdown = markdown_alternate::url(site, page).map(|address| link("text/markdown", address));
        let feed =
            Feed::of_page(site, page).map(|feed| link("application/atom+xml", feed.url(self.context.lang)));
        markdown.into_iter().chain(feed).collect()
    }

    fn table_of_contents(&self) -> Value {
        let headings = self.document().headings.iter().map(|heading| {
            group([
                ("id", Value::from(heading.id.as_str())),
                ("level", Value::from(heading.level)),
                ("text", Value::from(heading.text.as_str())),
            ])
        });
        headings.collect()
    }

    fn data(&self) -> Value {
        let make = || {
            self.page()
                .source()
                .map_or_else(|| Value::from(()), |source| from_json(&source.front.data))
        };
        self.data.get_or_init(make).clone()
    }
}

impl std::fmt::Debug for PageValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "page {}", self.page().url)
    }
}

impl Object for PageValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let page = self.page();
        let front = page.source().map(|source| &source.front);
        Some(match key {
            "slug" => Value::from(page.slug()),
            "path" => Value::from(page.neutral.as_str()),
            "url" => Value::from(page.url.as_str()),
            "canonical" => self.absolute(&page.url),
            "title" => self.title()?,
            "full_title" => self.full_title()?,
            "description" => self.description()?,
            "theme" => Value::from(front.map_or(Theme::Light, |front| front.theme).key()),
            "template" => Value::from(
                page.template
                    .trim_start_matches("pages/")
                    .trim_end_matches(".html"),
            ),
            "data" => self.data(),
            "date" => Value::from(front.and_then(|front| front.date).map(|date| date.to_string())),
            "body" => Value::from_safe_string(self.document().html.clone()),
            "source" => Value::from(page.source().map_or("", |source| source.body.as_str())),
            "machine" => self.machine_links(),
            "toc" => self.table_of_contents(),
            "alternates" => self.alternates(),
            "robots" => Value::from(page.robots.key()),
            "is_home" => Value::from(page.neutral == "/"),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}
