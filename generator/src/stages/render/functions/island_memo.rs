//! Islands on thousands of pages that differ in an address and a unit's code: the finished mark-up is made once,
//! with marks where these values stand, and filled in for each page.
//!
//! That is right only where nothing looks into the values. The first page of each kind is made on its own as well;
//! where the two differ, so is every other.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Map, Value as Json};

use super::island_props;
use crate::stages::prerender::slots;

/// One call of `island(...)`.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) when: &'a str,
    /// Which island of its page it is, from 1.
    pub(super) number: usize,
    pub(super) page_url: String,
    /// The props that the template gives.
    pub(super) extra: Map<String, Json>,
}

/// Mark-up with marks by the call that made it; nothing for calls whose values must not be left open.
#[derive(Default)]
pub(in crate::stages::render) struct IslandMemo {
    made: RwLock<HashMap<String, Option<Arc<str>>>>,
}

impl IslandMemo {
    /// The mark-up of a call, from `make` or from an earlier call that differs in open values only.
    pub(super) fn html<E>(
        &self,
        call: &Call,
        make: impl Fn(&Call) -> Result<String, E>,
    ) -> Result<String, E> {
        let Some((marked, values)) = call.opened() else {
            return make(call);
        };
        let key = marked.key();
        let known = self
            .made
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        match known {
            Some(Some(open)) => slots::fill(&open, &values).map_or_else(|| make(call), Ok),
            Some(None) => make(call),
            None => {
                let alone = make(call)?;
                let open = make(&marked).ok();
                let proven =
                    open.filter(|open| slots::fill(open, &values).is_some_and(|filled| filled == alone));
                let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
                made.insert(key, proven.map(Arc::from));
                Ok(alone)
            }
        }
    }
}

impl<'a> Call<'a> {
    /// The call with marks in place of its open values, and the values; nothing when there are none, or when one is
    /// not plain.
    fn opened(&self) -> Option<(Call<'a>, Vec<&str>)> {
        let names = island_props::open(self.name);
        let mut marked = self.clone();
        let mut values = Vec::new();
        for name in names {
            let value = match *name {
                "page" => Some(self.page_url.as_str()),
                other => self.extra.get(other).and_then(Json::as_str),
            };
            let Some(value) = value else { continue };
            if !slots::is_plain(value) {
                return None;
            }
            let mark = slots::mark(values.len());
            match *name {
                "page" => marked.page_url = mark,
                other => drop(marked.extra.insert(other.to_owned(), Json::String(mark))),
            }
            values.push(value);
        }
        (!values.is_empty()).then_some((marked, values))
    }

    fn key(&self) -> String {
        let Call {
            name,
            when,
            number,
            page_url,
            extra,
        } = self;
        let extra = serde_json::to_string(extra).unwrap_or_default();
        format!("{name}\n{when}\n{number}\n{page_url}\n{extra}")
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

    fn text(call: &Call) -> String {
        format!(
            "<a href=\"{}\">{}</a>",
            call.page_url,
            call.extra["unit"].as_str().unwrap()
        )
    }

    #[test]
    fn later_pages_are_filled_in() {
        let (memo, made) = (IslandMemo::default(), Cell::new(0));
        let make = |call: &Call| -> Result<String, Infallible> {
            made.set(made.get() + 1);
            Ok(text(call))
        };
        for unit in ["O-1", "O-2", "a & b", "O-3"] {
            assert_eq!(memo.html(&call(unit), make).unwrap(), text(&call(unit)));
        }
        assert_eq!(
            made.get(),
            3,
            "the first on its own and with marks, and the one that needs escaping"
        );
    }

    #[test]
    fn what_looks_into_a_value_is_made_each_time() {
        let memo = IslandMemo::default();
        let make = |call: &Call| -> Result<String, Infallible> {
            Ok(text(call).to_uppercase().replace("/INVENTARIO", "/inventario"))
        };
        for unit in ["a-1", "b-2"] {
            assert_eq!(memo.html(&call(unit), make).unwrap(), make(&call(unit)).unwrap());
        }
    }
}
