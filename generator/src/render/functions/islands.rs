//! `island(name, when=..., props={...})`: an island's finished HTML with its props beside it.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value};

use super::{island_props, refused};
use crate::prerender::islands::IslandError;
use crate::prerender::markup::{Fallback, IslandMarkup, MOMENTS};
use crate::problem::did_you_mean;
use crate::render::shared::Shared;

/// When an island starts unless its template says otherwise.
const DEFAULT_MOMENT: &str = "visible";

/// Counts the islands of one page: ids come from here, never from chance.
struct Count(usize);

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
    let count = state.get_or_insert_extension(Count(0));
    count.0 += 1;
    let id = format!("island-{}", count.0);
    let groups = shared.islands.string_groups(name).map_err(said)?;
    let props = island_props::props(shared, name, &id, &page, groups, extra.as_ref())?;
    let html = shared.islands.render(name, &props).map_err(said)?;
    let strings = shared.strings();
    let text = |key: &str| {
        strings
            .plain(key)
            .ok_or_else(|| refused(format!("no string \"{key}\" in {}", strings.file), None))
    };
    let markup = IslandMarkup {
        name,
        when: &when,
        id: &id,
        props: &props,
        html: &html,
        fallback: Fallback {
            text: &text("errors.island")?,
            home_label: &text("errors.home")?,
            home: &shared.lang.path("/"),
        },
    };
    Ok(Value::from_safe_string(markup.to_html()))
}

fn said(error: IslandError) -> Error {
    let hint = match &error {
        IslandError::Unknown { hint, .. } => hint.clone(),
        IslandError::Failed { .. } | IslandError::Start(_) => None,
    };
    refused(error, hint)
}
