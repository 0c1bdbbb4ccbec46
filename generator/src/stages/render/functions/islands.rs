//! `island(name, when=..., props={...})`: an island's HTML with its props.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::memo::{Memo, fill, memoized, needs_no_escaping, placeholder};
use super::{current_page, island_props};
use crate::outputs::values::invalid;
use crate::stages::render::environment::RenderContext;
use formats::escape::{escape_html, escape_json_for_html};
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
    let html = memoized_html(&context.island_memo, &call, |call| markup(context, call))?;
    Ok(Value::from_safe_string(html))
}

/// The island's element with its scripts and props.
fn markup(context: &RenderContext, call: &IslandCall) -> Result<String, Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("i{}", call.number);
    let groups = context.islands.string_groups(name).map_err(|error| invalid(error, None))?;
    let own = island_props::own(name, &id, &call.page_url, &call.extra)?;
    let shared = island_props::shared_props(context, name, &call.extra, groups)?;
    let html = context
        .islands
        .render(name, &island_props::merged(&shared.props, &own))
        .map_err(|error| invalid(error, None))?;
    let loader = context.bundle.url("islands.js").filter(|_| call.number == 1);
    let preloads = (when == "load").then(|| context.bundle.modules(name));
    let markup = IslandMarkup {
        name,
        when,
        props: &own,
        shared: &shared.file.url,
        html: &html,
        loader: loader.as_deref(),
        preloads: preloads.as_deref().unwrap_or_default(),
        fallback: &context.text("errors.island", &[])?,
        home_label: &context.text("errors.home", &[])?,
        home: &context.lang.path("/"),
    };
    Ok(markup.to_html())
}

/// When an island starts; the names of `islands/src/loader/moments.ts`.
const MOMENTS: [&str; 3] = ["load", "idle", "visible"];

/// Everything that a page contains for one island.
struct IslandMarkup<'a> {
    name: &'a str,
    /// One of [`MOMENTS`].
    when: &'a str,
    /// The page's own props as JSON text, not yet escaped.
    props: &'a str,
    /// URL of the file with the props that other pages share.
    shared: &'a str,
    html: &'a str,
    /// URL of the loader, for the first island of a page only.
    loader: Option<&'a str>,
    /// URLs of modules to preload, for an island that starts on load. The shared props are preloaded with them.
    preloads: &'a [String],
    /// What visitors read when the island cannot start (S5f).
    fallback: &'a str,
    /// The text and the URL of the link to the home page below it.
    home_label: &'a str,
    home: &'a str,
}

impl IslandMarkup<'_> {
    /// The scripts and the element. Preloads have a low priority, so that styles and fonts, which the first screen needs, load
    /// first.
    fn to_html(&self) -> String {
        let mut html = String::new();
        let shared = escape_html(self.shared);
        if let Some(loader) = self.loader {
            html += &format!("<script type=\"module\" src=\"{}\"></script>", escape_html(loader));
        }
        for module in self.preloads {
            let module = escape_html(module);
            html += &format!("<link rel=\"modulepreload\" href=\"{module}\" fetchpriority=\"low\">");
        }
        if !self.preloads.is_empty() {
            html += &format!(
                "<link rel=\"preload\" as=\"fetch\" href=\"{shared}\" crossorigin fetchpriority=\"low\">"
            );
        }
        // JSON has many quotation marks, which single quotes leave as they are.
        let props = escape_json_for_html(self.props).replace('\'', "\\u0027");
        let [name, when, fallback, home, label] =
            [self.name, self.when, self.fallback, self.home, self.home_label].map(escape_html);
        html += &format!(
            "<site-island name=\"{name}\" when=\"{when}\" props='{props}' shared=\"{shared}\" fallback=\"{fallback}\" \
             home=\"{home}\" home-label=\"{label}\">"
        );
        [&html, self.html, "</site-island>"].concat()
    }
}

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
                other => drop(call.extra.insert(other.to_owned(), Json::String(placeholder))),
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
        let markup = IslandMarkup {
            name: "form",
            when: "idle",
            props: r#"{"unit":"</script>'"}"#,
            shared: "/assets/form-es-A.json",
            html: "<form></form>",
            loader: Some("/assets/islands-A.js"),
            preloads: &["/assets/form-B.js".to_owned()],
            fallback: "\"Algo\" falló",
            home_label: "Inicio",
            home: "/",
        };
        assert_eq!(
            markup.to_html(),
            "<script type=\"module\" src=\"/assets/islands-A.js\"></script>\
             <link rel=\"modulepreload\" href=\"/assets/form-B.js\" fetchpriority=\"low\">\
             <link rel=\"preload\" as=\"fetch\" href=\"/assets/form-es-A.json\" crossorigin fetchpriority=\"low\">\
             <site-island name=\"form\" when=\"idle\" props='{\"unit\":\"\\u003c/script\\u003e\\u0027\"}' \
             shared=\"/assets/form-es-A.json\" fallback=\"&quot;Algo&quot; falló\" home=\"/\" home-label=\"Inicio\">\
             <form></form></site-island>"
        );
    }

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
                assert_eq!(memoized_html(&memo, &call, render).unwrap(), render(&call).unwrap());
            }
        }
        let memo = IslandMemo::default();
        memoized_html(&memo, &call("O-1"), link).unwrap();
        let filled = memoized_html(&memo, &call("O-2"), |_| panic!("it is known")).unwrap();
        assert_eq!(filled, link(&call("O-2")).unwrap());
    }
}
