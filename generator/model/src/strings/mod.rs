//! Visitor-facing texts: `content/<lang>/strings.json` (i18next v4 JSON), the one source for
//! templates and islands. Keys are nested, `{{name}}` is a placeholder, `_one` and `_other` are
//! plural forms. A key, form or placeholder that one language lacks is a problem.

mod json;
mod message;
mod parity;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

pub use message::Message;
pub use parity::compare;

use crate::lang::Lang;
use crate::problem::{Place, Problem};

/// The texts of one language.
#[derive(Debug)]
pub struct Strings {
    /// Whose texts these are.
    pub lang: Lang,
    /// The file they were read from.
    pub file: String,
    /// Asked a hundred times for each page.
    messages: HashMap<String, Message>,
    tree: Value,
}

/// Why a text could not be made. Templates and islands say where.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StringsError {
    /// No such key.
    #[error("no string \"{key}\" in {file}")]
    UnknownKey {
        /// The key as asked for.
        key: String,
        /// The file that lacks it.
        file: String,
    },
    /// The text has a placeholder that was given no value.
    #[error("the string \"{key}\" needs a value for {{{{{placeholder}}}}}")]
    MissingValue {
        /// The key as asked for.
        key: String,
        /// The name between the braces.
        placeholder: String,
    },
}

impl Strings {
    /// Reads the text of a strings file.
    ///
    /// # Errors
    /// What is not JSON, not a text or written twice, each at its line and column.
    pub fn parse(lang: Lang, file: &str, text: &str) -> Result<Strings, Vec<Problem>> {
        let tree: Value = serde_json::from_str(text).map_err(|error| {
            let place = Place {
                line: error.line().max(1),
                column: error.column().max(1),
            };
            let sentence = error.to_string();
            let message = sentence.split(" at line ").next().unwrap_or_default();
            vec![Problem::at(file, place, format!("not JSON: {message}"))]
        })?;
        let mut problems = Vec::new();
        let mut messages = HashMap::new();
        for entry in json::entries(text) {
            match entry.text {
                None => problems.push(
                    Problem::at(file, entry.place, format!("\"{}\" is not a text", entry.key))
                        .hint("strings are texts in quotes, or groups of them in braces"),
                ),
                Some(text) => {
                    if let Err(wrong) = Message::check(&text) {
                        problems.push(Problem::at(
                            file,
                            entry.place,
                            format!("\"{}\": {wrong}", entry.key),
                        ));
                    }
                    let message = Message::new(&text, entry.place);
                    if let Some(earlier) = messages.insert(entry.key.clone(), message) {
                        let hint = format!("it also stands in line {}", earlier.place.line);
                        problems.push(
                            Problem::at(file, entry.place, format!("\"{}\" is written twice", entry.key))
                                .hint(hint),
                        );
                    }
                }
            }
        }
        if problems.is_empty() {
            Ok(Strings {
                lang,
                file: file.to_owned(),
                messages,
                tree,
            })
        } else {
            Err(problems)
        }
    }

    /// No texts at all: what later stages work with when a file could not be read.
    pub fn empty(lang: Lang, file: &str) -> Strings {
        Strings {
            lang,
            file: file.to_owned(),
            messages: HashMap::new(),
            tree: Value::Object(serde_json::Map::new()),
        }
    }

