//! Reuses the HTML of an island on pages whose calls differ only in the page's URL and the unit's code.
//!
//! The HTML is rendered once with placeholders for these two values and filled in for each page. That is right only
//! for a component that shows the values unchanged. So the first page is also rendered without placeholders; if the
//! two results differ, every page is rendered on its own.

use std::sync::Arc;

use minijinja::Error;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::island_props;
use super::memo::Memo;
use crate::stages::render::placeholders::{fill, needs_no_escaping, placeholder};

/// The arguments of one call of `island(...)`.
#[derive(Clone, Serialize)]
pub(super) struct IslandCall<'a> {
    pub(super) name: &'a str,
    pub(super) when: &'a str,
    /// Position of the island on its page, from 1.
    pub(super) number: usize,
    pub(super) page_url: String,
    /// The props that the template gives.
    pub(super) extra: Map<String, Json>,
}

/// HTML by the call with placeholders, as JSON; `None` for a component whose HTML cannot be filled in. Without it the form on each
/// page of a unit would be rendered by QuickJS, half a millisecond each: ten seconds of a processor for 10,000 units in two languages.
pub(in crate::stages::render) type IslandMemo = Memo<String, Option<Arc<str>>>;

/// The HTML of a call: rendered by `render`, or filled in from that of an earlier call with the same key.
///
/// # Errors
/// Those of `render`.
pub(super) fn html(
    memo: &IslandMemo,
    call: &IslandCall,
    render: impl Fn(&IslandCall) -> Result<String, Error>,
) -> Result<String, Error> {
    let Some((with_placeholders, values)) = call.with_placeholders() else {
        return render(call);
    };
    let key = serde_json::to_string(&with_placeholders).unwrap_or_default();
    let reusable = memo.get(key, || {
        let rendered = render(call)?;
        let reusable = render(&with_placeholders).ok();
        let is_same = |html: &String| fill(html, &values).is_some_and(|filled| filled == rendered);
        Ok(reusable.filter(is_same).map(Arc::from))
    })?;
    let filled = reusable.and_then(|html| fill(&html, &values));
    filled.map_or_else(|| render(call), Ok)
}

impl<'a> IslandCall<'a> {
    /// The call with placeholders for the values that differ from page to page, and these values. `None` when there
    /// is no such value, or when one would be escaped.
    fn with_placeholders(&self) -> Option<(IslandCall<'a>, Vec<&str>)> {
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
    use super::*;
    use serde_json::json;

    fn call(unit: &str) -> IslandCall<'static> {
        IslandCall {
            name: "form",
            when: "idle",
            number: 1,
            page_url: format!("/inventario/{unit}"),
            extra: Map::from_iter([("unit".to_owned(), json!(unit))]),
        }
    }

    fn link(call: &IslandCall) -> Result<String, Error> {
        let unit = call.extra["unit"].as_str().unwrap();
        Ok(format!("<a href=\"{}\">{unit}</a>", call.page_url))
    }

    fn link_in_capitals(call: &IslandCall) -> Result<String, Error> {
        let html = link(call)?.to_uppercase();
        Ok(html.replace("/INVENTARIO", "/inventario"))
    }

    fn link_unless_special(call: &IslandCall) -> Result<String, Error> {
        match call.extra["unit"].as_str().unwrap().starts_with('x') {
            true => Ok("special".to_owned()),
            false => link(call),
        }
    }

    #[test]
    fn html_is_filled_in_only_for_a_component_that_shows_the_values_unchanged() {
        for render in [link, link_in_capitals, link_unless_special] {
            let memo = IslandMemo::default();
            for unit in ["x-1", "O-2", "a & b", "O-3"] {
                let call = call(unit);
                assert_eq!(html(&memo, &call, render).unwrap(), render(&call).unwrap());
            }
        }
        let memo = IslandMemo::default();
        html(&memo, &call("O-1"), link).unwrap();
        let filled = html(&memo, &call("O-2"), |_| panic!("it is known")).unwrap();
        assert_eq!(filled, link(&call("O-2")).unwrap());
    }
}
