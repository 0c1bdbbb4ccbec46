//! `island(name, when=..., props={...})`: an island's HTML with its props.

use std::collections::BTreeSet;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value};

use super::island_markup::{IslandMarkup, MOMENTS};
use super::island_memo::{self, IslandCall};
use super::{current_page, island_props, shared_props};
use crate::outputs::values::invalid;
use crate::stages::render::context::RenderContext;
use formats::problem::did_you_mean;

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

pub(super) fn island(
    context: &RenderContext,
    state: &mut State,
    name: &str,
    options: &Kwargs,
) -> Result<Value, Error> {
    let when = options.get::<Option<&str>>("when")?.unwrap_or(DEFAULT_MOMENT);
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
    let html = island_memo::html(&context.island_memo, &call, |call| markup(context, call))?;
    Ok(Value::from_safe_string(html))
}

/// The island's element with its scripts and props.
fn markup(context: &RenderContext, call: &IslandCall) -> Result<String, Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("i{}", call.number);
    let groups = context.islands.string_groups(name).map_err(|error| invalid(error, None))?;
    let own = island_props::own(name, &id, &call.page_url, &call.extra)?;
    let shared = shared_props::shared_props(context, name, &call.extra, groups)?;
    let html = context
        .islands
        .render(name, &island_props::merged(&shared.props, &own))
        .map_err(|error| invalid(error, None))?;
    let loader = context.bundle.url(LOADER).filter(|_| call.number == 1);
    let preloads = (when == ON_LOAD).then(|| context.bundle.modules(name));
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
