//! Visitor-facing texts: `content/<lang>/strings.json` (i18next v4 JSON), the only source of texts for templates and islands.
//! Keys are nested, `{{name}}` is a placeholder, `_one`, `_other` and so on are the plural forms of the language.

mod closing;
mod json;
mod parity;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use platform::closing::Closing;
use serde_json::Value;

use crate::lang::{Lang, plural_form};
use formats::problem::{Code, Place, Problem, control_character, ok_unless};

pub use closing::general_key;
use closing::{choose, own_key};
pub use json::{TextEntry, edited, entries};
pub use parity::compare;

/// The texts of one language.
#[derive(Debug)]
pub struct Strings {
    /// The language.
    pub lang: Lang,
    /// The file that was read, as a path from the project's root.
    pub file: String,
    /// By full key, sorted.
    messages: IndexMap<String, Message>,
    /// Nested as in the file, for islands.
    tree: Value,
    /// How units of the development leave the market, which selects its texts about that.
    closing: Closing,
    /// The text of the file, for the positions of its values.
    text: String,
}

/// Why a text could not be made. The caller adds where it was needed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct StringsError {
    message: String,
    /// The strings file.
    file: String,
    /// The placeholder of the text for which there is no value; `None` when there is no such key.
    pub placeholder: Option<String>,
}

