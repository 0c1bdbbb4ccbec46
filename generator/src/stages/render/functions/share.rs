//! `share_picture()`: the picture that chats and social networks show with a link to the page.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::current_page;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::stages::render::context::RenderContext;
use model::formats::templating::values::group;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("share_picture", move |state: &State| picture(&owned, state));
}

/// The share picture of the page being rendered; none in a project without share pictures.
fn picture(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let index = current_page(state, "share_picture")?.index();
    let Some(picture) = context.share.of_page(index) else {
        return Ok(Value::from(()));
    };
    Ok(group([
        (
            "url",
            Value::from(format!("{}{}", context.site.config.base_url, picture.url)),
        ),
        ("path", Value::from(picture.url.as_str())),
        ("width", Value::from(WIDTH)),
        ("height", Value::from(HEIGHT)),
        ("type", Value::from("image/png")),
        ("alt", Value::from(picture.alt.as_str())),
    ]))
}
