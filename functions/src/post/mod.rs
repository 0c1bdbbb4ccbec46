//! From the bytes of a request to a checked post. Pure: no store, no clock, no network, so that
//! tests and the fuzzer can run it alone.

mod form_body;
mod json_body;
mod rules;

pub(crate) use rules::{Checked, FieldError, check};

use crate::lead::{FormKind, Lang, Tracking, bounded};
use std::collections::BTreeMap;
use thiserror::Error;

/// How a body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyKind {
    /// `application/json`: sent by a script, answered with JSON.
    Json,
    /// `application/x-www-form-urlencoded`: sent by the browser itself, answered with a page.
    Form,
}

impl BodyKind {
    /// The kind a `Content-Type` names.
    pub(crate) fn from_content_type(value: &str) -> Option<Self> {
        match value.split(';').next()?.trim().to_ascii_lowercase().as_str() {
            "application/json" => Some(Self::Json),
            "application/x-www-form-urlencoded" => Some(Self::Form),
            _ => None,
        }
    }
}

/// Why a body could not be read. Says nothing of its content.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum ParseError {
    /// Not UTF-8, not JSON, too deep, a field of the wrong type.
    #[error("the body cannot be read")]
    Unreadable,
    /// `form` is missing or names no form.
    #[error("the form is unknown")]
    UnknownForm,
    /// `key` is too long or has letters no key has.
    #[error("the key is malformed")]
    BadKey,
}

/// A post as sent, field by field, nothing checked but its shape. Not `Debug`: it holds a person.
#[derive(Clone, Default)]
pub(crate) struct Post {
    /// Values by field name; absent fields are absent here.
    pub fields: BTreeMap<String, String>,
    /// Marketing values, bounded.
    pub tracking: Tracking,
}

/// The fields kept from a post; all others are ignored, so that an older or newer page loses no lead.
const FIELDS: [&str; 18] = [
    "key",
    "form",
    "lang",
    "page",
    "unit",
    "name",
    "phone",
    "email",
    "space",
    "identity",
    "message",
    "marketing",
    "notice_version",
    "website",
    "elapsed_ms",
    "captcha",
    "query",
    "subject",
];

/// Keys are UUIDs; other clients may use other letters, within this bound.
const LONGEST_KEY: usize = 100;

impl Post {
    /// Reads a body.
    ///
    /// # Errors
    /// [`ParseError::Unreadable`] when it is not what its content type says.
    pub(crate) fn parse(kind: BodyKind, body: &[u8]) -> Result<Self, ParseError> {
        let mut post = match kind {
            BodyKind::Json => json_body::parse(body)?,
            BodyKind::Form => form_body::parse(body)?,
        };
        post.tracking = post.tracking.bounded();
        Ok(post)
    }

    /// The value of a field, as sent; empty when absent.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// The form the post names.
    ///
    /// # Errors
    /// [`ParseError::UnknownForm`].
    pub(crate) fn form(&self) -> Result<FormKind, ParseError> {
        FormKind::from_word(self.field("form")).ok_or(ParseError::UnknownForm)
    }

    /// The language of the sending page.
    pub(crate) fn lang(&self) -> Lang {
        Lang::from_word(self.field("lang"))
    }

    /// The post's key, if it has one.
    ///
    /// # Errors
    /// [`ParseError::BadKey`].
    pub(crate) fn key(&self) -> Result<Option<&str>, ParseError> {
        let key = self.field("key").trim();
        let right = key.len() <= LONGEST_KEY
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        match (right, key.is_empty()) {
            (false, _) => Err(ParseError::BadKey),
            (true, true) => Ok(None),
            (true, false) => Ok(Some(key)),
        }
    }

    /// Path of the sending page; empty when it is none.
    pub(crate) fn page(&self) -> String {
        let page = bounded(self.field("page"), 300);
        if page.starts_with('/') && !page.starts_with("//") {
            page
        } else {
            String::new()
        }
    }

    /// Whether marketing was agreed to.
    pub(crate) fn marketing(&self) -> bool {
        matches!(self.field("marketing"), "on" | "true" | "1" | "yes")
    }

    /// Milliseconds the visitor took to fill the form in, if the page measured them.
    pub(crate) fn elapsed_ms(&self) -> Option<u64> {
        let number: f64 = self.field("elapsed_ms").trim().parse().ok()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts of floats saturate"
        )]
        number.is_finite().then_some(number as u64)
    }

    /// Stores a value under a name we know; the first of a repeated field counts.
    fn put(&mut self, name: &str, value: String) {
        if let Some(slot) = self.tracking.slot(name) {
            if slot.is_empty() {
                *slot = value;
            }
        } else if FIELDS.contains(&name) {
            self.fields.entry(name.to_owned()).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests;
