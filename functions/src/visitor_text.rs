//! What a visitor typed, made fit for where it is printed: mails, calls of the platform, spreadsheets, terminals.

use csv::{Terminator, WriterBuilder};
use lead_site::foreign_text::{is_hidden, is_line_break};

pub(crate) use lead_site::foreign_text::{csv_cell, is_visible, lines, one_line};

/// [`one_line`] for a mail's header, without encoded words (RFC 2047), which a mail program would decode to any characters.
pub(crate) fn header_value(text: &str) -> String {
    one_line(text).replace("=?", "= ?")
}

/// A record of CSV with its end (RFC 4180).
pub(crate) fn csv_record(
    cells: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> anyhow::Result<String> {
    let mut csv = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(Vec::new());
    csv.write_record(cells)?;
    Ok(String::from_utf8(csv.into_inner()?)?)
}

/// The same JSON, whose texts have escapes in place of characters that control a terminal or are invisible.
pub(crate) fn escaped_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        // A line feed in JSON is layout: those of texts are escaped already.
        if letter != '\n' && (is_line_break(letter) || is_hidden(letter)) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                escaped += &format!("\\u{unit:04x}");
            }
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{escaped_json, lines};
    use proptest::prelude::*;

    /// A text that a mail program, a terminal or a spreadsheet could take for more than text.
    pub(crate) fn hostile_text() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            any::<char>().prop_map(String::from),
            "[=+@;,\t|\"' \r\n?\\-]{1,3}",
            "=\\?utf-8\\?[qb]\\?[A-Za-z0-9=_]{0,12}\\?=",
            "[\u{1b}\u{7}\u{0}\u{9b}\u{85}\u{2028}\u{202e}\u{2066}\u{200f}\u{2060}\u{feff}\u{e0041}\u{200d}]",
            "[a-z]{1,4}",
        ];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn escaped_json_is_the_same_value_without_hidden_characters(text in any::<String>()) {
            let value = serde_json::json!({ "text": text });
            let escaped = escaped_json(&serde_json::to_string_pretty(&value).expect("JSON"));
            prop_assert_eq!(&serde_json::from_str::<serde_json::Value>(&escaped).expect("JSON"), &value);
            prop_assert_eq!(lines(&escaped).join("\n"), escaped);
        }
    }
}
