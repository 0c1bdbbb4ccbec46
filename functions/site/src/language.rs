//! The texts and addresses of a site in one language.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::FormKind;

/// Text for a visitor when a string is missing.
const FAILURE: &str = "form.failure";

/// One language of a site.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Language {
    /// The short code, as posts name it.
    pub code: String,
    /// The full locale (BCP 47).
    pub locale: String,
    /// What the language calls itself.
    pub name: String,
    /// Path of the home page.
    pub home: String,
    /// Path of the privacy notice.
    pub privacy: String,
    /// Path to which a browser without scripts goes after each form.
    pub thanks: BTreeMap<FormKind, String>,
    /// The text of the privacy notice (Markdown), whose hash each lead keeps.
    pub notice: String,
    /// The string `form.errors_title` for 1, 2, 3 ... wrong fields.
    pub errors_titles: Vec<String>,
    /// A day of each month from January on, with the placeholders `{{day}}` and `{{year}}`.
    pub dates: Vec<String>,
    /// The other strings by their dotted key, with `{{name}}` for each placeholder.
    pub strings: BTreeMap<String, String>,
}

impl Language {
    /// The groups of strings that the function shows: whole groups, and single strings.
    pub const STRINGS: [&str; 15] = [
        "form",
        "validation",
        "notice",
        "errors",
        "report",
        "status",
        "language",
        "price.date",
        "price.net",
        "price.total",
        "price.total_untaxed",
        "site.name",
        "unit.label",
        "nav.call",
        "actions.whatsapp",
    ];

    /// Whether the function shows the string with this key.
    pub fn shows(key: &str) -> bool {
        let mut rests = Self::STRINGS
            .iter()
            .filter_map(|group| key.strip_prefix(group));
        rests.any(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// The string with a key.
    pub fn find(&self, key: &str) -> Option<&str> {
        self.strings.get(key).map(String::as_str)
    }

    /// The string with a key; that of a failure when it is missing, because a lead is worth more than its text.
    pub fn string(&self, key: &str) -> &str {
        let found = self.find(key).or_else(|| self.find(FAILURE));
        found.unwrap_or("Please try again later")
    }

    /// The string with a key, with a value for each placeholder.
    pub fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.string(key), values)
    }

    /// A day: `20 de noviembre de 2026`, `November 20, 2026`.
    pub fn day(&self, date: Date) -> String {
        let (day, year) = (date.day().to_string(), date.year().to_string());
        let month = self
            .dates
            .get(usize::from(date.month().unsigned_abs()).saturating_sub(1));
        month.map_or_else(
            || date.to_string(),
            |text| fill(text, &[("day", &day), ("year", &year)]),
        )
    }

    /// The label of an option of the string group `labels`; its key when it has none.
    pub fn option<'a>(&'a self, labels: &str, key: &'a str) -> &'a str {
        self.find(&format!("{labels}.{key}")).unwrap_or(key)
    }

    /// The heading of a page with this many wrong fields.
    pub fn errors_title(&self, count: usize) -> &str {
        let title = self.errors_titles.get(count.saturating_sub(1));
        title.map_or_else(|| self.string("errors.form_page"), String::as_str)
    }
}

/// The text with a value for each placeholder.
fn fill(mut rest: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(rest.len());
    while let Some((before, placeholder)) = rest.split_once("{{")
        && let Some((name, after)) = placeholder.split_once("}}")
    {
        let value = values.iter().find(|(known, _)| *known == name.trim());
        text.push_str(before);
        text.push_str(value.map_or("", |(_, value)| value));
        rest = after;
    }
    text + rest
}
