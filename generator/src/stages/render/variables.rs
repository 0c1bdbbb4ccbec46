//! The variables of one page: `page`, `languages`, and on a unit's page `unit`, `previous`, `next` and `similar`.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object};
use minijinja::{Value, context};

use super::context::RenderContext;
use super::page_value::PageValue;
use model::lang::Lang;
use model::site::{Page, PageKind, Site};

const VARIABLES: [&str; 6] = ["page", "languages", "unit", "previous", "next", "similar"];

/// The variables of one page. Each is computed when a template reads it.
#[derive(Debug)]
pub(super) struct Variables {
    context: Arc<RenderContext>,
    page: Arc<PageValue>,
}

impl Variables {
    /// Of the page with this index in `site.pages`; `changed` is that page with other texts.
    pub(super) fn new(context: &Arc<RenderContext>, index: usize, changed: Option<Page>) -> Variables {
        Variables { context: context.clone(), page: Arc::new(PageValue::new(context, index, changed)) }
    }
}

/// The page in each language of the site; `url` makes its address from its place in this list.
pub(super) fn languages(site: &Site, page: &Page, url: impl Fn(usize, Lang) -> String) -> Value {
    let has_icon = |name: &String| site.icons.iter().any(|icon| icon.name == *name);
    let languages = site.config.languages.iter().enumerate();
    languages
        .map(|(index, lang)| {
            let flag = Some(format!("flag-{lang}")).filter(has_icon);
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

impl Object for Variables {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let page = self.page.page();
        let unit = |index: Option<usize>| {
            Value::from(index.and_then(|index| self.context.units.get(index)).cloned())
        };
        match (key, &page.kind) {
            ("page", _) => Some(Value::from_dyn_object(self.page.clone())),
            ("languages", _) => Some(languages(&self.context.site, page, |_, lang| {
                self.context.site.routes.url_in(page, lang)
            })),
            ("unit", PageKind::Unit(index)) => Some(unit(Some(*index))),
            ("previous", PageKind::Unit(index)) => Some(unit(index.checked_sub(1))),
            ("next", PageKind::Unit(index)) => Some(unit(Some(index + 1))),
            ("similar", PageKind::Unit(index)) => Some(Value::from(self.context.similar(*index))),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&VARIABLES)
    }
}
