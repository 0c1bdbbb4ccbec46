//! `island(name, when=..., props={...})`: an island's HTML with its props.

use std::collections::BTreeSet;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};
use serde_json::{Map, Value as Json};

use super::shared_html::{self, needs_no_escaping};
use super::{current_page, island_props};
use crate::outputs::values::{failed, invalid};
use crate::stages::render::environment::RenderContext;
use crate::stages::render::page_fingerprints::Markup;
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
    // A form says what its page says of it. What the others show is in the HTML of their component.
    let with_markers = if call.shows_only_its_values(context) {
        call.with_markers()
    } else {
        None
    };
    let html = match with_markers {
        None => {
            let (html, said) = markup(context, state, &call)?;
            return Ok(Markup::value(html, said));
        }
        Some((with_markers, values)) => {
            let key = format!("{name} {when} {} {}", call.number, with_markers.key());
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let make = || Ok(markup(context, state, &with_markers)?.0);
            let filled = context.shared_html.filled(&key, &values, make)?;
            filled.ok_or_else(|| shared_html::changed_value(name))?
        }
    };
    Ok(Markup::value(html, String::new()))
}

/// The island's element with its scripts and props, and the HTML of its component.
fn markup(
    context: &RenderContext,
    state: &State,
    call: &IslandCall,
) -> Result<(String, String), Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("i{}", call.number);
    let groups = context.islands.string_groups(name).map_err(failed)?;
    let own = island_props::own(name, &id, &call.page_url, &call.extra)?;
    let shared = context
        .shared_props
        .get(&context.values, name, &call.extra, groups)?;
    let all = island_props::merged(&String::from_utf8_lossy(&shared.bytes), &own);
    let html = context.islands.render(name, &all).map_err(failed)?;
    // JSON has many quotation marks, which single quotes leave as they are.
    let props = escape_json_for_html(&own).replace('\'', "\\u0027");
    let values = context! {
        name,
        when,
        props => Value::from_safe_string(props),
        shared => shared.url.as_str(),
        html => Value::from_safe_string(html.clone()),
        loader => if call.number == 1 { context.bundle.url("islands.js") } else { None },
        preloads => if when == "load" { context.bundle.modules(name) } else { Vec::new() },
        fallback => context.text("errors.island", &[])?,
        home => context.lang.path("/"),
        home_label => context.text("errors.home", &[])?,
    };
    let element = state.env().get_template(TEMPLATE)?.render(values)?;
    Ok((element, html))
}

/// The template of an island's markup.
pub(super) const TEMPLATE: &str = "engine:island.html";

/// When an island starts; the names of `islands/src/loader/index.ts`.
const MOMENTS: [&str; 3] = ["load", "idle", "visible"];

/// The arguments of one call of `island(...)`.
#[derive(Clone)]
struct IslandCall<'a> {
    name: &'a str,
    when: &'a str,
    /// Position of the island on its page, from 1.
    number: usize,
    page_url: String,
    extra: Map<String, Json>,
}

impl<'a> IslandCall<'a> {
    /// The call with markers for the values that differ from page to page, and these values. None when there is no such value, or
    /// when one would be escaped.
    fn with_markers(&self) -> Option<(IslandCall<'a>, Vec<String>)> {
        let mut call = self.clone();
        let mut values = Vec::new();
        for hole in island_props::holes(self.name) {
            let marker = Json::String(shared_html::marker(values.len()));
            let value = match (*hole, call.extra.get_mut(*hole)) {
                ("page", _) => {
                    let marker = shared_html::marker(values.len());
                    std::mem::replace(&mut call.page_url, marker)
                }
                (_, Some(value)) => {
                    let Json::String(value) = std::mem::replace(value, marker) else {
                        return None;
                    };
                    value
                }
                (_, None) => continue,
            };
            if !needs_no_escaping(&value) {
                return None;
            }
            values.push(value);
        }
        (!values.is_empty()).then_some((call, values))
    }

    /// Whether the HTML shows the values of the page as they are: a form shows the code of its unit as people write it, which it looks
    /// up by the address.
    fn shows_only_its_values(&self, context: &RenderContext) -> bool {
        let unit = self.extra.get(island_props::form::UNIT);
        unit.and_then(Json::as_str)
            .is_none_or(|address| context.values.catalogue.spelling(address) == address)
    }

    /// What the HTML of a call with markers is made from, beside its name and place.
    fn key(&self) -> String {
        let props = self.extra.iter();
        props
            .map(|(name, value)| format!("{name}={value} "))
            .collect()
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

    #[test]
    fn a_form_has_holes_for_its_page_and_its_unit() {
        let call = |unit: &str| IslandCall {
            name: "form",
            when: "idle",
            number: 1,
            page_url: format!("/inventario/{unit}"),
            extra: Map::from_iter([("unit".to_owned(), json!(unit))]),
        };
        let (with_markers, values) = call("O-1").with_markers().unwrap();
        assert_eq!(values, ["/inventario/O-1", "O-1"]);
        assert_eq!(
            with_markers.key(),
            call("O-2").with_markers().unwrap().0.key()
        );
        assert!(
            call("a & b").with_markers().is_none(),
            "it would be escaped"
        );
    }
}
