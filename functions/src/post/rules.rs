//! The validation rules of a lead (`functions/cases/README.md`). `functions/cases/validation.json` tests them and the browser's.

use super::Post;
use crate::visitor_text::{is_visible, one_line};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use lead_site::{FieldRule, Form, FormField, Presence, VisitHours};
use platform::unit::UnitCode;
use std::borrow::Cow;
use std::collections::BTreeMap;

pub(crate) const MAX_NAME: usize = 100;
pub(crate) const MAX_EMAIL: usize = 254;
pub(crate) const MAX_MESSAGE: usize = 2000;
/// The most units of a list. The site's pages make lists of at most as many.
pub(crate) const MAX_UNITS: usize = 12;
/// How a moment is written: as a field `datetime-local` sends it.
const MOMENT: &str = "%Y-%m-%dT%H:%M";
/// The length of `2026-12-01`.
const DATE_LENGTH: usize = 10;
/// A Mexican number without country code has 10 digits; E.164 allows at most 15.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 10..=15;

/// The error of each invalid field, by the field's name: a key under `validation.` in the strings; of a question the name of an
/// [`AnswerError`](lead_site::AnswerError).
pub(crate) type FieldErrors = BTreeMap<String, String>;

#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ValidFields {
    pub name: String,
    pub phone: String,
    pub email: String,
    /// The chosen options and moments by field.
    pub choices: BTreeMap<String, String>,
    pub message: String,
    /// The answers to the development's own questions by their key, in the order of the form.
    pub answers: Vec<(String, String)>,
    /// The codes of the units, each once.
    pub units: Vec<String>,
}

/// Validates the fields of `form` and normalizes their values. Options of earlier pages are valid until their time.
pub(crate) fn check(form: &Form, post: &Post, now: Timestamp) -> Result<ValidFields, FieldErrors> {
    let mut errors = BTreeMap::new();
    let mut checked = ValidFields::default();
    for field in &form.fields {
        let text = trimmed(post.field(&field.name));
        let value = match text {
            "" if field.presence == Presence::Required => Err("required"),
            "" => continue,
            text => valid(text, &field.rule, now),
        };
        match value {
            Ok(value) => checked.put(field, value),
            Err(error) => {
                errors.insert(field.name.clone(), format!("{}_{error}", field.name));
            }
        }
    }
    for question in &form.questions {
        let name = question.name();
        match question.answer(trimmed(post.field(&name)), now) {
            Ok(Some(value)) => checked.answers.push((question.key.clone(), value)),
            Ok(None) => {}
            Err(error) => {
                errors.insert(name, <&str>::from(error).to_owned());
            }
        }
    }
    // Not a field of `leads.json`, so that earlier versions of this program read the file.
    if checked.put_units(post.field("units")).is_err() {
        errors.insert("units".to_owned(), "unit_invalid".to_owned());
    }
    if errors.is_empty() {
        Ok(checked)
    } else {
        Err(errors)
    }
}

impl ValidFields {
    fn put(&mut self, field: &FormField, value: String) {
        match field.rule {
            FieldRule::Name => self.name = value,
            FieldRule::Phone => self.phone = value,
            FieldRule::Email => self.email = value,
            FieldRule::Text => self.message = value,
            FieldRule::Unit => self.units = vec![value],
            FieldRule::Choice { .. } | FieldRule::Moment { .. } => {
                self.choices.insert(field.name.clone(), value);
            }
        }
    }

    /// Adds the units of a list: `O-305,O-310`.
    fn put_units(&mut self, list: &str) -> Result<(), &'static str> {
        for (index, code) in list.split_terminator(',').enumerate() {
            let code = unit(code)?;
            if index == MAX_UNITS {
                return Err("invalid");
            }
            if !self
                .units
                .iter()
                .any(|known| known.eq_ignore_ascii_case(&code))
            {
                self.units.push(code);
            }
        }
        Ok(())
    }
}

/// The normalized value of a text that is trimmed and not empty, or the end of its error's key.
fn valid(text: &str, rule: &FieldRule, now: Timestamp) -> Result<String, &'static str> {
    match rule {
        FieldRule::Name => name(text),
        FieldRule::Phone => phone(text),
        FieldRule::Email => email(text),
        FieldRule::Text => message(text),
        FieldRule::Unit => unit(text),
        FieldRule::Moment { hours } => moment(text, hours, now),
        FieldRule::Choice {
            options, earlier, ..
        } => {
            let is_earlier = earlier.get(text).is_some_and(|until| now < *until);
            valid_if(
                is_earlier || options.iter().any(|option| option == text),
                text,
            )
        }
    }
}

