//! `share_picture()`: how chats and social networks show the page.

use minijinja::{Error, State, Value, context};

use super::current_page;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::stages::render::context::RenderContext;

/// The share picture of the page being rendered; none in a project without share pictures.
pub(super) fn share_picture(context: &RenderContext, state: &State) -> Result<Option<Value>, Error> {
    let index = current_page(state, "share_picture")?.index();
    let value = context.share.of_page(index).map(|picture| {
        context! {
            url => context.site.config.absolute(&picture.url),
            path => picture.url.as_str(),
            width => WIDTH,
            height => HEIGHT,
            type => "image/png",
            alt => picture.drawn.alt.as_str(),
        }
    });
    Ok(value)
}