impl From<StringsError> for Problem {
    fn from(error: StringsError) -> Problem {
        Problem::in_file(Code::MissingString, error.file, error.message)
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
    /// Parses the text of a strings file. Values that are not strings, and keys that are defined twice are problems, too.
    pub fn parse(lang: Lang, file: &str, text: &str) -> Result<Strings, Vec<Problem>> {
        let (mut problems, mut messages) = (Vec::new(), IndexMap::<String, Message>::new());
        let tree = json::parse(text, |key, offset, value| {
            let mut report = |message: String, hint: &str| {
                let place = Place::of_offset(text, offset);
                problems.push(Problem::at(Code::InvalidString, file, place, message).hint(hint));
            };
            let Some(value) = value else {
                let hint = "write a text in quotation marks, or a group of texts in braces";
                return report(format!("`{key}` is not a text"), hint);
            };
            let message = Message {
                offset,
                text: value.into(),
            };
            if message.text.trim().is_empty() {
                report(
                    format!("`{key}` is empty"),
                    "write its text, as in the other languages",
                );
            }
            if let Some((_, wrong)) = control_character(&message.text) {
                report(format!("`{key}` {wrong}"), "remove it");
            }
            if let Err((wrong, hint)) = message.check() {
                report(format!("`{key}`: {wrong}"), hint);
            }
            if let Some(earlier) = messages.get(&key) {
                let hint = format!(
                    "remove it here or in line {}",
                    Place::of_offset(text, earlier.offset).line
                );
                report(format!("`{key}` is defined twice"), &hint);
            }
            messages.insert(key, message);
        })
        .map_err(|(place, message)| vec![Problem::at(Code::InvalidSyntax, file, place, message)])?;
        messages.sort_unstable_keys();
        ok_unless(
            problems,
            Strings {
                lang,
                file: file.to_owned(),
                messages,
                tree,
                closing: Closing::default(),
                text: text.to_owned(),
            },
        )
    }

    /// No texts: for later stages when the file could not be read.
    pub fn empty(lang: Lang, file: &str) -> Strings {
        let (file, messages, text) = (file.to_owned(), IndexMap::new(), String::new());
        Strings {
            lang,
            file,
            messages,
            tree: Value::Null,
            closing: Closing::default(),
            text,
        }
    }

    /// The texts of a development whose units leave the market in this way: that of `status.vendido` is then the one of
    /// `status.vendido_let` or `status.vendido_either`, if there is one.
    pub fn about(mut self, closing: Closing) -> Strings {
        self.closing = closing;
        choose(&mut self.tree, closing);
        self
    }

    /// Whether a key has a text of its own for units that leave the market in this way.
    pub fn has_own(&self, closing: Closing, key: &str) -> bool {
        self.messages.contains_key(&own_key(closing, key))
    }

    /// The text of a key, its placeholders (`count` too) filled by `value_of`. A `count` selects the plural form.
    pub fn text(
        &self,
        key: &str,
        count: Option<i64>,
        value_of: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Arc<str>, StringsError> {
        self.text_about(self.closing, key, count, value_of)
    }

    /// How units of the development leave the market.
    pub fn closing(&self) -> Closing {
        self.closing
    }

    /// The text of a key for units that leave the market in this way.
    pub fn text_about(
        &self,
        closing: Closing,
        key: &str,
        count: Option<i64>,
        value_of: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Arc<str>, StringsError> {
        let failed = |message: String, placeholder| StringsError {
            message,
            file: self.file.clone(),
            placeholder,
        };
        let Some(message) = self.message(closing, key, count) else {
            return Err(failed(format!("no string `{key}` in {}", self.file), None));
        };
        message.fill(value_of).map_err(|placeholder| {
            let message = format!("the string `{key}` needs a value for `{{{{{placeholder}}}}}`");
            failed(message, Some(placeholder))
        })
    }

    /// The text of a key with a value for each of its placeholders.
    pub fn filled(&self, key: &str, values: &[(&str, &str)]) -> Result<Arc<str>, StringsError> {
        self.text(key, None, &|name| value_in(values, name))
    }

    /// The plural form of a key for `count`, which is also the value of `{{count}}`.
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

    /// The position of a message's key.
    pub fn place(&self, message: &Message) -> Place {
        Place::of_offset(&self.text, message.offset)
    }

    /// Every key with its message, sorted by key.
    pub fn messages(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.messages
            .iter()
            .map(|(key, message)| (key.as_str(), message))
    }

    /// The top-level groups with these names, nested as i18next reads them. Unknown names are left out.
    pub fn groups(&self, names: &[String]) -> Value {
        let picked = names
            .iter()
            .filter_map(|name| Some((name.clone(), self.tree.get(name)?.clone())));
        Value::Object(picked.collect())
    }

    fn message(&self, closing: Closing, key: &str, count: Option<i64>) -> Option<&Message> {
        if closing != Closing::Sold {
            let own = self.form(&own_key(closing, key), count);
            if own.is_some() {
                return own;
            }
        }
        self.form(key, count)
    }

    /// Texts may lack the form of round millions; then that of other numbers is used.
    fn form(&self, key: &str, count: Option<i64>) -> Option<&Message> {
        let of_form = |form: &str| self.messages.get(&format!("{key}_{form}"));
        let plural = count.and_then(|count| {
            of_form(plural_form(self.lang.code(), count)).or_else(|| of_form("other"))
        });
        plural.or_else(|| self.messages.get(key))
    }
}

fn value_in(values: &[(&str, &str)], name: &str) -> Option<String> {
    values
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| (*value).to_owned())
}

/// A text in a strings file.
#[derive(Debug)]
pub struct Message {
    /// Where its key begins in the strings file, in bytes.
    offset: usize,
    text: Arc<str>,
}

impl Message {
    /// Refuses syntax of i18next that the generator does not implement: what is wrong, and what to do.
    fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let names = placeholders(&self.text).filter(|(_, name)| is_name(name));
        if self.text.contains("$t(") {
            Err((
                "nesting with `$t(...)` is not supported",
                "write the whole text",
            ))
        } else if self.text.matches("{{").count() != names.count() {
            let remedy = "write placeholders as `{{name}}`, with letters, digits and _ only";
            Err(("`{{` does not start a placeholder", remedy))
        } else {
            Ok(())
        }
    }

    /// The text as written, placeholders included.
    pub fn source(&self) -> &str {
        &self.text
    }

    /// The names of its placeholders.
    pub fn placeholders(&self) -> BTreeSet<&str> {
        placeholders(&self.text).map(|(_, name)| name).collect()
    }

    /// The text with values in place of its placeholders, or the name of the first one without a value.
    fn fill(&self, value_of: &dyn Fn(&str) -> Option<String>) -> Result<Arc<str>, String> {
        if !self.text.contains("{{") {
            return Ok(self.text.clone());
        }
        let mut missing = None;
        let filled = fill(&self.text, |_, name| {
            let value = value_of(name);
            if value.is_none() {
                missing.get_or_insert_with(|| name.to_owned());
            }
            value
        });
        missing.map_or(Ok(filled.into()), Err)
    }
}

/// Whether a text can be the name of a placeholder of a string.
fn is_name(name: &str) -> bool {
    let is_in_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    // The lead function and the editor read files in which the facts are not filled in.
    !name.is_empty() && (name.chars().all(is_in_name) || is_fact(name))
}

/// The groups of names that placeholders may begin with; any other placeholder is left to the strings.
const FACT_GROUPS: [&str; 3] = ["facts.", "places.", "site."];

/// Whether a placeholder names a fact of `site.yaml`.
pub(crate) fn is_fact(name: &str) -> bool {
    FACT_GROUPS.iter().any(|group| name.starts_with(group))
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
    use crate::lang::sample::{EN, ES};

    #[test]
    fn texts_are_found_and_filled() {
        let text = r#"{"nav": {"home": "Inicio"}, "unit": {"count_one": "{{count}} unidad", "count_other": "{{count}} unidades"}}"#;
        let strings = Strings::parse(ES, "content/es/strings.json", text).unwrap();
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
        assert_eq!(
            &*strings.counted("unit.count", 3, &[]).unwrap(),
            "3 unidades"
        );
        assert_eq!(
            &*strings
                .filled("unit.count_one", &[("count", "una")])
                .unwrap(),
            "una unidad"
        );
    }

    #[test]
    fn problems_have_the_position_of_the_key() {
        let text = "{\n  \"a\": 1,\n  \"b\": \"x\",\n  \"b\": \"y\",\n  \"c\": \"x\\u000b\"\n}";
        let problems = Strings::parse(EN, "content/en/strings.json", text).unwrap_err();
        let printed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(printed.join("\n"), @"
        content/en/strings.json:2:3: `a` is not a text: write a text in quotation marks, or a group of texts in braces
        content/en/strings.json:4:3: `b` is defined twice: remove it here or in line 3
        content/en/strings.json:5:3: `c` has the control character U+000B: remove it
        ");
        let message = Message {
            offset: 0,
            text: "Hola {{ name }}, unidad {{unit}}.".into(),
        };
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
        let is_supported = |text: &str| {
            Message {
                offset: 0,
                text: text.into(),
            }
            .check()
            .is_ok()
        };
        for text in [
            "see $t(nav.home)",
            "{{a, number}}",
            "{{open",
            "{{fact.offices}}",
        ] {
            assert!(!is_supported(text), "{text}");
        }
        assert!(is_supported("{{a}} y {{b_2}}, {{facts.area_m2.min}}"));
    }
}
