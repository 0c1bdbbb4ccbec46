//! Functions that templates call, one file per group. None touches a file, a clock or a network.

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

use minijinja::{Environment, Error, ErrorKind};

use super::shared::Shared;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    strings::add(environment, shared);
    addresses::add(environment, shared);
    pictures::add(environment, shared);
    picture::add(environment, shared);
    share::add(environment, shared);
    islands::add(environment, shared);
    parts::add(environment, shared);
    structured_data::add(environment, shared);
    payments::add(environment, shared);
}

/// An error that says what is wrong and, where there is one, what to do.
fn refused(message: impl Display, hint: Option<String>) -> Error {
    let text = match hint {
        Some(hint) => format!("{message} ({hint})"),
        None => message.to_string(),
    };
    Error::new(ErrorKind::InvalidOperation, text)
}
