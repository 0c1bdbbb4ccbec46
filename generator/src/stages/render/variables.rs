//! The variables of one page: `page`, `other`, and on a unit's page `unit`, `previous`, `next` and `similar`.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::context::RenderContext;
use super::page_value::PageValue;
use super::values::group;
use model::site::PageKind;

const VARIABLES: [&str; 6] = ["page", "other", "unit", "previous", "next", "similar"];

/// The variables of one page. Each is computed when a template reads it.
pub(super) struct Variables {
    context: Arc<RenderContext>,
    page: Arc<PageValue>,
}

impl Variables {
    pub(super) fn new(context: &Arc<RenderContext>, index: usize) -> Variables {
        Variables {
            context: context.clone(),
            page: Arc::new(PageValue::new(context, index)),
        }
    }

    fn unit_index(&self) -> Option<usize> {
        match self.page.page().kind {
            PageKind::Unit(index) => Some(index),
            PageKind::Content(_) => None,
        }
    }

    /// The same page in the other language.
    fn other(&self) -> Value {
        let page = self.page.page();
        let lang = page.lang.other();
        group([
            ("lang", Value::from(lang.code())),
            ("locale", Value::from(lang.locale())),
            ("url", Value::from(page.url_in_other_language())),
        ])
    }

    fn similar(&self, index: usize) -> Value {
        let unit = &self.context.site.inventory.units[index];
        let similar = self.context.neighbours.similar(unit, index);
        similar
            .into_iter()
            .map(|other| self.context.units[other].clone())
            .collect()
    }
}

impl std::fmt::Debug for Variables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", self.page)
    }
}

impl Object for Variables {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let none = || Value::from(());
        match key {
            "page" => return Some(Value::from_dyn_object(self.page.clone())),
            "other" => return Some(self.other()),
            _ => {}
        }
        let index = self.unit_index()?;
        let units = &self.context.units;
        Some(match key {
            "unit" => units[index].clone(),
            "previous" => index
                .checked_sub(1)
                .map_or_else(none, |previous| units[previous].clone()),
            "next" => units.get(index + 1).cloned().unwrap_or_else(none),
            "similar" => self.similar(index),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&VARIABLES)
    }
}
