//! What to do about a letter that the fonts of documents and share pictures lack, by its script.

/// What to do so that a letter is shown.
pub fn remedy(letter: char) -> &'static str {
    script_remedy(letter)
        .unwrap_or("cut the fonts with it (docs/theme.md), or write another character")
}

/// The same for a letter of a script that fonts of Latin letters lack as a whole.
pub fn script_remedy(letter: char) -> Option<&'static str> {
    Some(match letter {
        // Kana.
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => {
            "add a font with Japanese letters, such as Noto Sans JP, to `fonts.fallback` of theme.yaml (docs/theme.md)"
        }
        // Hangul.
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => {
            "add a font with Korean letters, such as Noto Sans KR, to `fonts.fallback` of theme.yaml (docs/theme.md)"
        }
        // Radicals, punctuation and ideographs, which Japanese and Korean have, too; fullwidth forms.
        '\u{2e80}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}' => {
            "add a font with Chinese letters, such as Noto Sans SC (Noto Sans JP for Japanese), to `fonts.fallback` of theme.yaml \
             (docs/theme.md)"
        }
        // Hebrew, Arabic and related scripts, with their presentation forms.
        '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' => {
            "write it in Latin letters: pages and documents cannot have text from right to left yet"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_its_remedy() {
        for (letters, named) in [
            ("年。，工", "Noto Sans SC"),
            ("あカー", "Noto Sans JP"),
            ("한", "Noto Sans KR"),
            ("مא", "from right to left"),
            ("☂ł", "cut the fonts"),
        ] {
            for letter in letters.chars() {
                assert!(remedy(letter).contains(named), "{letter}");
            }
        }
    }
}
