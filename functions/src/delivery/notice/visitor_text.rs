//! What a visitor typed, made fit for one line or for several lines of a mail.

/// `text` on one line, without characters that are invisible or change the order of those after them.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_line_break(*letter) && !is_hidden(*letter))
        .collect()
}

/// The lines of `text`, each like [`one_line`].
pub(super) fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n")
        .split(is_line_break)
        .map(one_line)
        .collect()
}

/// Mandatory breaks of the Unicode line breaking algorithm (UAX 14).
fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Control characters, and the embeddings, overrides and isolates of the bidirectional algorithm (UAX 9), which could
/// make our own words after them read backwards.
fn is_hidden(letter: char) -> bool {
    letter.is_control() && letter != '\t'
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{lines, one_line};

    #[test]
    fn hidden_characters_are_removed() {
        assert_eq!(one_line("Ana\r\nBcc: b@x.test\u{202e}\u{0}"), "AnaBcc: b@x.test");
        assert_eq!(lines("a\r\nb\n\nc\u{2028}d\u{2066}"), ["a", "b", "", "c", "d"]);
    }
}
