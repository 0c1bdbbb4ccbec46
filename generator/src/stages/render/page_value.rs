//! The template value `page`.

use std::sync::{Arc, OnceLock};

use minijinja::value::{Enumerator, Object};
use minijinja::{Value, context};

use super::environment::RenderContext;
use super::search_files::alternates;
use super::values::{from_json, from_serialize};
use crate::outputs::feeds::Feed;
use crate::outputs::markdown_alternate;
use formats::markdown::{self, MarkdownDocument};
use model::lang::Lang;
use model::localized::Localized;
use model::site::{Page, PageKind, Site};

/// How a field is computed.
type Field = fn(&PageValue, &Page) -> Option<Value>;

/// The fields of a page.
const FIELDS: [(&str, Field); 18] = [
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
    ("body", |own, _| {
        Some(Value::from_safe_string(own.document().html.clone()))
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
}

impl PageValue {
    /// Of the page with this index in `site.pages`; `changed` is that page with other texts.
    pub(super) fn new(
        context: &Arc<RenderContext>,
        index: usize,
        changed: Option<Page>,
    ) -> Arc<PageValue> {
        let (document, data) = (OnceLock::new(), OnceLock::new());
        Arc::new(PageValue {
            context: context.clone(),
            index,
            changed,
            document,
            data,
        })
    }

    /// The variables of its templates.
    pub(super) fn variables(self: &Arc<Self>) -> Value {
        let (context, page) = (&self.context, self.page());
        let languages = languages(&context.site, page, |_, lang| {
            context.site.routes.url_in(page, lang)
        });
        let variables = context! { page => Value::from_dyn_object(self.clone()), languages };
        let PageKind::Unit(index) = page.kind else {
            return variables;
        };
        let unit = |index: usize| context.units.get(index).cloned();
        context! {
            unit => unit(index),
            previous => index.checked_sub(1).and_then(unit),
            next => unit(index + 1),
            similar => context.similar(index),
            ..variables
        }
    }

    /// Whether a template has read the page's Markdown body.
    pub(super) fn has_read_body(&self) -> bool {
        self.document.get().is_some()
    }

    pub(super) fn page(&self) -> &Page {
        self.changed
            .as_ref()
            .unwrap_or_else(|| &self.context.site.pages[self.index])
    }

    fn document(&self) -> &MarkdownDocument {
        self.document.get_or_init(|| match self.page().source() {
            Some(source) => markdown::render(&source.body, &|written| {
                self.context.localized().link(written)
            }),
            None => MarkdownDocument::default(),
        })
    }

    pub(super) fn title(&self) -> Option<String> {
        match &self.page().kind {
            PageKind::Content(source) => Some(source.front.title.clone()),
            PageKind::Unit(index) => {
                let unit = &self.context.site.inventory.units[*index];
                self.context.localized().unit_name(unit).ok()
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
        let unit = &self.context.site.inventory.units[index];
        let localized = self.context.localized();
        let code = unit.code.to_string();
        let typology = if unit.typology.is_empty() {
            "–"
        } else {
            &*unit.typology
        };
        let values = [
            ("use", localized.unit_use(&unit.unit_use)),
            ("unit", &code),
            (
                "level",
                &localized.floor(localized.site.config.floor(unit)).ok()?,
            ),
            ("area", &localized.unit_area(unit, Localized::area).ok()?),
            ("price", &localized.money(unit.price)),
            ("typology", typology),
            ("status", &localized.status(unit.status).ok()?),
            ("date", &self.context.date_label),
        ];
        localized.filled("unit.description", &values).ok()
    }

    fn alternates(&self) -> Value {
        let (site, page) = (&self.context.site, self.page());
        let alternates = alternates(&site.config.languages).filter(|_| !page.is_error());
        let href = |lang| site.config.absolute(&site.routes.url_in(page, lang));
        alternates
            .map(|(hreflang, lang)| context! { hreflang, href => href(lang) })
            .collect()
    }

    /// Links to the page's Markdown alternate and feed. The home page has none: `llms.txt` lists them.
    fn machine_links(&self) -> Value {
        let (site, page) = (&self.context.site, self.page());
        let markdown = markdown_alternate::url(site, page)
            .map(|href| context! { type => "text/markdown", href });
        let feed = Feed::of_page(site, page)
            .and_then(|feed| feed.url(site, self.context.lang))
            .map(|href| context! { type => "application/atom+xml", href });
        markdown
            .into_iter()
            .chain(feed)
            .filter(|_| page.neutral != "/")
            .collect()
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
        let key = key.as_str()?;
        let (_, field) = FIELDS.iter().find(|(name, _)| *name == key)?;
        field(self, self.page())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(FIELDS.iter().map(|(name, _)| Value::from(*name)).collect())
    }
}

/// The page in each language of the site; `url` makes its address from its place in this list.
pub(super) fn languages(site: &Site, page: &Page, url: impl Fn(usize, Lang) -> String) -> Value {
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
                url => url(index, lang),
            }
        })
        .collect()
}
