//! The template value `page`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use minijinja::value::{Enumerator, Object};
use minijinja::{Value, context};

use super::environment::RenderContext;
use super::functions::markdown as rendered;
use super::search_files::alternates;
use super::values::{from_json, from_serialize};
use crate::outputs::feeds::Feed;
use crate::outputs::markdown_alternate;
use formats::markdown::MarkdownDocument;
use model::site::{Page, PageKind, Site};

/// How a field is computed.
type Field = fn(&PageValue, &Page) -> Option<Value>;

/// The fields of a page.
const FIELDS: [(&str, Field); 20] = [
    ("slug", |_, page| Some(Value::from(page.slug()))),
    ("path", |_, page| Some(Value::from(page.neutral.as_str()))),
    ("url", |_, page| Some(Value::from(page.url.as_str()))),
    ("canonical", |own, page| {
        Some(own.context.site.config.absolute(&page.url).into())
    }),
    ("title", |own, _| own.title().map(Value::from)),
    ("full_title", |own, _| own.full_title().map(Value::from)),
    ("description", |own, _| own.description().map(Value::from)),
    ("theme", |_, page| {
        let theme = page.source().map(|source| source.front.theme);
        Some(from_serialize(&theme.unwrap_or_default()))
    }),
    ("template", |_, page| {
        Some(Value::from(page.template_name()))
    }),
    ("data", |own, _| Some(own.data())),
    ("date", |_, page| {
        let date = page.source().and_then(|source| source.front.date);
        Some(Value::from(date.map(|date| date.to_string())))
    }),
    ("image", |_, page| {
        let image = page.source().and_then(|source| source.front.image.clone());
        Some(Value::from(image))
    }),
    // Whether it is an entry of a list of news.
    ("is_news", |own, page| {
        Some(own.context.site.is_news(page).into())
    }),
    ("body", |own, page| {
        let text = page.source().map_or("", |source| source.body.as_str());
        Some(rendered::html(&own.context, own.document(), text))
    }),
    ("source", |_, page| {
        Some(Value::from(
            page.source().map_or("", |source| source.body.as_str()),
        ))
    }),
    ("machine", |own, _| Some(own.machine_links())),
    ("toc", |own, _| Some(own.table_of_contents())),
    ("alternates", |own, _| Some(own.alternates())),
    ("robots", |_, page| Some(from_serialize(&page.robots))),
    ("is_home", |_, page| Some(Value::from(page.neutral == "/"))),
];

/// The fields of which a page notes whether they were read.
const NOTED: [&str; 2] = ["date", "image"];

/// One page. Its Markdown body and its data are converted when a template first reads them.
#[derive(Debug)]
pub(super) struct PageValue {
    context: Arc<RenderContext>,
    /// Its index in `site.pages`.
    pub(super) index: usize,
    /// The page with other texts than in the site.
    changed: Option<Page>,
    document: OnceLock<MarkdownDocument>,
    data: OnceLock<Value>,
    urls: OnceLock<Vec<String>>,
    /// Whether a template has read its `date` and its `image`.
    has_read: [AtomicBool; 2],
}

impl PageValue {
    /// Of the page with this index in `site.pages`; `changed` is that page with other texts.
    pub(super) fn new(
        context: &Arc<RenderContext>,
        index: usize,
        changed: Option<Page>,
    ) -> Arc<PageValue> {
        Arc::new(PageValue {
            context: context.clone(),
            index,
            changed,
            document: OnceLock::new(),
            data: OnceLock::new(),
            urls: OnceLock::new(),
            has_read: Default::default(),
        })
    }

    /// The variables of its templates.
    pub(super) fn variables(self: &Arc<Self>) -> Value {
        Value::from_object(PageVariables(Arc::clone(self)))
    }

    /// The page in each language of the site.
    fn languages(&self) -> Value {
        let url = |index: usize| self.urls()[index].clone();
        languages(&self.context.site, self.page(), url)
    }

    /// Its address in each language of the site, in their order.
    pub(super) fn urls(&self) -> &[String] {
        self.urls.get_or_init(|| {
            let (site, page) = (&self.context.site, self.page());
            let url = |lang| site.routes.url_in(page, lang);
            site.config.languages.iter().map(url).collect()
        })
    }

    /// Whether a template has read the page's Markdown body.
    pub(super) fn has_read_body(&self) -> bool {
        self.document.get().is_some()
    }

