//! How values become HTML. The engine's own way also escapes every slash, which makes each address
//! unreadable and each page larger; here the five characters that HTML needs are escaped.

use minijinja::{AutoEscape, Error, Output, State, Value, escape_formatter};
use model::formats::escape::write_escaped_html;

/// Writes a value, escaped unless it is mark-up already.
pub(super) fn format(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
            write_escaped_html(out, text).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    }
}
