//! Functions that templates call, one file per group. None reads a file, the clock or the network.

mod addresses;
pub(super) mod icon;
mod island_markup;
pub(super) mod island_memo;
pub(crate) mod island_props;
mod islands;
mod memo;
mod page_data;
pub(super) mod parts;
mod payments;
mod picture;
mod plans;
pub(super) mod shared_props;
mod texts;

use std::fmt::Display;
use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Environment, Error, ErrorKind, State};
use platform::unit::Level;

use super::context::RenderContext;
use super::page_value::PageValue;
use super::unit_value::UnitValue;

/// Adds functions or filters to the engine: each by its name, its arguments and its value, in which `$context` is the context.
macro_rules! add_functions {
    ($environment:ident.$add:ident, $context:ident, $(fn $name:ident($($argument:ident: $kind:ty),*) => $value:expr;)*) => {
        $({
            let $context = Arc::clone($context);
            $environment.$add(stringify!($name), move |$($argument: $kind),*| {
                // A function may need no context.
                let _ = &$context;
                $value
            });
        })*
    };
}
pub(super) use add_functions;

/// Adds every function.
pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    add_functions! { environment.add_function, context,
        fn asset(name: &str) => addresses::asset(&context, name);
        fn axonometry(building: Option<&str>) => picture::axonometry(&context, building);
        // For names from the platform's data, such as an amenity's code, which may have no picture.
        fn has_picture(name: &str) => context.pictures.get(name).is_some();
        fn icon(name: &str) => icon::icon(&context, name);
        fn island(state: &mut State, name: &str, options: Kwargs) =>
            islands::island(&context, state, name, &options);
        fn label_scale(level: i16, name: &str, available: &str) => plans::label_scale(&context, level, name, available);
        fn level_drawing(level: i16, building: Option<&str>) =>
            context.level_drawings.get(&context.floor(level, building)).cloned();
        fn level_label(level: i16) => texts::level_label(&context, Level(level));
        fn page_with(template: &str) => addresses::page_with(&context, template);
        fn part(state: &State, name: &str) => parts::part(&context, state, name);
        fn payments(unit: &UnitValue) => payments::payments(&context, unit.unit());
        fn pdf(kind: &str, code: Option<&str>) => addresses::pdf(&context, kind, code);
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
        fn price_terms() => texts::price_terms(&context);
        fn share_picture(state: &State) => page_data::share_picture(&context, state);
        fn static_url(name: &str) => addresses::static_file(&context, name);
        fn structured_data(state: &State) => page_data::structured_data(&context, state);
        fn t(key: &str, values: Kwargs) => texts::t(&context, key, &values);
        fn unit_size(level: i16, code: &str, building: Option<&str>) =>
            plans::unit_size(&context, context.floor(level, building), code);
        fn url(path: &str) => addresses::page(&context, context.lang, path);
        fn url_in(lang: &str, path: &str) => addresses::page_in(&context, lang, path);
        fn whatsapp(state: &State, given: Rest<ValueOrKwargs>) =>
            addresses::whatsapp(&context, state, &given.into_values());
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

/// A text of the strings with a value for each of its placeholders.
fn text(context: &RenderContext, key: &str, values: &[(&str, &str)]) -> Result<String, Error> {
    let text = context.localized().filled(key, values);
    text.map_err(|error| invalid(error, None))
}

/// The error of a name that does not exist: suggests the nearest name, if there is one.
fn unknown(message: impl Display, nearest: Option<String>) -> Error {
    invalid(message, nearest.or_else(|| Some("correct the name".to_owned())))
}

/// An error at the place of the call: what is wrong and, if known, what to do.
fn invalid(message: impl Display, hint: Option<String>) -> Error {
    let text = match hint {
        Some(hint) => format!("{message}: {hint}"),
        None => message.to_string(),
    };
    Error::new(ErrorKind::InvalidOperation, text)
}
