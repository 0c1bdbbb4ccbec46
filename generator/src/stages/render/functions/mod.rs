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
mod strings;

use std::fmt::Display;
use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Environment, Error, ErrorKind, State};
use platform::unit::Level;

use super::context::RenderContext;
use super::page_value::PageValue;
use super::unit_value::UnitValue;

/// Adds every function.
pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("t", move |key: &str, values: Kwargs| {
        strings::t(&owned, key, &values)
    });
    let owned = context.clone();
    environment.add_function("level_label", move |level: i16| {
        let label = owned.localized().level(Level(level));
        label.map_err(|error| invalid(error, None))
    });
    let owned = context.clone();
    environment.add_function("price_terms", move || {
        let terms = owned.localized().price_terms(&owned.site.config.vat_rates());
        terms.map_err(|error| invalid(error, None))
    });
    let owned = context.clone();
    environment.add_function("url", move |path: &str| addresses::page(&owned, owned.lang, path));
    let owned = context.clone();
    environment.add_function("page_with", move |template: &str| {
        addresses::page_with(&owned, template)
    });
    let owned = context.clone();
    environment.add_function("url_in", move |lang: &str, path: &str| {
        let languages = owned.site.config.languages;
        let unknown = || {
            let hint = format!("the languages are {}", languages.listed());
            invalid(format!("`{lang}` is not one of the site's languages"), Some(hint))
        };
        let lang = languages.find(lang).ok_or_else(unknown)?;
        addresses::page(&owned, lang, path)
    });
    let owned = context.clone();
    environment.add_function("asset", move |name: &str| addresses::asset(&owned, name));
    let owned = context.clone();
    environment.add_function("static_url", move |name: &str| {
        addresses::static_file(&owned, name)
    });
    let owned = context.clone();
    environment.add_function("pdf", move |kind: &str, code: Option<&str>| {
        addresses::pdf(&owned, kind, code)
    });
    let owned = context.clone();
    environment.add_function("whatsapp", move |given: Rest<ValueOrKwargs>| {
        addresses::whatsapp(&owned, &given.into_values())
    });
    let owned = context.clone();
    environment.add_function("icon", move |name: &str| icon::icon(&owned, name));
    let owned = context.clone();
    environment.add_function("plan", move |level: i16| owned.plans.get(&level).cloned());
    let owned = context.clone();
    environment.add_function("level_drawing", move |level: i16| {
        owned.level_drawings.get(&level).cloned()
    });
    let owned = context.clone();
    environment.add_function("unit_size", move |level: i16, code: &str| {
        plans::unit_size(&owned, level, code)
    });
    let owned = context.clone();
    environment.add_function("plan_rooms", move |level: i16| plans::plan_rooms(&owned, level));
    let owned = context.clone();
    environment.add_function("axonometry", move || picture::axonometry(&owned));
    let owned = context.clone();
    environment.add_function("picture", move |name: &str, arguments: Kwargs| {
        picture::picture(&owned, name, &arguments)
    });
    let owned = context.clone();
    // For names from the platform's data, such as an amenity's code, which may have no picture.
    environment.add_function("has_picture", move |name: &str| {
        owned.pictures.get(name).is_some()
    });
    let owned = context.clone();
    environment.add_function("picture_url", move |name: &str| picture::url(&owned, name));
    let owned = context.clone();
    environment.add_function("share_picture", move |state: &State| {
        page_data::share_picture(&owned, state)
    });
    let owned = context.clone();
    environment.add_function("structured_data", move |state: &State| {
        page_data::structured_data(&owned, state)
    });
    let owned = context.clone();
    environment.add_function("island", move |state: &mut State, name: &str, options: Kwargs| {
        islands::island(&owned, state, name, &options)
    });
    let owned = context.clone();
    environment.add_function("part", move |state: &State, name: &str| {
        parts::part(&owned, state, name)
    });
    let owned = context.clone();
    environment.add_function("payments", move |unit: &UnitValue| {
        payments::payments(&owned, unit.unit())
    });
}

/// The page that is being rendered; an error where `function` is called without one.
fn current_page(state: &State, function: &str) -> Result<Arc<PageValue>, Error> {
    let page = state
        .lookup("page")
        .and_then(|page| page.downcast_object::<PageValue>());
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
