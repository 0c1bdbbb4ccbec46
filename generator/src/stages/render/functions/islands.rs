//! `island(name, when=..., props={...})`: an island's HTML with its props.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value};
use serde_json::Value as Json;

use super::island_memo::Call;
use super::{invalid, island_props, unknown};
use crate::stages::prerender::islands::IslandError;
use crate::stages::prerender::markup::{Fallback, IslandMarkup, MOMENTS};
use crate::stages::render::context::RenderContext;
use model::problem::did_you_mean;

/// When an island starts if the template does not say.
const DEFAULT_MOMENT: &str = "visible";

/// The value of `when` whose modules the page preloads.
const ON_LOAD: &str = "load";

/// The script that starts islands, by its name in the bundle.
const LOADER: &str = "islands.js";

/// The islands of the page so far. Ids are made of the count, so that they are the same in every build.
#[derive(Default)]
struct OnPage {
    count: usize,
    names: BTreeSet<String>,
}

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("island", move |state: &mut State, name: &str, options: Kwargs| {
        island(&owned, state, name, &options)
    });
}

fn island(context: &RenderContext, state: &mut State, name: &str, options: &Kwargs) -> Result<Value, Error> {
    let when = options
        .get::<Option<String>>("when")?
        .unwrap_or_else(|| DEFAULT_MOMENT.to_owned());
    let extra = options.get::<Option<Value>>("props")?;
    options.assert_all_used()?;
    if !MOMENTS.contains(&when.as_str()) {
        return Err(invalid(
            format!("`when` of the island `{name}` cannot be `{when}`"),
            did_you_mean(&when, MOMENTS),
        ));
    }
    let page = state.lookup("page").ok_or_else(|| {
        invalid(
            "island() has no page",
            Some("call it in the page's template, not in an imported macro".to_owned()),
        )
    })?;
    let on_page = state.get_or_insert_extension(OnPage::default());
    on_page.count += 1;
    on_page.names.insert(name.to_owned());
    context.islands.record_set(&on_page.names);
    let call = Call {
        name,
        when: &when,
        number: on_page.count,
        page_url: page.get_attr("url")?.to_string(),
        extra: island_props::from_template(extra.as_ref())?,
    };
    let html = context.island_memo.html(&call, |call| markup(context, call))?;
    Ok(Value::from_safe_string(html))
}

/// The island's element with its scripts and props.
fn markup(context: &RenderContext, call: &Call) -> Result<String, Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("island-{}", call.number);
    let groups = context.islands.string_groups(name).map_err(to_template_error)?;
    let props = island_props::props(context, name, &id, &call.page_url, groups, &call.extra)?;
    let props = Json::Object(props).to_string();
    let html = context.islands.render(name, &props).map_err(to_template_error)?;
    let strings = context.strings();
    let text = |key: &str| {
        strings
            .plain(key)
            .ok_or_else(|| invalid(format!("{} has no string `{key}`", strings.file), None))
    };
    let loader = context.bundle.url(LOADER).filter(|_| call.number == 1);
    let preloads = if when == ON_LOAD {
        context.bundle.modules(name)
    } else {
        Vec::new()
    };
    let markup = IslandMarkup {
        name,
        when,
        id: &id,
        props: &props,
        html: &html,
        loader: loader.as_deref(),
        preloads: &preloads,
        fallback: Fallback {
            text: &text("errors.island")?,
            home_label: &text("errors.home")?,
            home: &context.lang.path("/"),
        },
    };
    Ok(markup.to_html())
}

fn to_template_error(error: IslandError) -> Error {
    match &error {
        IslandError::Unknown { hint, .. } => unknown(&error, hint.clone()),
        IslandError::Failed { .. } | IslandError::Start(_) => invalid(error, None),
    }
}
