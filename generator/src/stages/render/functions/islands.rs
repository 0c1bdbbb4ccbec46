//! `island(name, when=..., props={...})`: an island's HTML with its props.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::memo::{Memo, fill, memoized, needs_no_escaping, placeholder};
use super::{current_page, island_props};
use crate::outputs::values::{failed, invalid};
use crate::stages::render::environment::RenderContext;
use formats::escape::escape_json_for_html;
use formats::problem::did_you_mean;

/// The islands of the page so far. Ids are made of the count, so that they are the same in every build.
#[derive(Default)]
struct OnPage {
    count: usize,
    names: BTreeSet<String>,
}

pub(super) fn island(
    context: &RenderContext,
    state: &mut State,
    name: &str,
    options: &Kwargs,
) -> Result<Value, Error> {
    let when = options.get::<Option<&str>>("when")?.unwrap_or("visible");
    let extra = options.get::<Option<Value>>("props")?;
    options.assert_all_used()?;
    if !MOMENTS.contains(&when) {
        let message = format!("`when` of the island `{name}` cannot be `{when}`");
        return Err(invalid(message, did_you_mean(when, MOMENTS)));
    }
    let page = current_page(state, "island")?;
    let on_page = state.get_or_insert_extension(OnPage::default());
    on_page.count += 1;
    on_page.names.insert(name.to_owned());
    context.islands.record_set(&on_page.names);
    let call = IslandCall {
        name,
        when,
        number: on_page.count,
        page_url: page.page().url.clone(),
        extra: island_props::from_template(extra.as_ref())?,
    };
    let html = memoized_html(&context.island_memo, &call, |call| {
        markup(context, state, call)
    })?;
    Ok(Value::from_safe_string(html))
}

/// The island's element with its scripts and props.
fn markup(context: &RenderContext, state: &State, call: &IslandCall) -> Result<String, Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("i{}", call.number);
    let groups = context.islands.string_groups(name).map_err(failed)?;
    let own = island_props::own(name, &id, &call.page_url, &call.extra)?;
    let shared = island_props::shared_props(context, name, &call.extra, groups)?;
    let all = island_props::merged(&String::from_utf8_lossy(&shared.bytes), &own);
    let html = context.islands.render(name, &all).map_err(failed)?;
    // JSON has many quotation marks, which single quotes leave as they are.
    let props = escape_json_for_html(&own).replace('\'', "\\u0027");
    state.env().get_template(TEMPLATE)?.render(context! {
        name,
        when,
        props => Value::from_safe_string(props),
        shared => shared.url.as_str(),
        html => Value::from_safe_string(html),
        loader => context.bundle.url("islands.js").filter(|_| call.number == 1),
        preloads => if when == "load" { context.bundle.modules(name) } else { Vec::new() },
        fallback => context.text("errors.island", &[])?,
        home => context.lang.path("/"),
        home_label => context.text("errors.home", &[])?,
    })
}

/// The template of an island's markup.
pub(super) const TEMPLATE: &str = "engine:island.html";

/// When an island starts; the names of `islands/src/loader/index.ts`.
const MOMENTS: [&str; 3] = ["load", "idle", "visible"];

/// The arguments of one call of `island(...)`.
#[derive(Clone, Serialize)]
struct IslandCall<'a> {
    name: &'a str,
    when: &'a str,
    /// Position of the island on its page, from 1.
    number: usize,
    page_url: String,
    extra: Map<String, Json>,
}

/// HTML by the call with placeholders, as JSON; `None` for a component whose HTML cannot be filled in. Without it the form on each
/// page of a unit would be rendered by QuickJS, half a millisecond each: ten seconds of a processor for 10,000 units in two languages.
pub(in crate::stages::render) type IslandMemo = Memo<String, Option<Arc<str>>>;

/// The HTML of a call: rendered by `render`, or filled in from that of an earlier call that differs only in values with a
/// placeholder. That is right only for a component that shows these unchanged, so that the first page is also rendered without
/// placeholders; if the two results differ, every page is rendered on its own.
fn memoized_html(
    memo: &IslandMemo,
    call: &IslandCall,
    render: impl Fn(&IslandCall) -> Result<String, Error>,
) -> Result<String, Error> {
    let Some((with_placeholders, values)) = call.with_placeholders() else {
        return render(call);
    };
    let key = serde_json::to_string(&with_placeholders).unwrap_or_default();
    let reusable = memoized(memo, key, || {
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
                other => drop(
                    call.extra
                        .insert(other.to_owned(), Json::String(placeholder)),
                ),
            }
            values.push(value);
        }
        (!values.is_empty()).then_some((call, values))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn everything_but_the_html_is_escaped() {
        let mut environment = minijinja::Environment::new();
        environment.set_formatter(formats::templating::values::write_value);
        environment
            .add_template(TEMPLATE, include_str!("island.html"))
            .unwrap();
        let html = environment.get_template(TEMPLATE).unwrap().render(context! {
            name => "form",
            when => "idle",
            props => Value::from_safe_string(r#"{"unit":"\u003c/script\u003e\u0027"}"#.to_owned()),
            shared => "/assets/form-es-A.json",
            html => Value::from_safe_string("<form></form>".to_owned()),
            loader => "/assets/islands-A.js",
            preloads => ["/assets/form-B.js"],
            fallback => "\"Algo\" falló",
            home_label => "Inicio",
            home => "/",
        });
        assert_eq!(
            html.unwrap(),
            "<script type=\"module\" src=\"/assets/islands-A.js\"></script>\
             <link rel=\"modulepreload\" href=\"/assets/form-B.js\" fetchpriority=\"low\">\
             <link rel=\"preload\" as=\"fetch\" href=\"/assets/form-es-A.json\" crossorigin fetchpriority=\"low\">\
             <site-island name=\"form\" when=\"idle\" props='{\"unit\":\"\\u003c/script\\u003e\\u0027\"}' \
             shared=\"/assets/form-es-A.json\" fallback=\"&quot;Algo&quot; falló\" home=\"/\" home-label=\"Inicio\">\
             <form></form></site-island>"
        );
    }

    fn call(unit: &str) -> IslandCall<'static> {
        let extra = Map::from_iter([("unit".to_owned(), json!(unit))]);
        IslandCall {
            name: "form",
            when: "idle",
            number: 1,
            page_url: format!("/inventario/{unit}"),
            extra,
        }
    }

    fn link(page: &str, unit: &str) -> String {
        format!("<a href=\"{page}\">{unit}</a>")
    }

    #[test]
    fn html_is_filled_in_only_for_a_component_that_shows_the_values_unchanged() {
        let components: [fn(&str, &str) -> String; 3] = [
            link,
            |page, unit| link(page, &unit.to_uppercase()),
            |page, unit| {
                if unit.starts_with('x') {
                    "special".to_owned()
                } else {
                    link(page, unit)
                }
            },
        ];
        for (number, component) in components.into_iter().enumerate() {
            let memo = IslandMemo::default();
            let render = |call: &IslandCall| {
                Ok(component(
                    &call.page_url,
                    call.extra["unit"].as_str().unwrap(),
                ))
            };
            for unit in ["x-1", "O-2", "a & b", "O-3"] {
                let call = call(unit);
                assert_eq!(
                    memoized_html(&memo, &call, render).unwrap(),
                    render(&call).unwrap(),
                    "{number}"
                );
            }
            if number == 0 {
                let filled = memoized_html(&memo, &call("O-4"), |_| panic!("it is known")).unwrap();
                assert_eq!(filled, link("/inventario/O-4", "O-4"));
            }
        }
    }
}
