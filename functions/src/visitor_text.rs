//! What a visitor typed, made fit for where it is printed: mails, calls of the platform, spreadsheets, terminals.

use csv::{Terminator, WriterBuilder};
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;

/// `text` on one line, without characters that are invisible or change the order of those after them.
pub(crate) fn one_line(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_line_break(*letter) && !is_hidden(*letter))
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .collect()
}

/// The lines of `text`, each like [`one_line`].
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n")
        .split(is_line_break)
        .map(one_line)
        .collect()
}

/// [`one_line`] for a mail's header, without encoded words (RFC 2047), which a mail program would decode to any characters.
pub(crate) fn header_value(text: &str) -> String {
    one_line(text).replace("=?", "= ?")
}

/// The lines of `text` as a cell of CSV. An apostrophe precedes whatever a spreadsheet would run as a formula, also if it
/// separates cells by another character than the file, or does not know quotation marks.
pub(crate) fn csv_cell(text: &str) -> String {
    let mut cell = String::new();
    let mut is_start = true;
    for letter in lines(text).join("\n").chars() {
        // Full-width letters start a formula in East Asian settings.
        if is_start && matches!(letter, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            cell.push('\'');
        }
        is_start = matches!(letter, ',' | ';' | '|' | '\n')
            || is_start && (letter == '"' || !is_visible(letter));
        cell.push(letter);
    }
    cell
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

/// Whether a reader sees the character: it is not blank, not a control character, and not ignored when displayed.
pub(crate) fn is_visible(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !is_ignorable(letter)
}

/// Mandatory breaks of the Unicode line breaking algorithm (UAX 14).
fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Control characters, and invisible ones, among them all that change the direction of text (UAX 9). Joiners and variation
/// selectors are kept: Persian, Devanagari and emoji need them, and they change only the letters beside them.
fn is_hidden(letter: char) -> bool {
    letter.is_control() && letter != '\t'
        || is_ignorable(letter)
            && !matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// The property `Default_Ignorable_Code_Point` of Unicode.
fn is_ignorable(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{csv_cell, escaped_json, lines, one_line};
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

    #[test]
    fn hidden_characters_are_removed() {
        let hidden = "Ana\r\nBcc: b@x.test\u{202e}\u{0}\u{200f}\u{2060}\u{9b}\u{e0041}";
        assert_eq!(one_line(hidden), "AnaBcc: b@x.test");
        assert_eq!(
            lines("a\r\nb\n\nc\u{2028}d\u{2066}"),
            ["a", "b", "", "c", "d"]
        );
        for kept in ["👩\u{200d}💼", "می\u{200c}خواهم", "❤\u{fe0f}", "José"] {
            assert_eq!(one_line(kept), kept);
        }
    }

    #[test]
    fn formulas_get_an_apostrophe() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+52 984", "'+52 984"),
            (" @SUM(A1)", " '@SUM(A1)"),
            ("\t=1", " '=1"),
            ("\r\n=1", "\n'=1"),
            (";=1+1", ";'=1+1"),
            ("a;=1,\"=2\"", "a;'=1,\"'=2\""),
            ("a\n-1|\u{feff}＝1", "a\n'-1|'＝1"),
            ("a=1 + 1", "a=1 + 1"),
            ("1+1; Ana", "1+1; Ana"),
        ] {
            assert_eq!(csv_cell(text), cell, "{text:?}");
        }
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
