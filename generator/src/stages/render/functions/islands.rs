//! `island(name, when=..., props={...})`: an island's finished HTML with its props beside it.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value};
use serde_json::Value as Json;

use super::island_memo::Call;
use super::{island_props, refused};
use crate::stages::prerender::islands::IslandError;
use crate::stages::prerender::markup::{Fallback, IslandMarkup, MOMENTS};
use crate::stages::render::shared::Shared;
use model::problem::did_you_mean;

/// When an island starts unless its template says otherwise.
const DEFAULT_MOMENT: &str = "visible";

/// The moment of islands whose code is worth fetching with the page.
const AT_ONCE: &str = "load";

/// The script that starts islands, by the name that the bundle has for it.
const LOADER: &str = "islands.js";

/// The islands of one page so far: ids come from their number, never from chance.
#[derive(Default)]
struct OnPage {
    count: usize,
    names: BTreeSet<String>,
}

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("island", move |state: &mut State, name: &str, options: Kwargs| {
        island(&own, state, name, &options)
    });
}

fn island(shared: &Shared, state: &mut State, name: &str, options: &Kwargs) -> Result<Value, Error> {
    let when = options
        .get::<Option<String>>("when")?
        .unwrap_or_else(|| DEFAULT_MOMENT.to_owned());
    let extra = options.get::<Option<Value>>("props")?;
    options.assert_all_used()?;
    if !MOMENTS.contains(&when.as_str()) {
        return Err(refused(
            format!("an island cannot start at \"{when}\""),
            did_you_mean(&when, MOMENTS),
        ));
    }
    let page = state.lookup("page").ok_or_else(|| {
        refused(
            "island() needs the page",
            Some("call it in the page's template, not in an imported macro".to_owned()),
        )
    })?;
    let on_page = state.get_or_insert_extension(OnPage::default());
    on_page.count += 1;
    on_page.names.insert(name.to_owned());
    shared.islands.stand_together(&on_page.names);
    let call = Call {
        name,
        when: &when,
        number: on_page.count,
        page_url: page.get_attr("url")?.to_string(),
        extra: island_props::given(extra.as_ref())?,
    };
    let html = shared.island_memo.html(&call, |call| markup(shared, call))?;
    Ok(Value::from_safe_string(html))
}

/// The island's element with everything that belongs to it.
fn markup(shared: &Shared, call: &Call) -> Result<String, Error> {
    let (name, when) = (call.name, call.when);
    let id = format!("island-{}", call.number);
    let groups = shared.islands.string_groups(name).map_err(said)?;
    let props = island_props::props(shared, name, &id, &call.page_url, groups, &call.extra)?;
    let html = shared
        .islands
        .render_open(name, &props, island_props::open(name))
        .map_err(said)?;
    let props = Json::Object(props).to_string();
    let strings = shared.strings();
    let text = |key: &str| {
        strings
            .plain(key)
            .ok_or_else(|| refused(format!("no string \"{key}\" in {}", strings.file), None))
    };
    let loader = shared.bundle.url(LOADER).filter(|_| call.number == 1);
    let preloads = if when == AT_ONCE {
        shared.bundle.modules(name)
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
            home: &shared.lang.path("/"),
        },
    };
    Ok(markup.to_html())
}

fn said(error: IslandError) -> Error {
    let hint = match &error {
        IslandError::Unknown { hint, .. } => hint.clone(),
        IslandError::Failed { .. } | IslandError::Start(_) => None,
    };
    refused(error, hint)
}
