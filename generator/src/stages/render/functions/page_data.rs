//! `share_picture()` and `structured_data()`: how chats, social networks and search engines show the page.

use minijinja::{Error, State, Value, context};

use super::current_page;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::outputs::structured_data::{self, DescribedPage};
use crate::outputs::values::invalid;
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

/// The page's structured data, as a script element with JSON-LD.
pub(super) fn structured_data(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let page = current_page(state, "structured_data")?;
    let title = page.title();
    let absolute = |url: &str| context.site.config.absolute(url);
    let subject = DescribedPage {
        site: &context.site,
        page: page.page(),
        title: title.as_deref().unwrap_or(&context.site.config.name),
        image: context.share.of_page(page.index()).map(|picture| absolute(&picture.url)),
    };
    structured_data::element(&subject).map(Value::from_safe_string).map_err(|error| invalid(error, None))
}
