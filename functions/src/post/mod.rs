//! Parses and checks the body of a request and builds its lead. Pure: no store, clock or network, so that tests and
//! the fuzzer can run it alone.

mod form_body;
mod json_body;
mod lead;
mod rules;

pub(crate) use rules::{Checked, FieldError, check};

use crate::languages;
use crate::lead::{FormKind, Tracking, bounded};
use model::lang::Lang;
use std::collections::BTreeMap;
use thiserror::Error;

/// Format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyKind {
    /// `application/json`: sent by a script, answered with JSON.
    Json,
    /// `application/x-www-form-urlencoded`: sent by the browser itself, answered with a page.
    Form,
}

impl BodyKind {
    /// The format that a `Content-Type` names. None for a body that says that it is not UTF-8.
    pub(crate) fn from_content_type(value: &str) -> Option<Self> {
        let value = value.to_ascii_lowercase();
        let mut parts = value.split(';').map(str::trim);
        let essence = parts.next()?;
        let is_utf8 = |parameter: &str| match parameter.split_once('=') {
            Some((name, charset)) if name.trim() == "charset" => charset.trim().trim_matches('"') == "utf-8",
            _ => true,
        };
        match essence {
            _ if !parts.all(is_utf8) => None,
            "application/json" => Some(Self::Json),
            "application/x-www-form-urlencoded" => Some(Self::Form),
            _ => None,
        }
    }
}

/// Why a body could not be parsed. Contains nothing of the body.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum ParseError {
    /// Not UTF-8, not JSON, nested too deeply, or a field of the wrong type.
    #[error("the body cannot be parsed")]
    Unreadable,
    /// The field `form` is missing or names no form.
    #[error("the form is unknown")]
    UnknownForm,
    /// The field `key` is too long or has characters that keys must not have.
    #[error("the key is malformed")]
    BadKey,
}

/// A parsed post whose values are not checked yet. Not `Debug`, because it contains personal data.
#[derive(Clone, Default)]
pub(crate) struct Post {
    /// Values by field name, only of fields that were sent.
    pub fields: BTreeMap<String, String>,
    /// Marketing parameters, cut to their maximum length.
    pub tracking: Tracking,
}

/// The known fields. Others are ignored, so that posts of older or newer pages are accepted.
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

/// Most characters of a key. The site's pages send UUIDs; other clients may send other keys.
const MAX_KEY: usize = 100;

impl Post {
    /// Parses a body.
    ///
    /// # Errors
    /// [`ParseError::Unreadable`] when the body is not in the format `kind`.
    pub(crate) fn parse(kind: BodyKind, body: &[u8]) -> Result<Self, ParseError> {
        let mut post = match kind {
            BodyKind::Json => json_body::parse(body)?,
            BodyKind::Form => form_body::parse(body)?,
        };
        post.tracking = post.tracking.bounded();
        Ok(post)
    }

    /// The value of a field as sent; empty when it was not sent.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// The form that the post names.
    ///
    /// # Errors
    /// [`ParseError::UnknownForm`].
    pub(crate) fn form(&self) -> Result<FormKind, ParseError> {
        FormKind::parse(self.field("form")).ok_or(ParseError::UnknownForm)
    }

    /// The language of the sending page; the site's default for everything else.
    pub(crate) fn lang(&self) -> Lang {
        let code = self.field("lang").trim().to_ascii_lowercase();
        languages::or_first(&code)
    }

    /// The post's key, if it has one.
    ///
    /// # Errors
    /// [`ParseError::BadKey`].
    pub(crate) fn key(&self) -> Result<Option<&str>, ParseError> {
        let key = self.field("key").trim();
        let valid = key.len() <= MAX_KEY
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        match (valid, key.is_empty()) {
            (false, _) => Err(ParseError::BadKey),
            (true, true) => Ok(None),
            (true, false) => Ok(Some(key)),
        }
    }

    /// Path of the sending page; empty when it is not a path.
    pub(crate) fn page(&self) -> String {
        let page = bounded(self.field("page"), 300);
        if page.starts_with('/') && !page.starts_with("//") {
            page
        } else {
            String::new()
        }
    }

    /// Whether the visitor consented to marketing.
    pub(crate) fn marketing(&self) -> bool {
        matches!(self.field("marketing"), "on" | "true" | "1" | "yes")
    }

    /// Milliseconds that the visitor took to fill in the form, if the page measured them.
    pub(crate) fn elapsed_ms(&self) -> Option<u64> {
        let number: f64 = self.field("elapsed_ms").trim().parse().ok()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts from float to integer saturate"
        )]
        number.is_finite().then_some(number as u64)
    }

    /// Stores the value of a known field. The first value of a repeated field wins.
    fn put(&mut self, name: &str, value: String) {
        if let Some(target) = self.tracking.value_mut(name) {
            if target.is_empty() {
                *target = value;
            }
        } else if FIELDS.contains(&name) {
            self.fields.entry(name.to_owned()).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests;
