//! Questions of the development's own, which `forms` in `site.yaml` adds to a form, and the rule of their answers.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// How the names of questions begin in posts. It keeps them from every other field, whatever their keys are.
pub const ANSWER_PREFIX: &str = "answer_";
/// The most questions of a form.
pub const MAX_QUESTIONS: usize = 12;
/// Most characters of an answer in words.
pub const MAX_ANSWER: usize = 300;
/// The largest bound of a number. Both signs of it are exact in the browser's numbers.
pub const MAX_NUMBER: i64 = 999_999_999_999;

/// Most digits before the decimal point of a number.
const WHOLE_DIGITS: usize = 12;
/// Most digits after it.
const FRACTION_DIGITS: usize = 6;
/// The length of `2026-12-01`.
const DATE_LENGTH: usize = 10;
/// What may separate groups of three digits, and is removed.
const SEPARATORS: [char; 4] = [',', ' ', '\u{a0}', '\u{202f}'];

/// A question of the development's own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Question {
    /// Its key in `site.yaml`, in stored leads and in exports.
    pub key: String,
    /// Whether a post must answer it.
    pub required: bool,
    /// When a required answer begins to be required: until then pages of earlier publications, which do not ask for it or leave it
    /// open, may still send posts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_from: Option<Timestamp>,
    /// Which answers are valid.
    #[serde(flatten)]
    pub rule: AnswerRule,
    /// What visitors read, by the code of the language.
    pub texts: BTreeMap<String, QuestionTexts>,
}

/// What visitors read of a question in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct QuestionTexts {
    /// The question.
    pub label: String,
    /// A line below the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The label of each option, by its key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The error of a post without an answer.
    pub required: String,
    /// The error of an answer that is not valid.
    pub invalid: String,
}

/// Which answers to a question are valid (`functions/cases/README.md`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnswerRule {
    /// A few words on one line.
    Text,
    /// One of several options.
    Choice {
        /// The keys of the options, in their order.
        options: Vec<String>,
        /// The keys that only pages of earlier publications have, and until when they are accepted.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        earlier: BTreeMap<String, Timestamp>,
    },
    /// A number.
    Number {
        /// The least that is valid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<i64>,
        /// The most that is valid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<i64>,
    },
    /// A day: `2026-12-01`.
    Date,
}

/// Why an answer is refused. The text for the visitor is in [`QuestionTexts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AnswerError {
    /// A required answer is missing.
    Required,
    /// The answer is not valid.
    Invalid,
}

impl Question {
    /// The name of its field in posts.
    pub fn name(&self) -> String {
        format!("{ANSWER_PREFIX}{}", self.key)
    }

    /// What visitors read of an error in the language with a code.
    pub fn error_text(&self, error: AnswerError, lang: &str) -> Option<&str> {
        let texts = self.texts.get(lang)?;
        let text = match error {
            AnswerError::Required => &texts.required,
            AnswerError::Invalid => &texts.invalid,
        };
        Some(text)
    }

    /// The answer as it is stored, of a trimmed text; `None` when the visitor left out one that may be left out.
    pub fn answer(&self, text: &str, now: Timestamp) -> Result<Option<String>, AnswerError> {
        if text.is_empty() {
            let is_required = self.required && self.required_from.is_none_or(|from| from <= now);
            return if is_required {
                Err(AnswerError::Required)
            } else {
                Ok(None)
            };
        }
        let valid = match &self.rule {
            AnswerRule::Text => {
                let is_short = text.chars().count() <= MAX_ANSWER;
                is_short.then(|| text.to_owned())
            }
            AnswerRule::Choice { options, earlier } => {
                let is_earlier = earlier.get(text).is_some_and(|until| now < *until);
                let is_option = is_earlier || options.iter().any(|option| option == text);
                is_option.then(|| text.to_owned())
            }
            AnswerRule::Number { min, max } => {
                number(text).filter(|digits| is_within(digits, *min, *max))
            }
            AnswerRule::Date => date(text).map(|date| date.to_string()),
        };
        valid.map(Some).ok_or(AnswerError::Invalid)
    }

    /// Accepts what pages send that show `old`, the question before this publication (`None`: they do not ask it), until a moment.
    pub(crate) fn accept_earlier(
        &mut self,
        old: Option<&Question>,
        until: Timestamp,
        renewed: impl Fn(Timestamp) -> Timestamp,
        now: Timestamp,
    ) {
        if self.required {
            self.required_from = match old {
                Some(old) if old.required => old.required_from.map(&renewed),
                _ => Some(until),
            };
        }
        self.required_from = self.required_from.filter(|from| *from > now);
        let Some(old) = old else {
            return;
        };
        let (
            AnswerRule::Choice { options, earlier },
            AnswerRule::Choice {
                options: old_options,
                earlier: old_earlier,
            },
        ) = (&mut self.rule, &old.rule)
        else {
            return;
        };
        for (key, until) in old_earlier {
            earlier.insert(key.clone(), renewed(*until));
        }
        for key in old_options {
            earlier.insert(key.clone(), until);
        }
        earlier.retain(|key, until| *until > now && !options.contains(key));
        // The team reads the label of the option.
        for key in earlier.keys() {
            for (lang, texts) in &mut self.texts {
                let label = old.texts.get(lang).and_then(|old| old.options.get(key));
                if let Some(label) = label {
                    texts
                        .options
                        .entry(key.clone())
                        .or_insert_with(|| label.clone());
                }
            }
        }
    }
}

/// The number of a text without the signs between groups of three digits: `1,500,000.5` is `1500000.5`.
fn number(text: &str) -> Option<String> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (whole, fraction) = match rest.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (rest, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(SEPARATORS).collect();
    let (first, others) = groups.split_first()?;
    let is_grouped = others.is_empty() || first.len() <= 3;
    let has_threes = others.iter().all(|group| group.len() == 3);
    let digits = groups.concat();
    let is_whole = groups.iter().all(|group| is_digits(group)) && digits.len() <= WHOLE_DIGITS;
    if !(is_grouped && has_threes && is_whole) {
        return None;
    }
    match fraction {
        None => Some(format!("{sign}{digits}")),
        Some(fraction) if is_digits(fraction) && fraction.len() <= FRACTION_DIGITS => {
            Some(format!("{sign}{digits}.{fraction}"))
        }
        Some(_) => None,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "bounds are at most `MAX_NUMBER`, which is exact"
)]
fn is_within(digits: &str, min: Option<i64>, max: Option<i64>) -> bool {
    let Ok(value) = digits.parse::<f64>() else {
        return false;
    };
    min.is_none_or(|min| min as f64 <= value) && max.is_none_or(|max| value <= max as f64)
}

/// A day as a field `date` sends it.
fn date(text: &str) -> Option<Date> {
    let is_date = text.len() == DATE_LENGTH && text.as_bytes()[0].is_ascii_digit();
    is_date.then(|| text.parse().ok()).flatten()
}