/// Trims Unicode white space and the two invisible characters that pasted text may have at its ends.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}')
    })
}

fn name(text: &str) -> Result<String, &'static str> {
    if !text.chars().any(is_visible) {
        return Err("required");
    }
    if text.chars().count() > MAX_NAME {
        return Err("too_long");
    }
    let forbidden =
        |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '<' | '>');
    if text.chars().any(forbidden) {
        Err("invalid")
    } else {
        Ok(one_line(text))
    }
}

fn phone(text: &str) -> Result<String, &'static str> {
    let is_part = |letter: &char| !is_phone_separator(*letter);
    let number: String = text.chars().filter(is_part).collect();
    let digits = number.strip_prefix('+').unwrap_or(&number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("digits");
    }
    if !PHONE_DIGITS.contains(&digits.len()) {
        return Err("length");
    }
    // `+`, or `00` in its place: the country code follows, which begins with no zero (ITU-T E.164).
    let with_country = if number.starts_with('+') {
        Some(digits)
    } else {
        digits.strip_prefix("00")
    };
    Ok(match with_country.filter(|rest| !rest.starts_with('0')) {
        // Without the sign it would be a Mexican number.
        Some(rest) if rest.len() == *PHONE_DIGITS.start() => format!("+{rest}"),
        Some(rest) => rest.to_owned(),
        None => digits.to_owned(),
    })
}

/// Characters allowed between the digits: spaces, dashes, brackets, invisible characters.
fn is_phone_separator(letter: char) -> bool {
    matches!(letter,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\t'
        | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'
        | '(' | ')' | '[' | ']'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn valid_if(is_valid: bool, text: &str) -> Result<String, &'static str> {
    if is_valid {
        Ok(text.to_owned())
    } else {
        Err("invalid")
    }
}

/// An address as `<input type=email>` of the HTML standard accepts it, with a dot in the host. The host of an international domain
/// is in ASCII then, as some browsers send it.
fn email(text: &str) -> Result<String, &'static str> {
    let (local, host) = text.split_once('@').ok_or("invalid")?;
    let host = host_in_ascii(host).ok_or("invalid")?;
    let is_host = host.contains('.') && host.split('.').all(is_label);
    let address = format!("{local}@{host}");
    let is_valid = address.len() <= MAX_EMAIL && is_local_part(local) && is_host;
    valid_if(is_valid, &address)
}

/// The host in ASCII (UTS 46, as in URLs); `None` if it is not a host.
fn host_in_ascii(host: &str) -> Option<Cow<'_, str>> {
    if host.is_ascii() {
        return Some(host.into());
    }
    let is_part = |letter: char| {
        !letter.is_ascii() || letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-')
    };
    if !host.chars().all(is_part) {
        return None;
    }
    Some(idna::domain_to_ascii(host).ok()?.into())
}

/// Whether the part before the `@` matches the HTML standard's regular expression.
fn is_local_part(local: &str) -> bool {
    let is_allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    !local.is_empty() && local.bytes().all(is_allowed)
}

/// Whether one label of the host matches the HTML standard's regular expression.
fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let has_dash_at_an_end = label.starts_with('-') || label.ends_with('-');
    (1..=63).contains(&label.len()) && label.bytes().all(is_allowed) && !has_dash_at_an_end
}

fn message(text: &str) -> Result<String, &'static str> {
    let line_ends = text.matches("\r\n").count();
    if text.chars().count() - line_ends > MAX_MESSAGE {
        Err("too_long")
    } else {
        Ok(text.to_owned())
    }
}

/// A day and an hour within the hours of visits. Yesterday in UTC may be today at the development.
fn moment(text: &str, hours: &VisitHours, now: Timestamp) -> Result<String, &'static str> {
    // An offset or a zone, which parsing would ignore, is another moment.
    let time = text.get(DATE_LENGTH..).ok_or("invalid")?;
    if time.contains(['+', '-', '\u{2212}', '[']) {
        return Err("invalid");
    }
    let moment = text.parse::<DateTime>().map_err(|_| "invalid")?;
    let earliest = now
        .to_zoned(TimeZone::UTC)
        .date()
        .yesterday()
        .map_err(|_| "invalid")?;
    let is_open = hours.include(moment) && moment.date() >= earliest;
    valid_if(is_open, &moment.strftime(MOMENT).to_string())
}

fn unit(text: &str) -> Result<String, &'static str> {
    valid_if(UnitCode::is_address(text), text)
}
