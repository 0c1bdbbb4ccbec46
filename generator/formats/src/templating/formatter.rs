//! How templates write values.

use crate::escape::write_escaped_html;
use minijinja::{AutoEscape, Error, Output, State, Value, escape_formatter};

/// Writes a value; in HTML templates it is escaped unless it is HTML already. minijinja's own formatter also escapes
/// every slash, which makes URLs unreadable and pages larger.
///
/// # Errors
/// The value has no text.
pub fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
            write_escaped_html(out, text).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    }
}
