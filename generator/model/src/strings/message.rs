//! One text with its placeholders.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::problem::Place;

/// A text with the positions of its placeholders, found once when it is parsed.
#[derive(Debug)]
pub struct Message {
    /// The position of its key in the strings file.
    pub place: Place,
    text: Arc<str>,
    placeholders: Vec<Placeholder>,
}

/// A `{{name}}` in a text, as a range of bytes.
#[derive(Debug)]
struct Placeholder {
    start: usize,
    end: usize,
    name: String,
}

impl Message {
    pub(super) fn new(text: &str, place: Place) -> Message {
        Message {
            place,
            text: text.into(),
            placeholders: placeholders(text),
        }
    }

    /// Refuses syntax of i18next that the generator does not implement: what is wrong, and what to do.
    pub(super) fn check(text: &str) -> Result<(), (&'static str, &'static str)> {
        if text.contains("$t(") {
            return Err(("nesting with `$t(...)` is not supported", "write the whole text"));
        }
        if text.matches("{{").count() != placeholders(text).len() {
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
        self.placeholders
            .iter()
            .map(|placeholder| placeholder.name.as_str())
            .collect()
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
        for placeholder in &self.placeholders {
            filled.push_str(&self.text[from..placeholder.start]);
            filled.push_str(&value_of(&placeholder.name).ok_or_else(|| placeholder.name.clone())?);
            from = placeholder.end;
        }
        filled.push_str(&self.text[from..]);
        Ok(filled.into())
    }
}

fn placeholders(text: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("{{").map(|at| from + at) {
        let Some(close) = text[start..].find("}}").map(|at| start + at) else {
            break;
        };
        let name = text[start + 2..close].trim();
        let is_name = !name.is_empty()
            && name
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_');
        if is_name {
            found.push(Placeholder {
                start,
                end: close + 2,
                name: name.to_owned(),
            });
        }
        from = close + 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_replace_placeholders() {
        let message = Message::new("Hola {{ name }}, unidad {{unit}}.", Place::START);
        let filled = message.fill(&|name| Some(name.to_uppercase())).unwrap();
        assert_eq!(&*filled, "Hola NAME, unidad UNIT.");
        assert_eq!(
            message
                .fill(&|name| (name == "name").then(String::new))
                .unwrap_err(),
            "unit"
        );
    }

    #[test]
    fn unsupported_syntax_of_i18next_is_refused() {
        assert!(Message::check("see $t(nav.home)").is_err());
        assert!(Message::check("{{a, number}}").is_err());
        assert!(Message::check("{{open").is_err());
        assert!(Message::check("{{a}} y {{b_2}}").is_ok());
    }
}
