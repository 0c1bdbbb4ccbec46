//! The validation rules of a lead. `functions/cases/README.md` lists them; the cases in
//! `functions/cases/validation.json` test these rules and the browser's.

use super::Post;
use crate::lead::FormKind;
use crate::messages;
use crate::visitor_text::{is_visible, one_line};
use std::collections::BTreeMap;

const MAX_NAME: usize = 100;
const MAX_EMAIL: usize = 254;
const MAX_MESSAGE: usize = 2000;
const MAX_UNIT: usize = 20;
/// A Mexican number without country code has 10 digits; E.164 allows at most 15.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 10..=15;

/// Key of an error message, under `validation.` in the site's strings.
pub(crate) type FieldError = &'static str;

/// The normalized values of a valid post.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    pub name: String,
    pub phone: String,
    pub email: String,
    pub space: Option<String>,
    pub identity: Option<String>,
    pub message: String,
    pub unit: Option<String>,
}

/// Validates the fields of `form` and normalizes their values.
///
/// # Errors
/// The error of each invalid field.
pub(crate) fn check(form: FormKind, post: &Post) -> Result<Checked, BTreeMap<&'static str, FieldError>> {
    let mut errors = BTreeMap::new();
    let mut collect = |field: &'static str, result: Result<String, FieldError>| match result {
        Ok(value) => value,
        Err(error) => {
            errors.insert(field, error);
            String::new()
        }
    };
    let checked = Checked {
        name: collect("name", name(post.field("name"))),
        phone: collect("phone", phone(post.field("phone"), form != FormKind::Mail)),
        email: collect("email", email(post.field("email"))),
        space: optional(collect("space", space(post.field("space"), form.has_space()))),
        identity: optional(collect("identity", identity(post.field("identity"), form))),
        message: collect("message", message(post.field("message"))),
        unit: optional(collect("unit", unit(post.field("unit")))),
    };
    if errors.is_empty() {
        Ok(checked)
    } else {
        Err(errors)
    }
}

fn optional(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// Trims Unicode white space and the two invisible characters that pasted text may have at its ends.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'))
}

fn name(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    if !text.chars().any(is_visible) {
        return Err("name_required");
    }
    if text.chars().count() > MAX_NAME {
        return Err("name_too_long");
    }
    let forbidden =
        |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '<' | '>');
    if text.chars().any(forbidden) {
        Err("name_invalid")
    } else {
        Ok(one_line(text))
    }
}

fn phone(text: &str, required: bool) -> Result<String, FieldError> {
    let text = trimmed(text);
    if text.is_empty() {
        return if required {
            Err("phone_required")
        } else {
            Ok(String::new())
        };
    }
    let number: String = text
        .chars()
        .filter(|letter| !is_phone_separator(*letter))
        .collect();
    let digits = number.strip_prefix('+').unwrap_or(&number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("phone_digits");
    }
    if PHONE_DIGITS.contains(&digits.len()) {
        Ok(digits.to_owned())
    } else {
        Err("phone_length")
    }
}

/// Characters allowed between the digits: spaces, dashes, brackets, invisible characters.
fn is_phone_separator(letter: char) -> bool {
    matches!(letter,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\t'
        | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'
        | '(' | ')' | '[' | ']'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn email(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    if text.is_empty() {
        return Err("email_required");
    }
    let valid = text.len() <= MAX_EMAIL
        && text
            .split_once('@')
            .is_some_and(|(local, host)| is_local_part(local) && host.split('.').all(is_label));
    if valid {
        Ok(text.to_owned())
    } else {
        Err("email_invalid")
    }
}

/// Whether the part before the `@` matches the HTML standard's regular expression.
fn is_local_part(local: &str) -> bool {
    !local.is_empty()
        && local
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte))
}

/// Whether one label of the host matches the HTML standard's regular expression.
fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    (1..=63).contains(&bytes.len())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && bytes.first() != Some(&b'-')
        && bytes.last() != Some(&b'-')
}

fn space(text: &str, required: bool) -> Result<String, FieldError> {
    match trimmed(text) {
        "" if required => Err("space_required"),
        text if text.is_empty() || is_option(messages::SPACES, text) => Ok(text.to_owned()),
        _ => Err("space_invalid"),
    }
}

fn identity(text: &str, form: FormKind) -> Result<String, FieldError> {
    let Some(group) = form.identities() else {
        return Ok(String::new());
    };
    match trimmed(text) {
        "" => Err("identity_required"),
        text if is_option(group, text) => Ok(text.to_owned()),
        _ => Err("identity_invalid"),
    }
}

/// Whether the form offers this option.
fn is_option(group: &str, text: &str) -> bool {
    messages::options(group).iter().any(|option| option == text)
}

fn message(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    let line_ends = text.matches("\r\n").count();
    if text.chars().count() - line_ends > MAX_MESSAGE {
        Err("message_too_long")
    } else {
        Ok(text.to_owned())
    }
}

fn unit(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    let valid = text.len() <= MAX_UNIT
        && !text.starts_with('-')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if valid {
        Ok(text.to_owned())
    } else {
        Err("unit_invalid")
    }
}
