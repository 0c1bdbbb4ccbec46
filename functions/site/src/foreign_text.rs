//! Texts that neither the program nor its user wrote, such as those of a visitor, a platform or a command, made fit for where they
//! are printed: mails, spreadsheets, terminals.

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;

/// `text` on one line, without characters that are invisible or change the order of those after them.
pub fn one_line(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_line_break(*letter) && !is_hidden(*letter))
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .collect()
}

/// The lines of `text`, each like [`one_line`].
pub fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n")
        .split(is_line_break)
        .map(one_line)
        .collect()
}

/// The lines of `text` as a cell of CSV. An apostrophe precedes whatever a spreadsheet would run as a formula, also if it
/// separates cells by another character than the file, or does not know quotation marks.
pub fn csv_cell(text: &str) -> String {
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

/// Whether a reader sees the character: it is not blank, not a control character, and not ignored when displayed.
pub fn is_visible(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !is_ignorable(letter)
}

/// Mandatory breaks of the Unicode line breaking algorithm (UAX 14).
pub fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Control characters, and invisible ones, among them all that change the direction of text (UAX 9). Joiners and variation
/// selectors are kept: Persian, Devanagari and emoji need them, and they change only the letters beside them.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control() && letter != '\t'
        || is_ignorable(letter)
            && !matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// The property `Default_Ignorable_Code_Point` of Unicode.
fn is_ignorable(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
