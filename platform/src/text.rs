//! Short texts of the platform (names, typologies, descriptions) made fit for a page: one line, no control characters.
//! Escaping is not its job; each output escapes for itself.

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing but white space.
    #[error("is empty")]
    Empty,
    /// More characters than the field may have.
    #[error("is longer than {0} characters")]
    TooLong(usize),
    /// A control character, or one that changes the direction of the text around it.
    #[error("contains a control character")]
    Control,
}

/// `text` on one line: white space collapsed and trimmed. Refuses control characters and more than `longest` characters.
pub fn one_line(text: &str, longest: usize) -> Result<String, TextError> {
    let mut line = String::with_capacity(text.len().min(longest));
    let mut count = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if character.is_control() || turns_direction(character) {
                return Err(TextError::Control);
            }
            count += 1;
            if count > longest {
                return Err(TextError::TooLong(longest));
            }
            line.push(character);
        }
    }
    if line.is_empty() {
        Err(TextError::Empty)
    } else {
        Ok(line)
    }
}

fn turns_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_clean_line() {
        assert_eq!(
            one_line("  Sala \n de\tjuntas ", 40).as_deref(),
            Ok("Sala de juntas")
        );
        assert_eq!(one_line("\"</script>", 40).as_deref(), Ok("\"</script>"));
        assert_eq!(one_line(" \n ", 40), Err(TextError::Empty));
        assert_eq!(one_line("a\u{0}b", 40), Err(TextError::Control));
        assert_eq!(one_line("a\u{202e}b", 40), Err(TextError::Control));
        assert_eq!(one_line("ñandú", 4), Err(TextError::TooLong(4)));
    }

    proptest! {
        #[test]
        fn never_panics_and_is_stable(text in any::<String>()) {
            if let Ok(line) = one_line(&text, 200) {
                prop_assert_eq!(one_line(&line, 200), Ok(line.clone()));
            }
        }
    }
}
