//! The texts of a card: strings of the language with their placeholders filled.

use jiff::civil::Date;
use platform::unit::{Level, Unit};

use model::localized::{self, Localized};
use model::problem::Problem;
use model::strings::StringsError;

/// One language's texts.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(pub(super) Localized<'a>);

impl Words<'_> {
    /// A text with its placeholders filled.
    ///
    /// # Errors
    /// A string or value that is missing, at the file of strings.
    pub(super) fn text(self, key: &str, values: &[(&str, &str)]) -> Result<String, Problem> {
        self.found(self.0.filled(key, values))
    }

    /// A text that depends on a number, which is also the value of `{{count}}`.
    pub(super) fn count(self, key: &str, count: usize, values: &[(&str, &str)]) -> Result<String, Problem> {
        self.found(self.0.counted(key, count, values))
    }

    /// A date in words.
    pub(super) fn date(self, date: Date) -> Result<String, Problem> {
        self.found(self.0.date(date))
    }

    /// A level's name.
    pub(super) fn level(self, level: Level) -> Result<String, Problem> {
        self.found(self.0.level(level))
    }

    /// A unit's name: `Oficina 301`.
    pub(super) fn title(self, unit: &Unit) -> Result<String, Problem> {
        self.found(self.0.unit_title(unit.unit_use, &legible(&unit.unit)))
    }

    fn found(self, text: Result<String, StringsError>) -> Result<String, Problem> {
        text.map_err(|error| {
            Problem::in_file(&self.0.strings.file, error.to_string()).hint("the share pictures show it")
        })
    }
}

/// Text of the platform with the characters that the fonts do not have replaced by `?`. Texts by authors are checked
/// instead.
pub(super) fn legible(text: &str) -> String {
    localized::legible(text, |letter| matches!(letter, ' '..='~' | '\u{c0}'..='\u{ff}'))
}
