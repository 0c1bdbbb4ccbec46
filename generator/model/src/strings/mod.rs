//! Visitor-facing texts: `content/<lang>/strings.json` (i18next v4 JSON), the only source of texts for
//! templates and islands. Keys are nested, `{{name}}` is a placeholder, `_one`, `_other` and so on are
//! the plural forms of the language. A key, form or placeholder that is missing in one language is a problem.

mod json;
mod message;
mod parity;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

pub use json::{TextEntry, edited, entries};
pub use message::Message;
pub(crate) use message::fill;
pub use parity::compare;

use crate::lang::Lang;
use formats::code::Code;
use formats::problem::{Problem, ok_unless};
use json::StringEntry;

/// The texts of one language.
#[derive(Debug)]
pub struct Strings {
    /// The language.
    pub lang: Lang,
    /// The file that was read, as a path from the project's root.
    pub file: String,
    /// By full key, for lookups.
    messages: HashMap<String, Message>,
    /// Nested as in the file, for islands.
    tree: Value,
}

/// Why a text could not be made. The caller adds where it was needed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StringsError {
    /// No such key.
    #[error("no string `{key}` in {file}")]
    UnknownKey {
        /// The requested key.
        key: String,
        /// The strings file.
        file: String,
    },
    /// The text has a placeholder for which there is no value.
    #[error("the string `{key}` needs a value for `{{{{{placeholder}}}}}`")]
    MissingValue {
        /// The requested key.
        key: String,
        /// The name between the braces.
        placeholder: String,
        /// The strings file.
        file: String,
    },
}

impl From<StringsError> for Problem {
    fn from(error: StringsError) -> Problem {
        let message = error.to_string();
        let (StringsError::UnknownKey { file, .. } | StringsError::MissingValue { file, .. }) = error;
        Problem::in_file(Code::MissingString, file, message)
    }
}

/// The problem with a hint that says which output needs the string, if a string is missing.
pub fn needed_by(problem: Problem, output: &str) -> Problem {
    match problem.code {
        Code::MissingString => problem.hint(format!("{output} show it")),
        _ => problem,
    }
}

impl Strings {
    /// Parses the text of a strings file.
    ///
    /// # Errors
    /// Invalid JSON, a value that is not a string, a key that is defined twice, an unsupported placeholder; each with
    /// its line and column.
    pub fn parse(lang: Lang, file: &str, text: &str) -> Result<Strings, Vec<Problem>> {
        let parsed = json::parse(text)
            .map_err(|(place, message)| vec![Problem::at(Code::InvalidSyntax, file, place, message)])?;
        let mut problems = Vec::new();
        let mut strings = Strings { tree: parsed.tree, ..Strings::empty(lang, file) };
        for StringEntry { key, place, text } in parsed.entries {
            let mut report = |message: String, hint: &str| {
                problems.push(Problem::at(Code::InvalidString, file, place, message).hint(hint));
            };
            let Some(text) = text else {
                let hint = "write a text in quotation marks, or a group of texts in braces";
                report(format!("`{key}` is not a text"), hint);
                continue;
            };
            if text.trim().is_empty() {
                report(format!("`{key}` is empty"), "write its text, as in the other languages");
            }
            let message = Message::new(&text, place);
            if let Err((wrong, hint)) = message.check() {
                report(format!("`{key}`: {wrong}"), hint);
            }
            if let Some(earlier) = strings.messages.get(&key) {
                let hint = format!("remove it here or in line {}", earlier.place.line);
                report(format!("`{key}` is defined twice"), &hint);
            }
            strings.messages.insert(key, message);
        }
        ok_unless(problems, strings)
    }

    /// No texts: for later stages when the file could not be read.
    pub fn empty(lang: Lang, file: &str) -> Strings {
        Strings { lang, file: file.to_owned(), messages: HashMap::new(), tree: Value::Null }
    }