    /// The text of a key with its placeholders filled. With a count the plural form is chosen, and
    /// `{{count}}` has a value.
    ///
    /// # Errors
    /// An unknown key, or a placeholder without a value.
    pub fn text(
        &self,
        key: &str,
        count: Option<i64>,
        value_of: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Arc<str>, StringsError> {
        let message = self.message(key, count).ok_or_else(|| StringsError::UnknownKey {
            key: key.to_owned(),
            file: self.file.clone(),
        })?;
        message
            .fill(value_of)
            .map_err(|placeholder| StringsError::MissingValue {
                key: key.to_owned(),
                placeholder,
            })
    }

    /// The text of a key with a value for each of its placeholders.
    ///
    /// # Errors
    /// An unknown key, or a placeholder without a value.
    pub fn filled(&self, key: &str, values: &[(&str, &str)]) -> Result<Arc<str>, StringsError> {
        self.text(key, None, &|name| value_in(values, name))
    }

    /// The plural form of a key for `count`, which is also the value of `{{count}}`.
    ///
    /// # Errors
    /// An unknown key, or a placeholder without a value.
    pub fn counted(
        &self,
        key: &str,
        count: usize,
        values: &[(&str, &str)],
    ) -> Result<Arc<str>, StringsError> {
        let number = i64::try_from(count).unwrap_or(i64::MAX);
        self.text(key, Some(number), &|name| match name {
            "count" => Some(count.to_string()),
            _ => value_in(values, name),
        })
    }

    /// A text without placeholders, or nothing when the key is unknown.
    pub fn plain(&self, key: &str) -> Option<Arc<str>> {
        self.text(key, None, &|_| None).ok()
    }

    /// Every key with its message, sorted by key.
    pub fn messages(&self) -> impl Iterator<Item = (&str, &Message)> {
        let all = self.messages.iter().map(|(key, message)| (key.as_str(), message));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all.into_iter()
    }

    /// The groups that an island uses, nested as i18next wants them.
    pub fn groups(&self, names: &[String]) -> Value {
        let picked = names
            .iter()
            .filter_map(|name| Some((name.clone(), self.tree.get(name)?.clone())));
        Value::Object(picked.collect())
    }

    fn message(&self, key: &str, count: Option<i64>) -> Option<&Message> {
        match count {
            Some(count) => {
                let form = if plural_is_one(count) { "one" } else { "other" };
                self.messages
                    .get(&format!("{key}_{form}"))
                    .or_else(|| self.messages.get(key))
            }
            None => self.messages.get(key),
        }
    }
}

fn value_in(values: &[(&str, &str)], name: &str) -> Option<String> {
    let found = values.iter().find(|(known, _)| *known == name)?;
    Some(found.1.to_owned())
}

/// Spanish and English agree on whole numbers: exactly one thing is singular. (Spanish has a further
/// form for round millions, which no count on this site reaches.)
fn plural_is_one(count: i64) -> bool {
    count == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Strings {
        let text = r#"{"nav": {"home": "Inicio"}, "unit": {"count_one": "{{count}} unidad", "count_other": "{{count}} unidades"}}"#;
        Strings::parse(Lang::Es, "content/es/strings.json", text).unwrap()
    }

    #[test]
    fn texts_are_found_and_filled() {
        let strings = sample();
        let count = |name: &str| (name == "count").then(|| "3".to_owned());
        assert_eq!(&*strings.plain("nav.home").unwrap(), "Inicio");
        assert_eq!(
            &*strings.text("unit.count", Some(3), &count).unwrap(),
            "3 unidades"
        );
        assert_eq!(
            &*strings
                .text("unit.count", Some(1), &|_| Some("1".into()))
                .unwrap(),
            "1 unidad"
        );
        assert_eq!(&*strings.counted("unit.count", 3, &[]).unwrap(), "3 unidades");
        assert_eq!(
            &*strings.filled("unit.count_one", &[("count", "una")]).unwrap(),
            "una unidad"
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        let strings = sample();
        let error = strings.text("nav.hom", None, &|_| None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no string \"nav.hom\" in content/es/strings.json"
        );
        let error = strings.text("unit.count", Some(2), &|_| None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the string \"unit.count\" needs a value for {{count}}"
        );
    }

    #[test]
    fn problems_stand_at_their_line() {
        let text = "{\n  \"a\": 1,\n  \"b\": \"x\",\n  \"b\": \"y\"\n}";
        let problems = Strings::parse(Lang::En, "content/en/strings.json", text).unwrap_err();
        let printed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            printed[0],
            "content/en/strings.json:2:3: \"a\" is not a text; strings are texts in quotes, or groups of them in braces"
        );
        assert_eq!(
            printed[1],
            "content/en/strings.json:4:3: \"b\" is written twice; it also stands in line 3"
        );
        let problems = Strings::parse(Lang::En, "content/en/strings.json", "{\n \"a\": \n}").unwrap_err();
        assert!(
            problems[0]
                .to_string()
                .starts_with("content/en/strings.json:3:1: not JSON: "),
            "{}",
            problems[0]
        );
    }
}
