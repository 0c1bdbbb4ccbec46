//! Escaping of text and JSON that are written into HTML or XML.

use std::fmt::{self, Write};

/// Escapes JSON text for an element `<script type="application/json">`.
///
/// `<`, `>`, `&` and U+2028 and U+2029, which ended a line in JavaScript strings before ES2019, become `\u003c` and so on, so that
/// there is neither `</script>` nor `<!--`. All of them occur only inside JSON strings, so the parsed value stays the same.
pub fn escape_json_for_html(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + json.len() / 16);
    let mut rest = json;
    while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
        let (before, from) = rest.split_at(at);
        let mut characters = from.chars();
        let code = characters.next().map_or(0, u32::from);
        escaped.push_str(before);
        escaped.push_str(&format!("\\u{code:04x}"));
        rest = characters.as_str();
    }
    escaped.push_str(rest);
    escaped
}

/// Escapes text for HTML or XML: for element content and for an attribute in quotes of either kind. `<a b="c">` becomes
/// `&lt;a b=&quot;c&quot;&gt;`.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to a String cannot fail.
    let _ = write_escaped_html(&mut escaped, text);
    escaped
}

/// Writes `text` to `out`, escaped as by [`escape_html`].
pub fn write_escaped_html(out: &mut impl Write, text: &str) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| b"&<>\"'".contains(&byte)) {
        out.write_str(&rest[..at])?;
        out.write_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        })?;
        rest = &rest[at + 1..];
    }
    out.write_str(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn characters_of_markup_are_escaped() {
        for (text, json, html) in [
            ("<", "\\u003c", "&lt;"),
            (">", "\\u003e", "&gt;"),
            ("&", "\\u0026", "&amp;"),
            ("\u{2028}", "\\u2028", "\u{2028}"),
            ("\u{2029}", "\\u2029", "\u{2029}"),
            ("\"", "\"", "&quot;"),
            ("'", "'", "&#39;"),
            ("é", "é", "é"),
            (
                "a</script>b",
                "a\\u003c/script\\u003eb",
                "a&lt;/script&gt;b",
            ),
        ] {
            assert_eq!(escape_json_for_html(text), json);
            assert_eq!(escape_html(text), html);
        }
    }

    proptest! {
        #[test]
        fn the_parsed_value_is_the_same(text in "(?s).{0,64}") {
            let json = serde_json::to_string(&text).unwrap();
            let escaped = escape_json_for_html(&json);
            let unsafe_characters = ['<', '>', '&', '\u{2028}', '\u{2029}'];
            prop_assert!(!escaped.contains(unsafe_characters));
            prop_assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
        }
    }
}
