//! Normalizes short texts of the platform (names, typologies, descriptions): one line, no control characters. Does not
//! escape anything; each output does that.

/// `text` on one line, with white space collapsed and trimmed. Rejects control characters, also those that change the direction
/// of text, and more than `max` characters.
pub fn one_line(text: &str, max: usize) -> Result<String, String> {
    let mut line = String::with_capacity(text.len().min(max));
    let mut count = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if character.is_control() || changes_direction(character) {
                return Err("contains a control character".to_owned());
            }
            count += 1;
            if count > max {
                return Err(format!("is longer than {max} characters"));
            }
            line.push(character);
        }
    }
    if line.is_empty() { Err("is empty".to_owned()) } else { Ok(line) }
}

fn changes_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_become_one_line() {
        assert_eq!(one_line("  Sala \n de\tjuntas ", 40).as_deref(), Ok("Sala de juntas"));
        assert_eq!(one_line("\"</script>", 40).as_deref(), Ok("\"</script>"));
        assert_eq!(one_line(" \n ", 40), Err("is empty".to_owned()));
        assert_eq!(one_line("a\u{0}b", 40), Err("contains a control character".to_owned()));
        assert_eq!(one_line("a\u{202e}b", 40), Err("contains a control character".to_owned()));
        assert_eq!(one_line("ñandú", 4), Err("is longer than 4 characters".to_owned()));
    }

    proptest! {
        #[test]
        fn never_panics_and_is_idempotent(text in any::<String>()) {
            if let Ok(line) = one_line(&text, 200) {
                prop_assert_eq!(one_line(&line, 200), Ok(line.clone()));
            }
        }
    }
}
