//! The `forms:` section of `site.yaml`: questions that the development adds to its forms.

use lead_site::{FormKind, MAX_NUMBER, MAX_QUESTIONS, standard_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field_option::{self, FieldOption, NOT_A_NAME, is_name};
use crate::lang::PerLang;
use formats::problem::did_you_mean;

/// What the development adds to a form.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnFields {
    /// The questions, in their order, after the fields that the form has anyway.
    pub fields: Vec<OwnField>,
}

/// A question.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnField {
    /// Its name in data: lower-case letters, digits and `_`.
    pub key: String,
    /// What its answers are.
    pub kind: OwnFieldKind,
    /// The question.
    pub label: PerLang<String>,
    /// A line below the field.
    pub hint: Option<PerLang<String>>,
    /// Whether the form cannot be sent without an answer.
    #[serde(default)]
    pub required: bool,
    /// The options of a choice, in their order.
    #[serde(default)]
    pub options: Vec<FieldOption>,
    /// The least number that is valid.
    pub min: Option<i64>,
    /// The largest number that is valid.
    pub max: Option<i64>,
}

/// What the answers to a question are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OwnFieldKind {
    /// A few words on one line.
    Text,
    /// One of several options.
    Choice,
    /// A number.
    Number,
    /// A day.
    Date,
}

/// What is wrong with the questions of the form `name`: the path of the value below the form, and what is wrong and what to do.
pub(super) fn problems(name: &str, own: &OwnFields) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if FormKind::parse(name).is_none() {
        let known = FormKind::POSTED.map(FormKind::as_str);
        let hint = did_you_mean(name, known)
            .unwrap_or_else(|| format!("write one of `{}`", known.join("`, `")));
        found.push((String::new(), format!("`{name}` is not a form: {hint}")));
    }
    if own.fields.len() > MAX_QUESTIONS {
        let message = format!(
            "a form has at most {MAX_QUESTIONS} questions of its own, and these are {}: remove some",
            own.fields.len()
        );
        found.push((".fields".to_owned(), message));
    }
    for (index, field) in own.fields.iter().enumerate() {
        for (key, message) in field.problems(&own.fields[..index]) {
            found.push((format!(".fields.{index}.{key}"), message.to_owned()));
        }
    }
    found
}

impl OwnField {
    /// The keys of the strings with its errors: without an answer, and with one that is not valid.
    pub fn error_strings(&self) -> [&'static str; 2] {
        let required = match self.kind {
            OwnFieldKind::Choice => "questions.required_choice",
            _ => "questions.required",
        };
        let invalid = match (self.kind, self.min, self.max) {
            (OwnFieldKind::Text, ..) => "questions.too_long",
            (OwnFieldKind::Choice, ..) => "questions.choice",
            (OwnFieldKind::Date, ..) => "questions.date",
            (OwnFieldKind::Number, None, None) => "questions.number",
            (OwnFieldKind::Number, Some(_), None) => "questions.number_from",
            (OwnFieldKind::Number, None, Some(_)) => "questions.number_to",
            (OwnFieldKind::Number, Some(_), Some(_)) => "questions.number_between",
        };
        [required, invalid]
    }

    /// What is wrong with it: the key below the field, and what is wrong and what to do. `others` are declared before it.
    fn problems(&self, others: &[OwnField]) -> Vec<(&'static str, &'static str)> {
        let (is_choice, is_number) = (
            self.kind == OwnFieldKind::Choice,
            self.kind == OwnFieldKind::Number,
        );
        let mut found = Vec::new();
        let mut refuse = |is_wrong: bool, key: &'static str, message: &'static str| {
            if is_wrong {
                found.push((key, message));
            }
        };
        refuse(!is_name(&self.key), "key", NOT_A_NAME);
        let message = "every form may have this field: choose another key";
        refuse(standard_names().contains(&self.key), "key", message);
        let message = "this question is declared twice: remove one of both, or choose another key";
        let is_repeated = others.iter().any(|other| other.key == self.key);
        refuse(is_repeated, "key", message);

        let is_blank = |text: &PerLang<String>| text.values().any(|text| text.trim().is_empty());
        let message = "a text is empty: write what visitors read, in each language";
        refuse(is_blank(&self.label), "label", message);
        refuse(self.hint.as_ref().is_some_and(is_blank), "hint", message);
        let has_blank_option = self.options.iter().any(|option| is_blank(&option.label));
        refuse(has_blank_option, "options", message);

        for message in field_option::problems(is_choice, &self.options) {
            refuse(true, "options", message);
        }
        let message = "an option has a key that is not a name of data: write lower-case letters, digits and `_`, first a letter";
        let have_names = self.options.iter().all(|option| is_name(&option.key));
        refuse(!have_names, "options", message);

        let bounds = [("min", self.min), ("max", self.max)];
        for (key, bound) in bounds {
            let message = "only a number has this bound: remove it, or write `kind: number`";
            refuse(bound.is_some() && !is_number, key, message);
            let message = "the bound is too large: write at most 999999999999";
            let is_exact =
                bound.is_none_or(|bound| bound.unsigned_abs() <= MAX_NUMBER.unsigned_abs());
            refuse(!is_exact, key, message);
        }
        let is_reversed = self.min > self.max && self.max.is_some();
        let message = "`min` is larger than `max`, so no number is valid: exchange them";
        refuse(is_reversed, "min", message);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_at_most_twelve_questions() {
        let questions = |count: usize| {
            let fields = (0..count).map(|number| {
                format!("{{ key: q{number}, kind: text, label: {{ es: Giro, en: Business }} }}")
            });
            let text = format!("fields: [{}]", fields.collect::<Vec<_>>().join(", "));
            problems("contact", &serde_yaml::from_str(&text).unwrap())
        };
        assert_eq!(questions(MAX_QUESTIONS), []);
        let message = "a form has at most 12 questions of its own, and these are 13: remove some";
        assert_eq!(
            questions(MAX_QUESTIONS + 1),
            [(".fields".to_owned(), message.to_owned())]
        );
    }
}
