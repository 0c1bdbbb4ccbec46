//! Placeholders for values that differ from page to page, so that HTML is made once and reused on thousands of pages.
//!
//! A placeholder is a number between two private-use characters, which no content contains. The caller renders with
//! placeholders, stores the HTML and calls [`fill`] for each page.

const START: char = '\u{e000}';
const END: char = '\u{e001}';

/// The placeholder of the value with this index.
pub(super) fn placeholder(index: usize) -> String {
    format!("{START}{index}{END}")
}

/// Whether HTML, JSON and URLs all write this text unescaped. Only such a value can replace a placeholder, because
/// [`fill`] does not know how the text around the placeholder is escaped.
pub(super) fn needs_no_escaping(text: &str) -> bool {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "-_./".contains(character);
    !text.is_empty() && text.chars().all(is_safe)
}

/// Replaces each placeholder by the value with its index. `None` when a placeholder is damaged or has no value.
pub(super) fn fill(html: &str, values: &[impl AsRef<str>]) -> Option<String> {
    let mut filled = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(START) {
        let (index, after) = after.split_once(END)?;
        filled.push_str(before);
        filled.push_str(values.get(index.parse::<usize>().ok()?)?.as_ref());
        rest = after;
    }
    filled.push_str(rest);
    (!filled.contains(END)).then_some(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_replaces_every_placeholder_and_refuses_a_damaged_one() {
        let (unit, page) = (placeholder(0), placeholder(1));
        let html = format!("<b>{unit}</b><input value=\"{page}\">{unit}");
        assert_eq!(
            fill(&html, &["O-301", "/inventario/O-301"]).unwrap(),
            "<b>O-301</b><input value=\"/inventario/O-301\">O-301"
        );
        for html in ["\u{e000}", "0\u{e001}", "\u{e000}7\u{e001}"] {
            assert_eq!(fill(html, &["O-301"]), None);
        }
    }

    #[test]
    fn text_that_some_format_escapes_is_refused() {
        assert!(needs_no_escaping("/inventario/O-301"));
        for text in ["", "<O>", "a & b", "O 301", "ñ"] {
            assert!(!needs_no_escaping(text), "{text}");
        }
    }
}
