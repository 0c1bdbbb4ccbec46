//! Parses and checks the body of a request and builds its lead, without a store, clock or network, so that the fuzzer can run it.

mod rules;

pub(crate) use rules::{
    FieldErrors, MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNITS, ValidFields, check,
};

use crate::Secret;
use crate::lead::{
    Answer, ChannelName, Consents, Lead, LeadTracking, Reference, SpamReport, bounded, fingerprint,
    hex,
};
use crate::visitor_text::one_line;
use jiff::Timestamp;
use lead_site::{ANSWER_PREFIX, FormKind, LeadSite};
use percent_encoding::percent_decode;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use url::form_urlencoded;

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
            Some((name, charset)) if name.trim() == "charset" => {
                charset.trim().trim_matches('"') == "utf-8"
            }
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

/// A parsed post whose values are not checked yet. Not `Debug`, because it contains personal data.
#[derive(Clone, Default)]
pub(crate) struct Post {
    /// Values by field name, only of fields that were sent.
    pub fields: BTreeMap<String, String>,
    /// Marketing parameters, cut to their maximum length.
    pub tracking: LeadTracking,
}

/// The known fields, beside the site's with options and its questions. Others are ignored, so that posts of older or newer pages are accepted.
const FIELDS: [&str; 18] = [
    "key",
    "form",
    "lang",
    "page",
    "unit",
    "units",
    "name",
    "phone",
    "email",
    "message",
    "marketing",
    "measurement",
    "notice_version",
    "website",
    "elapsed_ms",
    "captcha",
    "query",
    "subject",
];

/// Most characters of a key. The site's pages send UUIDs; other clients may send other keys.
const MAX_KEY: usize = 100;
/// Most characters of the URL query that are stored.
const MAX_QUERY: usize = 2000;
/// Most characters of the subject that are stored.
const MAX_SUBJECT: usize = 150;
/// Most characters of the notice's version that are stored.
const MAX_VERSION: usize = 40;

impl Post {
    /// `choices` are the names of the site's fields with options. `None` when a field, or the whole body, cannot be parsed.
    pub(crate) fn parse(kind: BodyKind, body: &[u8], choices: &[&str]) -> Option<Self> {
        match kind {
            BodyKind::Json => parse_json(body, choices),
            BodyKind::Form => parse_form(body, choices),
        }
    }

    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    pub(crate) fn form(&self) -> Option<FormKind> {
        FormKind::parse(self.field("form"))
    }

    /// The code of the sending page's language, as sent.
    pub(crate) fn lang(&self) -> String {
        self.field("lang").trim().to_ascii_lowercase()
    }

    pub(crate) fn key(&self) -> &str {
        self.field("key").trim()
    }

