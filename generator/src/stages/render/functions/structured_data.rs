//! `structured_data()`: the page's structured data, as a script element with JSON-LD.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::{current_page, invalid};
use crate::outputs::pictures::Kind;
use crate::outputs::structured_data::{self, Subject};
use crate::stages::render::context::RenderContext;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("structured_data", move |state: &State| describe(&owned, state));
}

fn describe(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let page = current_page(state, "structured_data")?;
    let title = page.title().map(|title| title.to_string());
    let subject = Subject {
        site: &context.site,
        page: page.page(),
        title: title.as_deref().unwrap_or(&context.site.config.name),
        image: context
            .share
            .of_page(page.index())
            .map(|picture| format!("{}{}", context.site.config.base_url, picture.url)),
        picture: &|name| picture_url(context, name),
    };
    structured_data::element(&subject)
        .map(Value::from_safe_string)
        .map_err(|error| invalid(error, None))
}

/// The absolute URL of a picture's JPEG for other sites.
fn picture_url(context: &RenderContext, name: &str) -> Option<String> {
    let set = context.pictures.get(name)?;
    let cut = set.of_kind(Kind::Jpeg).next()?;
    Some(format!("{}{}", context.site.config.base_url, cut.url))
}
