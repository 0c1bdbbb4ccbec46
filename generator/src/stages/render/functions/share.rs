//! `share_picture()`: what a chat shows beside a link to the page.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::refused;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::stages::render::page_value::PageValue;
use crate::stages::render::shared::Shared;
use model::formats::templating::values::group;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("share_picture", move |state: &State| picture(&own, state));
}

/// The picture of the page that is being made: its own, or that of the page above it; none in a site without.
fn picture(shared: &Shared, state: &State) -> Result<Value, Error> {
    let page = state.lookup("page");
    let index = page
        .as_ref()
        .and_then(|page| page.downcast_object_ref::<PageValue>());
    let index = index.map(PageValue::index).ok_or_else(|| {
        let hint = "call it in the page's template, not in an imported macro";
        refused("share_picture() needs the page", Some(hint.to_owned()))
    })?;
    let Some(picture) = shared.share.of_page(index) else {
        return Ok(Value::from(()));
    };
    Ok(group([
        (
            "url",
            Value::from(format!("{}{}", shared.site.config.base_url, picture.url)),
        ),
        ("path", Value::from(picture.url.as_str())),
        ("width", Value::from(WIDTH)),
        ("height", Value::from(HEIGHT)),
        ("type", Value::from("image/png")),
        ("alt", Value::from(picture.alt.as_str())),
    ]))
}
