//! Functions of the templates of pages, one file per group. None reads a file, the clock or the network.

pub(super) mod icon;
mod island_markup;
pub(super) mod island_memo;
pub(crate) mod island_props;
mod islands;
mod memo;
mod page_data;
pub(super) mod parts;
mod picture;
mod plans;
pub(super) mod shared_props;

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State};

use super::context::RenderContext;
use super::page_value::PageValue;
use crate::outputs::values::{add_functions, invalid, unknown};
use formats::problem::did_you_mean;

/// Adds every function.
pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    add_functions! { environment.add_function, context,
        fn asset(name: &str) => asset(&context, name);
        fn axonometry(building: Option<&str>) => picture::axonometry(&context, building);
        // For names from the platform's data, such as an amenity's code, which may have no picture.
        fn has_picture(name: &str) => context.pictures.get(name).is_some();
        fn icon(name: &str) => icon::icon(&context, name);
        fn island(state: &mut State, name: &str, options: Kwargs) =>
            islands::island(&context, state, name, &options);
        fn label_scale(level: i16, name: &str, available: &str) => plans::label_scale(&context, level, name, available);
        fn level_drawing(level: i16, building: Option<&str>) =>
            context.level_drawings.get(&context.floor(level, building)).cloned();
        fn part(state: &State, name: &str) => parts::part(&context, state, name);
        fn picture(name: &str, arguments: Kwargs) => picture::picture(&context, name, &arguments);
        fn picture_url(name: &str) => picture::url(&context, name);
        fn plan(level: i16, building: Option<&str>) =>
            context.plans.get(&context.floor(level, building)).cloned();
        fn plan_furnished(level: i16, code: &str, unit_use: &str, building: Option<&str>) =>
            plans::furnished(&context, context.floor(level, building), code, unit_use);
        fn plan_enlarged(level: i16, code: &str, number: &str, building: Option<&str>) =>
            plans::enlarged(&context, context.floor(level, building), code, number);
        fn plan_location(level: i16, building: Option<&str>) =>
            plans::location(&context, context.floor(level, building));
        fn plan_rooms(level: i16, building: Option<&str>) =>
            plans::plan_rooms(&context, context.floor(level, building));
        fn share_picture(state: &State) => page_data::share_picture(&context, state);
        fn static_url(name: &str) => static_file(&context, name);
        fn structured_data(state: &State) => page_data::structured_data(&context, state);
        fn unit_size(level: i16, code: &str, building: Option<&str>) =>
            plans::unit_size(&context, context.floor(level, building), code);
    }
}

/// The page that is being rendered; an error where `function` is called without one.
fn current_page(state: &State, function: &str) -> Result<Arc<PageValue>, Error> {
    let page = state.lookup("page").and_then(|page| page.downcast_object::<PageValue>());
    page.ok_or_else(|| {
        let hint = "call it in a layout or a page, not in an imported macro";
        invalid(format!("{function}() has no page"), Some(hint.to_owned()))
    })
}

/// The URL of a script, style sheet or font of the bundle.
fn asset(context: &RenderContext, name: &str) -> Result<String, Error> {
    context.bundle.url(name).ok_or_else(|| {
        let hint = did_you_mean(name, context.bundle.names());
        unknown(format!("there is no asset `{name}`"), hint)
    })
}

/// The URL of a file that is published unchanged.
fn static_file(context: &RenderContext, name: &str) -> Result<String, Error> {
    let known = context.site.static_files.iter().map(|file| file.path.as_str());
    if known.clone().any(|path| path == name) {
        return Ok(format!("/{name}"));
    }
    let hint = did_you_mean(name, known);
    Err(unknown(format!("there is no file `templates/static/{name}`"), hint))
}
