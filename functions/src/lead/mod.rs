//! A lead as it is stored. Everything a visitor typed is [`Secret`], whose `Debug` output hides it, so that it cannot get into a log.

use crate::Secret;
use crate::visitor_text::one_line;
use anyhow::Context;
use jiff::Timestamp;
use lead_site::{AnswerRule, FormKind, Language, Question};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use strum::IntoStaticStr;
use tinystr::{TinyAsciiStr, tinystr};

/// A lead as stored in the outbox. New fields need a default, so that stored leads stay readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lead {
    /// The identifier that the visitor gets; also the name of the object.
    pub reference: Reference,
    /// Hash of what the visitor typed. Two posts with one key and different fingerprints are a conflict.
    pub fingerprint: String,
    pub received_at: Timestamp,
    pub form: FormKind,
    pub lang: String,
    pub page: String,
    /// Code of the unit it is about; of several, the first.
    pub unit: Option<String>,
    /// Codes of all units it is about, in the visitor's order. Leads of earlier versions have only `unit`.
    #[serde(default)]
    pub units: Vec<String>,
    /// Name, trimmed.
    pub name: Secret,
    /// Telephone number: digits, the country code first unless they are ten. `+` precedes ten digits with a country code. Empty
    /// when the form has no such field.
    pub phone: Secret,
    pub email: Secret,
    /// The chosen option of each field with options, by the field's name.
    pub choices: BTreeMap<String, String>,
    /// The answers to the development's own questions, in the order of the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// The subject of call 6, on one line.
    pub subject: Secret,
    pub message: Secret,
    pub consents: Consents,
    pub tracking: LeadTracking,
    pub query: Secret,
    pub spam: SpamReport,
    pub channels: Vec<ChannelName>,
}

impl Lead {
    /// A lead with everything that a mail shows, to try the templates with. Nobody sent it.
    pub(crate) fn sample(form: FormKind, units: Vec<String>) -> Self {
        let text = || Secret::new("sample");
        let mut tracking = LeadTracking::default();
        for name in LeadTracking::NAMES {
            tracking.put(name, "sample");
        }
        Self {
            reference: Reference::from_key("sample"),
            fingerprint: String::new(),
            received_at: Timestamp::UNIX_EPOCH,
            form,
            lang: String::new(),
            page: "/sample".to_owned(),
            unit: units.first().cloned(),
            units,
            name: text(),
            phone: Secret::new("0000000000"),
            email: Secret::new("sample@site.example"),
            choices: BTreeMap::new(),
            answers: vec![Answer {
                key: "sample".to_owned(),
                label: "sample".to_owned(),
                value: text(),
                text: text(),
            }],
            subject: Secret::new(""),
            message: text(),
            consents: Consents {
                notice_version: String::new(),
                notice_hash: String::new(),
                notice_at: Timestamp::UNIX_EPOCH,
                marketing: true,
                marketing_at: None,
                measurement: false,
            },
            tracking,
            query: text(),
            spam: SpamReport {
                quarantined: true,
                ..SpamReport::default()
            },
            channels: Vec::new(),
        }
    }

    pub(crate) fn unit_codes(&self) -> &[String] {
        if self.units.is_empty() {
            self.unit.as_slice()
        } else {
            &self.units
        }
    }

    /// The marketing parameters that receivers get: identifiers of clicks, by which advertisers know the visitor, only with consent.
    pub(crate) fn shared_tracking(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let is_shared =
            |name| self.consents.measurement || !LeadTracking::CLICK_IDS.contains(&name);
        let pairs = self.tracking.pairs().into_iter();
        pairs.filter(move |(name, value)| !value.is_empty() && is_shared(*name))
    }
}

/// An answer to a question of the development's own. Its words are those of the moment when it was saved: each delivery attempt sends
/// the same, and they stay when the site no longer asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The question's key in `site.yaml`.
    pub key: String,
    /// The question in the team's language.
    pub label: String,
    /// The answer as data: the key of an option, a number, a day as `2026-12-01`, a text.
    pub value: Secret,
    /// The answer as the team reads it: the label of an option, a day in words. On one line.
    pub text: Secret,
}

