//! Functions that templates call, one file per group. None reads a file, the clock or the network.

mod addresses;
pub(super) mod island_memo;
mod island_props;
mod islands;
pub(super) mod parts;
mod payments;
mod picture;
mod pictures;
mod share;
mod strings;
mod structured_data;

use std::fmt::Display;
use std::sync::Arc;

use minijinja::{Environment, Error, ErrorKind, State};

use super::context::RenderContext;
use super::page_value::PageValue;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    strings::add(environment, context);
    addresses::add(environment, context);
    pictures::add(environment, context);
    picture::add(environment, context);
    share::add(environment, context);
    islands::add(environment, context);
    parts::add(environment, context);
    structured_data::add(environment, context);
    payments::add(environment, context);
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