    /// Whether the key is short, and has only characters that keys may have.
    pub(crate) fn has_valid_key(&self) -> bool {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        self.key().len() <= MAX_KEY && self.key().bytes().all(is_allowed)
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

    pub(crate) fn is_checked(&self, name: &str) -> bool {
        matches!(self.field(name), "on" | "true" | "1" | "yes")
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

    /// The lead of this post. Without a key, its reference is made from content and hour: a double click without a script is one lead.
    pub(crate) fn to_lead(
        &self,
        checked: ValidFields,
        form: FormKind,
        site: &LeadSite,
        now: Timestamp,
        channels: Vec<ChannelName>,
        spam: SpamReport,
    ) -> Lead {
        let listed = |code: &String| site.listed_code(code).unwrap_or(code).to_owned();
        let units: Vec<String> = checked.units.iter().map(listed).collect();
        let codes = units.join(" ");
        let marketing = self.is_checked("marketing");
        let notice_version = bounded(self.field("notice_version"), MAX_VERSION);
        let notice = site.notice(&notice_version, &self.lang());
        let mut parts = vec![
            form.as_str(),
            &checked.name,
            &checked.phone,
            &checked.email,
            &checked.message,
            &codes,
            if marketing { "marketing" } else { "" },
        ];
        parts.extend(
            checked
                .choices
                .iter()
                .flat_map(|(field, option)| [field.as_str(), option]),
        );
        for (key, value) in &checked.answers {
            parts.extend([ANSWER_PREFIX, key, value]);
        }
        let subject = bounded(self.field("subject"), MAX_SUBJECT);
        if !subject.is_empty() {
            parts.extend(["subject", &subject]);
        }
        let fingerprint = fingerprint(&parts);
        let reference = match self.key() {
            "" => Reference::from_key(&format!("{fingerprint} {}", now.as_second() / 3600)),
            key => Reference::from_key(key),
        };
        let questions = site
            .forms
            .get(&form)
            .map_or(&[][..], |form| &form.questions);
        let answers = checked
            .answers
            .iter()
            .filter_map(|(key, value)| {
                let question = questions.iter().find(|question| question.key == *key)?;
                Some(Answer::new(
                    question,
                    value,
                    site.language(&site.team_language),
                ))
            })
            .collect();
        Lead {
            reference,
            fingerprint,
            received_at: now,
            form,
            lang: site.language(&self.lang()).code.clone(),
            page: self.page(),
            unit: units.first().cloned(),
            units,
            name: Secret::new(checked.name),
            phone: Secret::new(checked.phone),
            email: Secret::new(checked.email),
            choices: checked.choices,
            answers,
            subject: Secret::new(subject),
            message: Secret::new(checked.message),
            consents: Consents {
                notice_hash: notice.map_or(String::new(), |text| hex(&Sha256::digest(text))),
                notice_version,
                notice_at: now,
                marketing,
                marketing_at: marketing.then_some(now),
                measurement: self.is_checked("measurement"),
            },
            tracking: self.tracking.clone(),
            query: Secret::new(bounded(self.field("query"), MAX_QUERY)),
            spam,
            channels,
        }
    }

    /// Stores the value of a known field. The first value of a repeated field wins.
    fn put(&mut self, name: &str, value: String, choices: &[&str]) {
        if !self.tracking.put(name, &value) && is_known(name, choices) {
            self.fields.entry(name.to_owned()).or_insert(value);
        }
    }
}

fn is_known(name: &str, choices: &[&str]) -> bool {
    FIELDS.contains(&name) || choices.contains(&name) || name.starts_with(ANSWER_PREFIX)
}

/// Parses a post of a script: a flat JSON object with one nested object, `tracking`. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
fn parse_json(body: &[u8], choices: &[&str]) -> Option<Post> {
    let mut post = Post::default();
    let fields: Map<String, Value> = serde_json::from_slice(&without_lone_surrogates(body)).ok()?;
    let is_parameter = |name: &str| LeadTracking::NAMES.contains(&name);
    for (name, value) in fields {
        match value {
            Value::Null => {}
            Value::Object(parameters) if name == "tracking" => {
                for (name, value) in parameters {
                    if is_parameter(&name) {
                        put_circumstance(&mut post, &name, value, choices);
                    }
                }
            }
            value if name == "query" || is_parameter(&name) => {
                put_circumstance(&mut post, &name, value, choices);
            }
            value if is_known(&name, choices) => {
                put_value(&mut post, &name, value, choices)?;
            }
            _ => {}
        }
    }
    Some(post)
}

/// The body with U+FFFD in place of each half of a surrogate pair that is alone. Scripts send such halves of texts that were
/// cut between them, which JSON allows and UTF-8 does not: no visitor is refused for that.
fn without_lone_surrogates(body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((first, after)) = rest.split_first() {
        let length = match (escaped_unit(rest), rest.get(6..).and_then(escaped_unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                whole.extend_from_slice(br"\ufffd");
                rest = &rest[6..];
                continue;
            }
            // The character after a backslash begins no escape of its own.
            _ if *first == b'\\' && !after.is_empty() => 2,
            _ => 1,
        };
        whole.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    whole
}

/// The code unit of an escape `\uXXXX` at the start of a JSON text.
fn escaped_unit(text: &[u8]) -> Option<u16> {
    let escape = text.strip_prefix(br"\u")?.get(..4)?;
    let digits = str::from_utf8(escape)
        .ok()
        .filter(|digits| !digits.starts_with('+'))?;
    u16::from_str_radix(digits, 16).ok()
}

/// Stores where the visitor came from, if it is a text. Nobody is refused for anything else: it comes from the browser's storage,
/// which extensions and other programs of the site's origin change, and the visitor can neither see nor correct it.
fn put_circumstance(post: &mut Post, name: &str, value: Value, choices: &[&str]) {
    if let Value::String(text) = value {
        post.put(name, text, choices);
    }
}

/// Stores a text; `null` is no value. `elapsed_ms` may be a number, consents may be booleans, and `units` an array of texts.
fn put_value(post: &mut Post, name: &str, value: Value, choices: &[&str]) -> Option<()> {
    let text = match value {
        Value::String(text) if name != "units" => text,
        Value::Null => return Some(()),
        Value::Number(number) if name == "elapsed_ms" => number.to_string(),
        Value::Bool(flag) if matches!(name, "marketing" | "measurement") => flag.to_string(),
        Value::Array(codes) if name == "units" => {
            let is_code = |text: &&str| !text.is_empty() && !text.contains(',');
            let codes: Option<Vec<&str>> = codes
                .iter()
                .map(|code| code.as_str().filter(is_code))
                .collect();
            codes?.join(",")
        }
        _ => return None,
    };
    post.put(name, text, choices);
    Some(())
}

/// Most pairs of a body, more than any form of the site has.
const MAX_PAIRS: usize = 100;

/// Parses a post of a browser without scripts: `name=value&...`, strictly UTF-8, which `form_urlencoded` would silently replace.
fn parse_form(body: &[u8], choices: &[&str]) -> Option<Post> {
    percent_decode(body).decode_utf8().ok()?;
    let mut post = Post::default();
    for (index, (name, value)) in form_urlencoded::parse(body).enumerate() {
        if index == MAX_PAIRS {
            return None;
        }
        post.put(&name, value.into_owned(), choices);
    }
    Some(post)
}

/// For the fuzzer (`fuzz/targets/post.rs`): panics when a value that the rules of a form accept is not normalized.
pub fn parse_and_check(body: &[u8]) {
    let forms = lead_site::standard_forms(|_| vec!["broker".to_owned()], None);
    for kind in [BodyKind::Json, BodyKind::Form] {
        let Some(post) = Post::parse(kind, body, &["space", "identity"]) else {
            continue;
        };
        let _ = (post.form(), post.has_valid_key(), post.lang(), post.page());
        let _ = (post.is_checked("marketing"), post.elapsed_ms());
        for form in forms.values() {
            if let Ok(checked) = check(form, &post, jiff::Timestamp::UNIX_EPOCH) {
                let digits = checked.phone.strip_prefix('+').unwrap_or(&checked.phone);
                assert!(digits.bytes().all(|byte| byte.is_ascii_digit()));
                assert!(
                    !checked.name.contains(['<', '>']) && one_line(&checked.name) == checked.name
                );
                assert!(checked.email.is_ascii() && !checked.email.contains(char::is_whitespace));
            }
        }
    }
}

#[cfg(test)]
mod tests;