impl Answer {
    /// The answer `value` to a question, for a team with this language.
    pub(crate) fn new(question: &Question, value: &str, team: &Language) -> Self {
        let texts = question.texts.get(&team.code);
        let text = match &question.rule {
            AnswerRule::Choice { .. } => texts
                .and_then(|texts| texts.options.get(value))
                .map_or(value, String::as_str)
                .to_owned(),
            AnswerRule::Date => value
                .parse()
                .map_or_else(|_| value.to_owned(), |date| team.day(date)),
            AnswerRule::Number { .. } | AnswerRule::Text => one_line(value),
        };
        Self {
            key: question.key.clone(),
            label: texts.map_or(&question.key, |texts| &texts.label).clone(),
            value: Secret::new(value),
            text: Secret::new(text),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Consents {
    /// The version of the privacy notice that the sending page named.
    pub notice_version: String,
    /// SHA-256 of that version's text in `leads.json`, in hexadecimal; empty when the version is not known there.
    pub notice_hash: String,
    /// When the notice was accepted by sending the form.
    pub notice_at: Timestamp,
    pub marketing: bool,
    /// When the visitor consented to marketing, if so.
    pub marketing_at: Option<Timestamp>,
    /// Whether the visitor allowed measurement (`docs/tracking.md`).
    #[serde(default)]
    pub measurement: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpamReport {
    pub score: u32,
    /// The reasons, as `reason:points`.
    pub reasons: Vec<String>,
    pub captcha: CaptchaState,
    /// Whether the score reached the quarantine threshold.
    pub quarantined: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case", tag = "state")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum CaptchaState {
    /// No secret is configured.
    #[default]
    NotAsked,
    /// The post has no token: no script ran, or it was blocked.
    Missing,
    /// The service could not be asked or answered with an error.
    Unverified,
    /// The service rejected the token.
    Refused,
    /// The service accepted the token.
    Passed {
        /// The service's score, from 0 (machine) to 1 (person).
        score: f64,
    },
}

/// The name of a channel that a lead is delivered through: lower-case letters, also in objects and logs. Each channel of a lead has
/// its own state. A stored lead may name one that this program does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ChannelName(TinyAsciiStr<16>);

impl ChannelName {
    /// The mail to the team: it tells of quarantined leads, and call 6 has no other channel.
    pub(crate) const NOTICE: Self = Self(tinystr!(16, "notice"));

    /// `None` unless the text has 1 to 16 lower-case letters.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let name = TinyAsciiStr::try_from_str(text).ok()?;
        (!name.is_empty() && name.is_ascii_alphabetic_lowercase()).then_some(Self(name))
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl From<TinyAsciiStr<16>> for ChannelName {
    fn from(name: TinyAsciiStr<16>) -> Self {
        Self(name)
    }
}

impl Serialize for ChannelName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ChannelName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("it is not the name of a channel"))
    }
}

/// Most characters of a value that are stored. Longer values are cut: a tracking value must never reject a lead.
const MAX_VALUE: usize = 300;
/// Most digits of a telephone number with its country code (ITU-T E.164).
const MAX_PHONE_DIGITS: usize = 15;

/// Marketing parameters by their name; empty for those that the URL did not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeadTracking(BTreeMap<String, String>);

impl Default for LeadTracking {
    fn default() -> Self {
        Self(
            Self::NAMES
                .map(|name| (name.to_owned(), String::new()))
                .into(),
        )
    }
}

impl LeadTracking {
    /// The names of the parameters: those of the specification in its order, then the broker's name and telephone number, and the
    /// identifiers of clicks.
    pub const NAMES: [&'static str; 18] = [
        "utm_campaign",
        "utm_medium",
        "ad",
        "utm_source",
        "cost",
        "sales",
        "utm_term",
        "utm_content",
        "utm_id",
        "adset",
        "asesor",
        "tel",
        "gclid",
        "gbraid",
        "wbraid",
        "fbclid",
        "ttclid",
        "msclkid",
    ];

    pub(crate) const CLICK_IDS: &'static [&'static str] = Self::NAMES.split_at(12).1;

    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Sets a parameter that is empty to [`one_line`] of at most [`MAX_VALUE`] characters, a telephone number to its digits. Returns
    /// whether `name` is one.
    pub(crate) fn put(&mut self, name: &str, value: &str) -> bool {
        let parameter = self.0.get_mut(name);
        let is_known = parameter.is_some();
        if let Some(parameter) = parameter.filter(|parameter| parameter.is_empty()) {
            *parameter = if name == "tel" {
                let digits = value.chars().filter(char::is_ascii_digit);
                digits.take(MAX_PHONE_DIGITS).collect()
            } else {
                bounded(value, MAX_VALUE)
            };
        }
        is_known
    }

    /// The broker whose link brought the visitor, and the broker's telephone number; "" without a broker.
    pub(crate) fn broker(&self) -> String {
        match (self.get("asesor"), self.get("tel")) {
            ("", _) => String::new(),
            (name, "") => name.to_owned(),
            (name, phone) => format!("{name} · {phone}"),
        }
    }

    /// The names with their values, in the order of [`LeadTracking::NAMES`].
    pub(crate) fn pairs(&self) -> [(&'static str, &str); Self::NAMES.len()] {
        Self::NAMES.map(|name| (name, self.get(name)))
    }
}

/// `text` trimmed, on [`one_line`], cut to `max` characters.
pub(crate) fn bounded(text: &str, max: usize) -> String {
    one_line(text.trim()).chars().take(max).collect()
}

/// Crockford's Base32 in lower case: without i, l, o and u, which are easily confused.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 16 characters of 5 bits each: 80 bits make a collision by chance practically impossible.
const LENGTH: usize = 16;

/// The identifier of a lead: a hash of the post's key, so that a create-only write stores two posts with one key as one lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Reference(String);

impl Reference {
    /// The reference of the lead that was posted with `key`.
    pub(crate) fn from_key(key: &str) -> Self {
        let bytes = hash(&["key", key]);
        let letters = (0..LENGTH).map(|index| {
            let bit = index * 5;
            let pair = u16::from_be_bytes([bytes[bit / 8], bytes[bit / 8 + 1]]);
            let five = (pair >> (11 - bit % 8)) & 31;
            char::from(ALPHABET[usize::from(five)])
        });
        Self(letters.collect())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Reference {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let is_valid = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        is_valid.then(|| Self(text.to_owned())).with_context(|| {
            format!("`{text}` is not a reference: use the 16 letters and digits that `leads list` prints")
        })
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A hash of what a visitor typed, to detect two different posts with the same key. It depends on where parts end.
pub(crate) fn fingerprint(parts: &[&str]) -> String {
    hex(&hash(parts))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of `parts`, each preceded by its length, so that the boundaries between parts are part of the hash.
fn hash(parts: &[&str]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::{LeadTracking, Reference, fingerprint};

    #[test]
    fn the_first_value_is_stored_on_one_line() {
        let mut tracking = LeadTracking::default();
        for name in LeadTracking::NAMES {
            assert!(tracking.put(name, &format!("{name}\r\n{}", "x".repeat(400))));
            assert!(tracking.put(name, "second 2"));
        }
        assert!(!tracking.put("name", "x"));
        for (name, value) in tracking.pairs() {
            let is_stored = if name == "tel" {
                value == "2"
            } else {
                value.starts_with(name) && value.len() == 300
            };
            assert!(is_stored, "{name}: {value}");
        }
    }

    #[test]
    fn a_broker_is_a_name_with_the_digits_of_a_number() {
        let broker = |name: &str, phone: &str| {
            let mut tracking = LeadTracking::default();
            tracking.put("asesor", name);
            tracking.put("tel", phone);
            tracking.broker()
        };
        assert_eq!(broker("Ana", "+52 (984) 555-0162"), "Ana · 529845550162");
        assert_eq!(broker("Ana", "<b>"), "Ana");
        assert_eq!(
            broker("Ana", &"9".repeat(99)),
            format!("Ana · {}", "9".repeat(15))
        );
        assert_eq!(broker("", "9845550162"), "");
    }

    #[test]
    fn references_and_fingerprints_are_hashes() {
        let reference = Reference::from_key("a-key");
        assert_eq!(reference, Reference::from_key("a-key"));
        assert_ne!(reference, Reference::from_key("a-kez"));
        assert_eq!(reference.as_str().parse().ok(), Some(reference));
        for text in [
            "",
            "short",
            "../../etc/passwd",
            "UPPERCASE0000000",
            "0000000000000i00",
        ] {
            assert!(text.parse::<Reference>().is_err(), "{text}");
        }
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    }
}
