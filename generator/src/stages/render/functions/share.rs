//! `share_picture()`: the picture that chats and social networks show with a link to the page.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::invalid;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::stages::render::context::RenderContext;
use crate::stages::render::page_value::PageValue;
use model::formats::templating::values::group;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("share_picture", move |state: &State| picture(&owned, state));
}

/// The share picture of the page being rendered; none in a project without share pictures.
fn picture(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let page = state.lookup("page");
    let index = page
        .as_ref()
        .and_then(|page| page.downcast_object_ref::<PageValue>());
    let index = index.map(PageValue::index).ok_or_else(|| {
        let hint = "call it in the page's template, not in an imported macro";
        invalid("share_picture() has no page", Some(hint.to_owned()))
    })?;
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
