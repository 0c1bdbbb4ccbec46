//! `structured_data()`: what the page tells machines about itself, as a block of data that nobody executes.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::refused;
use crate::outputs::pictures::Kind;
use crate::outputs::structured_data::{self, Subject};
use crate::stages::render::page_value::PageValue;
use crate::stages::render::shared::Shared;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("structured_data", move |state: &State| describe(&own, state));
}

fn describe(shared: &Shared, state: &State) -> Result<Value, Error> {
    let page = state.lookup("page");
    let page = page
        .as_ref()
        .and_then(|page| page.downcast_object_ref::<PageValue>());
    let page = page.ok_or_else(|| {
        let hint = "call it in a layout or a page, not in an imported macro";
        refused("structured_data() needs the page", Some(hint.to_owned()))
    })?;
    let title = page.title().map(|title| title.to_string());
    let subject = Subject {
        site: &shared.site,
        page: page.page(),
        title: title.as_deref().unwrap_or(&shared.site.config.name),
        image: shared
            .share
            .of_page(page.index())
            .map(|picture| format!("{}{}", shared.site.config.base_url, picture.url)),
        picture: &|name| address(shared, name),
    };
    structured_data::element(&subject)
        .map(Value::from_safe_string)
        .map_err(|error| refused(error, None))
}

/// The absolute address of a picture's cut for other sites.
fn address(shared: &Shared, name: &str) -> Option<String> {
    let set = shared.pictures.get(name)?;
    let cut = set.of_kind(Kind::Jpeg).next()?;
    Some(format!("{}{}", shared.site.config.base_url, cut.url))
}