    /// The keys of its front matter that are written and that no template has read.
    pub(super) fn unread_keys(&self) -> impl Iterator<Item = &'static str> {
        let front = self.page().source().map(|source| &source.front);
        let is_written = [
            front.is_some_and(|front| front.date.is_some()),
            front.is_some_and(|front| front.image.is_some()),
        ];
        let keys = NOTED.into_iter().zip(is_written).zip(&self.has_read);
        let unread = keys.filter(|((_, written), read)| *written && !read.load(Ordering::Relaxed));
        unread.map(|((key, _), _)| key)
    }

    pub(super) fn page(&self) -> &Page {
        self.changed
            .as_ref()
            .unwrap_or_else(|| &self.context.site.pages[self.index])
    }

    fn document(&self) -> &MarkdownDocument {
        self.document.get_or_init(|| match self.page().source() {
            Some(source) => rendered::document(&self.context, &source.body),
            None => MarkdownDocument::default(),
        })
    }

    pub(super) fn title(&self) -> Option<String> {
        match &self.page().kind {
            PageKind::Content(source) => Some(source.front.title.clone()),
            PageKind::Unit(index) => {
                let name = self.context.catalogue.units[*index].name.as_ref()?;
                Some(name.to_string())
            }
        }
    }

    fn full_title(&self) -> Option<String> {
        if self
            .page()
            .source()
            .is_some_and(|source| source.front.title_full)
        {
            return self.title();
        }
        Some(format!(
            "{} | {}",
            self.title()?,
            self.context.site.config.name
        ))
    }

    fn description(&self) -> Option<String> {
        let index = match &self.page().kind {
            PageKind::Content(source) => return Some(source.front.description.clone()),
            PageKind::Unit(index) => *index,
        };
        let catalogue = &self.context.catalogue;
        let (unit, view) = (catalogue.unit(index), &catalogue.units[index]);
        let typology = if unit.typology.is_empty() {
            "–"
        } else {
            &*unit.typology
        };
        let localized = self.context.localized();
        let values = [
            ("use", localized.unit_use(&unit.unit_use)),
            ("unit", &*view.label),
            ("level", view.level.as_ref()?),
            ("area", view.areas.exact.as_ref()?),
            ("price", &*view.price.net),
            ("typology", typology),
            ("status", catalogue.status(unit).ok()?),
            ("date", &self.context.date_label),
        ];
        localized.filled("unit.description", &values).ok()
    }

    fn alternates(&self) -> Value {
        let (site, page) = (&self.context.site, self.page());
        if page.is_error() {
            return Value::from(Vec::<Value>::new());
        }
        let href = |lang| site.config.absolute(&site.routes.url_in(page, lang));
        alternates(&site.config.languages)
            .map(|(hreflang, lang)| context! { hreflang, href => href(lang) })
            .collect()
    }

    /// Links to the page's Markdown alternate and feed. The home page has none: `llms.txt` lists them.
    fn machine_links(&self) -> Value {
        let (site, page) = (&self.context.site, self.page());
        if page.neutral == "/" {
            return Value::from(Vec::<Value>::new());
        }
        let markdown = markdown_alternate::url(site, page)
            .map(|href| context! { type => "text/markdown", href });
        let feed = Feed::of_page(site, page)
            .and_then(|feed| feed.url(site, self.context.lang))
            .map(|href| context! { type => "application/atom+xml", href });
        markdown.into_iter().chain(feed).collect()
    }

    fn table_of_contents(&self) -> Value {
        let headings = self.document().headings.iter();
        headings
            .map(|heading| context! { id => heading.id.as_str(), level => heading.level, text => heading.text.as_str() })
            .collect()
    }

    fn data(&self) -> Value {
        let data = || {
            Value::from(
                self.page()
                    .source()
                    .map(|source| from_json(&source.front.data)),
            )
        };
        self.data.get_or_init(data).clone()
    }
}

impl Object for PageValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if let Some(noted) = NOTED.iter().position(|name| *name == key) {
            self.has_read[noted].store(true, Ordering::Relaxed);
        }
        let (_, field) = FIELDS.iter().find(|(name, _)| *name == key)?;
        field(self, self.page())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(FIELDS.iter().map(|(name, _)| Value::from(*name)).collect())
    }
}

/// The variables of a page's templates: `page` and `languages`, and on a unit's page the unit, those before and after it, and
/// similar ones. Every name in a template is looked up here first, so that an unknown one must be refused fast.
#[derive(Debug)]
struct PageVariables(Arc<PageValue>);

impl Object for PageVariables {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, name: &str) -> Option<Value> {
        let page = &self.0;
        let context = &page.context;
        let unit = |index: usize| context.units.get(index).cloned();
        match name {
            "page" => return Some(Value::from_dyn_object(Arc::clone(page))),
            "languages" => return Some(page.languages()),
            _ => {}
        }
        let PageKind::Unit(index) = page.page().kind else {
            return None;
        };
        match name {
            "unit" => unit(index),
            "previous" => Some(index.checked_sub(1).and_then(unit).into()),
            "next" => Some(unit(index + 1).into()),
            "similar" => Some(context.similar(index).into()),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(match self.0.page().kind {
            PageKind::Unit(_) => &["page", "languages", "unit", "previous", "next", "similar"],
            PageKind::Content(_) => &["page", "languages"],
        })
    }
}

/// The page in each language of the site; `url` makes its address from its place in this list.
pub(super) fn languages(site: &Site, page: &Page, url: impl Fn(usize) -> String) -> Value {
    let languages = site.config.languages.iter().enumerate();
    languages
        .map(|(index, lang)| {
            let flag = Some(format!("flag-{lang}")).filter(|name| site.icons.contains_key(name));
            context! {
                code => lang.code(),
                locale => lang.locale(),
                name => lang.name(),
                flag,
                is_current => lang == page.lang,
                url => url(index),
            }
        })
        .collect()
}
