//! The questions that `forms` in `site.yaml` adds, as the lead function and the islands check and show them.

use std::collections::BTreeMap;

use lead_site::{AnswerRule, FormKind, MAX_ANSWER, Question, QuestionTexts};

use model::config::{OwnField, OwnFieldKind};
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;

/// The questions of each form that has some, in their order. Fails when a text of their errors cannot be made.
pub(crate) fn questions(site: &Site) -> Result<BTreeMap<FormKind, Vec<Question>>, StringsError> {
    let mut questions = BTreeMap::new();
    for (name, own) in &site.config.forms {
        let Some(kind) = FormKind::parse(name) else {
            continue;
        };
        let of_form = own.fields.iter().map(|field| question(site, field));
        questions.insert(kind, of_form.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(questions)
}

fn question(site: &Site, field: &OwnField) -> Result<Question, StringsError> {
    let mut texts = BTreeMap::new();
    for lang in site.config.languages.iter() {
        let localized = Localized::new(site, lang);
        let options = field
            .options
            .iter()
            .map(|option| (option.key.clone(), option.label.get(lang).clone()));
        let [required, invalid] = error_texts(field, &localized)?;
        let of_language = QuestionTexts {
            label: field.label.get(lang).clone(),
            hint: field.hint.as_ref().map(|hint| hint.get(lang).clone()),
            options: options.collect(),
            required,
            invalid,
        };
        texts.insert(lang.code().to_owned(), of_language);
    }
    let rule = match field.kind {
        OwnFieldKind::Text => AnswerRule::Text,
        OwnFieldKind::Choice => AnswerRule::Choice {
            options: field
                .options
                .iter()
                .map(|option| option.key.clone())
                .collect(),
            earlier: BTreeMap::new(),
        },
        OwnFieldKind::Number => AnswerRule::Number {
            min: field.min,
            max: field.max,
        },
        OwnFieldKind::Date => AnswerRule::Date,
    };
    Ok(Question {
        key: field.key.clone(),
        required: field.required,
        required_from: None,
        rule,
        texts,
    })
}

/// What visitors read when an answer is missing, and when it is not valid.
fn error_texts(field: &OwnField, localized: &Localized) -> Result<[String; 2], StringsError> {
    let number = |bound: Option<i64>| {
        let plain = bound.unwrap_or_default().to_string();
        localized.numbers().number(&plain)
    };
    let (min, max, most) = (number(field.min), number(field.max), MAX_ANSWER.to_string());
    let values = [("min", &*min), ("max", &*max), ("most", &*most)];
    let [required, invalid] = field.error_strings();
    Ok([
        localized.text(required)?,
        localized.filled(invalid, &values)?,
    ])
}
