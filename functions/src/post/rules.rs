//! The rules of a lead: the one place of this side. `functions/cases/README.md` states them,
//! `functions/cases/validation.json` proves that the browser's rules say the same.

use super::Post;
use crate::lead::FormKind;
use std::collections::BTreeMap;

const LONGEST_NAME: usize = 100;
const LONGEST_EMAIL: usize = 254;
const LONGEST_MESSAGE: usize = 2000;
const LONGEST_UNIT: usize = 20;
/// From a Mexican number without country code to the longest of E.164.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 10..=15;

/// Key of a message under `validation.` in the site's strings.
pub(crate) type FieldError = &'static str;

/// A post that follows the rules, cleaned.
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

/// Checks the fields that `form` asks for.
///
/// # Errors
/// The error of each refused field.
pub(crate) fn check(form: FormKind, post: &Post) -> Result<Checked, BTreeMap<&'static str, FieldError>> {
    let mut errors = BTreeMap::new();
    let mut keep = |field: &'static str, result: Result<String, FieldError>| match result {
        Ok(value) => value,
        Err(error) => {
            errors.insert(field, error);
            String::new()
        }
    };
    let checked = Checked {
        name: keep("name", name(post.field("name"))),
        phone: keep("phone", phone(post.field("phone"), form != FormKind::Mail)),
        email: keep("email", email(post.field("email"))),
        space: optional(keep("space", space(post.field("space"), form.asks_space()))),
        identity: optional(keep("identity", identity(post.field("identity"), form))),
        message: keep("message", message(post.field("message"))),
        unit: optional(keep("unit", unit(post.field("unit")))),
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

/// Drops blanks around: white space of Unicode and the two invisible marks that pasted text brings.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'))
}

fn name(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    if text.is_empty() {
        return Err("name_required");
    }
    if text.chars().count() > LONGEST_NAME {
        return Err("name_too_long");
    }
    let refused = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '<' | '>');
    if text.chars().any(refused) {
        Err("name_invalid")
    } else {
        Ok(text.to_owned())
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
    let kept: String = text.chars().filter(|letter| !is_phone_filler(*letter)).collect();
    let digits = kept.strip_prefix('+').unwrap_or(&kept);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("phone_digits");
    }
    if PHONE_DIGITS.contains(&digits.len()) {
        Ok(digits.to_owned())
    } else {
        Err("phone_length")
    }
}

/// What people put between the digits: spaces, dashes, brackets, invisible marks.
fn is_phone_filler(letter: char) -> bool {
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
    let valid = text.len() <= LONGEST_EMAIL
        && text
            .split_once('@')
            .is_some_and(|(local, host)| is_local_part(local) && host.split('.').all(is_label));
    if valid {
        Ok(text.to_owned())
    } else {
        Err("email_invalid")
    }
}

/// The part before the `@` of the HTML standard's regular expression.
fn is_local_part(local: &str) -> bool {
    !local.is_empty()
        && local
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte))
}

/// One label of the host of the HTML standard's regular expression.
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
        text @ ("" | "oficina" | "local") => Ok(text.to_owned()),
        _ => Err("space_invalid"),
    }
}

fn identity(text: &str, form: FormKind) -> Result<String, FieldError> {
    let text = trimmed(text);
    let offered = form.identities();
    if offered.is_empty() {
        return Ok(String::new());
    }
    if text.is_empty() {
        return Err("identity_required");
    }
    if offered.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err("identity_invalid")
    }
}

fn message(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    let line_ends = text.matches("\r\n").count();
    if text.chars().count() - line_ends > LONGEST_MESSAGE {
        Err("message_too_long")
    } else {
        Ok(text.to_owned())
    }
}

fn unit(text: &str) -> Result<String, FieldError> {
    let text = trimmed(text);
    let right = text.len() <= LONGEST_UNIT
        && !text.starts_with('-')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if right {
        Ok(text.to_owned())
    } else {
        Err("unit_invalid")
    }
}
