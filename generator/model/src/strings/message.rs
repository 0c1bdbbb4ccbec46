//! One text with its placeholders.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::config::is_fact;
use formats::problem::Place;

/// A text with the positions of its placeholders, found once when it is parsed.
#[derive(Debug)]
pub struct Message {
    /// The position of its key in the strings file.
    pub place: Place,
    text: Arc<str>,
    /// Range of bytes and name of each `{{name}}`.
    placeholders: Vec<(Range<usize>, String)>,
}

impl Message {
    pub(super) fn new(text: &str, place: Place) -> Message {
        let names = placeholders(text).filter(|(_, name)| is_name(name));
        let placeholders = names.map(|(at, name)| (at, name.to_owned())).collect();
        Message { place, text: text.into(), placeholders }
    }

    /// Refuses syntax of i18next that the generator does not implement: what is wrong, and what to do.
    pub(super) fn check(&self) -> Result<(), (&'static str, &'static str)> {
        if self.text.contains("$t(") {
            return Err(("nesting with `$t(...)` is not supported", "write the whole text"));
        }
        if self.text.matches("{{").count() != self.placeholders.len() {
            return Err((
                "`{{` does not start a placeholder",
                "write placeholders as `{{name}}`, with letters, digits and _ only",
            ));
        }
        Ok(())
    }

    /// The text as written, placeholders included.
    pub fn source(&self) -> &str {
        &self.text
    }

    /// The names of its placeholders.
    pub fn placeholders(&self) -> BTreeSet<&str> {
        self.placeholders.iter().map(|(_, name)| name.as_str()).collect()
    }

    /// The text with values in place of its placeholders.
    ///
    /// # Errors
    /// The name of the first placeholder without a value.
    pub(super) fn fill(&self, value_of: &dyn Fn(&str) -> Option<String>) -> Result<Arc<str>, String> {
        if self.placeholders.is_empty() {
            return Ok(self.text.clone());
        }
        let mut filled = String::with_capacity(self.text.len() + 16);
        let mut from = 0;
        for (range, name) in &self.placeholders {
            filled.push_str(&self.text[from..range.start]);
            filled.push_str(&value_of(name).ok_or_else(|| name.clone())?);
            from = range.end;
        }
        filled.push_str(&self.text[from..]);
        Ok(filled.into())
    }
}

/// Whether a text can be the name of a placeholder of a string.
fn is_name(name: &str) -> bool {
    let is_in_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    // The lead function and the editor read files in which the facts are not filled in.
    !name.is_empty() && (name.chars().all(is_in_name) || is_fact(name))
}

/// Each `{{name}}` of a text: its bytes, and the name without the spaces around it.
fn placeholders(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices("{{").filter_map(|(start, _)| {
        let (inside, _) = text[start + 2..].split_once("}}")?;
        Some((start..start + inside.len() + 4, inside.trim()))
    })
}

/// A text with values in place of its placeholders. `value_of` gets the offset and the name of each; one without a value stays.
pub(crate) fn fill(text: &str, mut value_of: impl FnMut(usize, &str) -> Option<String>) -> String {
    let (mut filled, mut end) = (String::with_capacity(text.len()), 0);
    for (at, name) in placeholders(text) {
        if let (Some(before), Some(value)) = (text.get(end..at.start), value_of(at.start, name)) {
            filled.push_str(before);
            filled.push_str(&value);
            end = at.end;
        }
    }
    filled + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_replace_placeholders() {
        let message = Message::new("Hola {{ name }}, unidad {{unit}}.", Place::START);
        let filled = message.fill(&|name| Some(name.to_uppercase())).unwrap();
        assert_eq!(&*filled, "Hola NAME, unidad UNIT.");
        assert_eq!(message.fill(&|name| (name == "name").then(String::new)).unwrap_err(), "unit");
    }

    #[test]
    fn unsupported_syntax_of_i18next_is_refused() {
        let is_supported = |text: &str| Message::new(text, Place::START).check().is_ok();
        assert!(!is_supported("see $t(nav.home)"));
        assert!(!is_supported("{{a, number}}"));
        assert!(!is_supported("{{open"));
        assert!(!is_supported("{{fact.offices}}"));
        assert!(is_supported("{{a}} y {{b_2}}, {{facts.area_m2.min}}"));
    }
}
