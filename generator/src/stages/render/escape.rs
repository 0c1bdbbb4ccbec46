//! How values become HTML. The engine's own way also escapes every slash, which makes each address
//! unreadable and each page larger; here the five characters that HTML needs are escaped.

use minijinja::{AutoEscape, Error, Output, State, Value, escape_formatter};

/// Writes a value, escaped unless it is mark-up already.
pub(super) fn format(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
            write(out, text).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    }
}

fn write(out: &mut Output, text: &str) -> std::fmt::Result {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        out.write_str(&text[from..at])?;
        out.write_str(escaped)?;
        from = at + 1;
    }
    out.write_str(&text[from..])
}