    /// The text of a key with its placeholders filled by `value_of`. A `count` selects the plural form; the value of
    /// `{{count}}` also comes from `value_of`.
    ///
    /// # Errors
    /// An unknown key, or a placeholder without a value.
    pub fn text(
        &self,
        key: &str,
        count: Option<i64>,
        value_of: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Arc<str>, StringsError> {
        let message = self
            .message(key, count)
            .ok_or_else(|| StringsError::UnknownKey { key: key.to_owned(), file: self.file.clone() })?;
        message.fill(value_of).map_err(|placeholder| StringsError::MissingValue {
            key: key.to_owned(),
            placeholder,
            file: self.file.clone(),
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

    /// A text without placeholders; `None` when the key is unknown.
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

    /// The top-level groups with these names, nested as i18next reads them. Unknown names are left out.
    pub fn groups(&self, names: &[String]) -> Value {
        let picked = names.iter().filter_map(|name| Some((name.clone(), self.tree.get(name)?.clone())));
        Value::Object(picked.collect())
    }

    /// Texts may lack the form of round millions; then that of other numbers is used.
    fn message(&self, key: &str, count: Option<i64>) -> Option<&Message> {
        let of_form = |form: &str| self.messages.get(&format!("{key}_{form}"));
        let plural = count.and_then(|count| of_form(self.lang.plural(count)).or_else(|| of_form("other")));
        plural.or_else(|| self.messages.get(key))
    }
}

fn value_in(values: &[(&str, &str)], name: &str) -> Option<String> {
    let found = values.iter().find(|(known, _)| *known == name)?;
    Some(found.1.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{EN, ES};

    fn sample() -> Strings {
        let text = r#"{"nav": {"home": "Inicio"}, "unit": {"count_one": "{{count}} unidad", "count_other": "{{count}} unidades"}}"#;
        Strings::parse(ES, "content/es/strings.json", text).unwrap()
    }

    #[test]
    fn texts_are_found_and_filled() {
        let strings = sample();
        let count = |name: &str| (name == "count").then(|| "3".to_owned());
        assert_eq!(&*strings.plain("nav.home").unwrap(), "Inicio");
        assert_eq!(&*strings.text("unit.count", Some(3), &count).unwrap(), "3 unidades");
        assert_eq!(&*strings.text("unit.count", Some(1), &|_| Some("1".into())).unwrap(), "1 unidad");
        assert_eq!(&*strings.counted("unit.count", 3, &[]).unwrap(), "3 unidades");
        assert_eq!(&*strings.filled("unit.count_one", &[("count", "una")]).unwrap(), "una unidad");
    }

    #[test]
    fn errors_name_the_missing_key_or_placeholder() {
        let strings = sample();
        let error = strings.text("nav.hom", None, &|_| None).unwrap_err();
        assert_eq!(error.to_string(), "no string `nav.hom` in content/es/strings.json");
        let error = strings.text("unit.count", Some(2), &|_| None).unwrap_err();
        assert_eq!(error.to_string(), "the string `unit.count` needs a value for `{{count}}`");
    }

    #[test]
    fn problems_have_the_position_of_the_key() {
        let text = "{\n  \"a\": 1,\n  \"b\": \"x\",\n  \"b\": \"y\"\n}";
        let problems = Strings::parse(EN, "content/en/strings.json", text).unwrap_err();
        let printed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            printed[0],
            "content/en/strings.json:2:3: `a` is not a text: write a text in quotation marks, or a group of texts in braces"
        );
        assert_eq!(
            printed[1],
            "content/en/strings.json:4:3: `b` is defined twice: remove it here or in line 3"
        );
        let problems = Strings::parse(EN, "content/en/strings.json", "{\n \"a\": \n}").unwrap_err();
        let first = problems[0].to_string();
        assert!(
            first.starts_with("content/en/strings.json:3:1: invalid JSON: unexpected close brace: write"),
            "{first}"
        );
    }
}
