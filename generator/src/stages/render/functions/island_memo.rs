//! Reuses the HTML of an island on pages whose calls differ only in the page's URL and the unit's code.
//!
//! The HTML is rendered once with placeholders for these two values and filled in for each page. That is right only
//! for a component that shows the values unchanged. So the first page is also rendered without placeholders; if the
//! two results differ, every page is rendered on its own.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::island_props;
use crate::stages::render::placeholders::{fill, needs_no_escaping, placeholder};

/// The arguments of one call of `island(...)`.
#[derive(Clone, Serialize)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) when: &'a str,
    /// Position of the island on its page, from 1.
    pub(super) number: usize,
    pub(super) page_url: String,
    /// The props that the template gives.
    pub(super) extra: Map<String, Json>,
}

/// HTML by the call with placeholders, as JSON; `None` for a component whose HTML cannot be filled in.
#[derive(Default)]
pub(in crate::stages::render) struct IslandMemo {
    by_call: RwLock<HashMap<String, Option<Arc<str>>>>,
}

impl IslandMemo {
    /// The HTML of a call: rendered by `render`, or filled in from an earlier call with the same key.
    ///
    /// # Errors
    /// Those of `render`.
    pub(super) fn html<E>(
        &self,
        call: &Call,
        render: impl Fn(&Call) -> Result<String, E>,
    ) -> Result<String, E> {
        let Some((with_placeholders, values)) = call.with_placeholders() else {
            return render(call);
        };
        let key = serde_json::to_string(&with_placeholders).unwrap_or_default();
        let known = self
            .by_call
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        match known {
            Some(Some(html)) => fill(&html, &values).map_or_else(|| render(call), Ok),
            Some(None) => render(call),
            None => {
                let rendered = render(call)?;
                let reusable = render(&with_placeholders)
                    .ok()
                    .filter(|html| fill(html, &values).is_some_and(|filled| filled == rendered));
                let mut by_call = self.by_call.write().unwrap_or_else(PoisonError::into_inner);
                by_call.insert(key, reusable.map(Arc::from));
                Ok(rendered)
            }
        }
    }
}

impl<'a> Call<'a> {
    /// The call with placeholders for the values that differ from page to page, and these values. `None` when there
    /// is no such value, or when one would be escaped.
    fn with_placeholders(&self) -> Option<(Call<'a>, Vec<&str>)> {
        let mut call = self.clone();
        let mut values = Vec::new();
        for name in island_props::differing_by_page(self.name) {
            let value = match *name {
                "page" => Some(self.page_url.as_str()),
                other => self.extra.get(other).and_then(Json::as_str),
            };
            let Some(value) = value else { continue };
            if !needs_no_escaping(value) {
                return None;
            }
            let placeholder = placeholder(values.len());
            match *name {
                "page" => call.page_url = placeholder,
                other => drop(call.extra.insert(other.to_owned(), Json::String(placeholder))),
            }
            values.push(value);
        }
        (!values.is_empty()).then_some((call, values))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;
    use serde_json::json;

    fn call(unit: &str) -> Call<'static> {
        let mut extra = Map::new();
        extra.insert("unit".to_owned(), json!(unit));
        Call {
            name: "form",
            when: "idle",
            number: 1,
            page_url: format!("/inventario/{unit}"),
            extra,
        }
    }

    fn link(call: &Call) -> String {
        format!(
            "<a href=\"{}\">{}</a>",
            call.page_url,
            call.extra["unit"].as_str().unwrap()
        )
    }

    #[test]
    fn later_pages_are_filled_in() {
        let (memo, renders) = (IslandMemo::default(), Cell::new(0));
        let render = |call: &Call| -> Result<String, Infallible> {
            renders.set(renders.get() + 1);
            Ok(link(call))
        };
        for unit in ["O-1", "O-2", "a & b", "O-3"] {
            assert_eq!(memo.html(&call(unit), render).unwrap(), link(&call(unit)));
        }
        assert_eq!(
            renders.get(),
            3,
            "the first page without and with placeholders, and the unit that needs escaping"
        );
    }

    #[test]
    fn a_component_that_changes_a_value_is_rendered_for_each_page() {
        let memo = IslandMemo::default();
        let render = |call: &Call| -> Result<String, Infallible> {
            Ok(link(call).to_uppercase().replace("/INVENTARIO", "/inventario"))
        };
        for unit in ["a-1", "b-2"] {
            assert_eq!(
                memo.html(&call(unit), render).unwrap(),
                render(&call(unit)).unwrap()
            );
        }
    }

    #[test]
    fn a_component_that_inspects_a_value_is_rendered_for_each_page() {
        let memo = IslandMemo::default();
        let render = |call: &Call| -> Result<String, Infallible> {
            let is_special = call.extra["unit"].as_str().unwrap().starts_with('X');
            Ok(if is_special {
                "special".to_owned()
            } else {
                link(call)
            })
        };
        for unit in ["X-1", "O-1"] {
            assert_eq!(
                memo.html(&call(unit), render).unwrap(),
                render(&call(unit)).unwrap()
            );
        }
    }
}
