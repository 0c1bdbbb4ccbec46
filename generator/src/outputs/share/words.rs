//! The words of a card: strings of the language, finished.

use jiff::civil::Date;
use platform::unit::{Level, Unit};

use model::dates;
use model::problem::Problem;
use model::strings::{Strings, StringsError};

/// One language's texts.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a Strings);

impl Words<'_> {
    /// A text with its placeholders filled.
    ///
    /// # Errors
    /// A string or value that is missing, at the file of strings.
    pub(super) fn text(self, key: &str, values: &[(&str, &str)]) -> Result<String, Problem> {
        self.plural(key, None, values)
    }

    /// A text that depends on a number, which is also the value of `{{count}}`.
    pub(super) fn count(self, key: &str, count: usize, values: &[(&str, &str)]) -> Result<String, Problem> {
        let number = count.to_string();
        let mut all = vec![("count", number.as_str())];
        all.extend_from_slice(values);
        self.plural(key, Some(i64::try_from(count).unwrap_or(i64::MAX)), &all)
    }

    fn plural(self, key: &str, count: Option<i64>, values: &[(&str, &str)]) -> Result<String, Problem> {
        let value_of = |name: &str| {
            let found = values.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let text = self.0.text(key, count, &value_of);
        text.map(|text| text.to_string())
            .map_err(|error| self.lacking(&error))
    }

    /// A day in words.
    pub(super) fn date(self, date: Date) -> Result<String, Problem> {
        dates::long(self.0, date).map_err(|error| self.lacking(&error))
    }

    /// A level's name.
    pub(super) fn level(self, level: Level) -> Result<String, Problem> {
        match self.0.plain(&format!("level.{level}")) {
            Some(own) => Ok(own.to_string()),
            None => self.text("level.other", &[("level", &level.to_string())]),
        }
    }

    /// A unit's name: `Oficina 301`.
    pub(super) fn title(self, unit: &Unit) -> Result<String, Problem> {
        let key = format!("unit.{}_title", unit.unit_use.key());
        self.text(&key, &[("unit", &legible(&unit.unit))])
    }

    fn lacking(self, error: &StringsError) -> Problem {
        Problem::in_file(&self.0.file, error.to_string()).hint("the share pictures show it")
    }
}

/// Words of the platform with what our fonts cannot show replaced: a strange letter in somebody else's data must not
/// stop the site. Authors' own texts are told instead.
pub(super) fn legible(text: &str) -> String {
    let shown = |letter: char| match letter {
        ' '..='~' | '\u{c0}'..='\u{ff}' => letter,
        _ => '?',
    };
    text.chars().map(shown).collect()
}
