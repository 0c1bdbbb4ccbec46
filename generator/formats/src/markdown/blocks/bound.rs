//! Puts no-break spaces between numbers and their units.

/// The text with a no-break space between each number and its unit: `62 km`, `180 m²`, `10 %`.
#[must_use]
pub fn bound(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let binds = character == ' '
            && text[..at].ends_with(|before: char| before.is_ascii_digit())
            && UNITS.iter().any(|unit| {
                let rest = text[at + 1..].strip_prefix(unit);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            });
        out.push(if binds { '\u{a0}' } else { character });
    }
    out
}

/// Units that stay on the line of their number.
const UNITS: [&str; 5] = ["km", "m²", "m", "%", "MXN"];
