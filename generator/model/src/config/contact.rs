//! Who builds and sells the development, and how to reach them; and the legal rules that `site check` applies to the pages.

use std::str::FromStr;

use jiff::civil::Time;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr};

use crate::lang::PerLang;

/// All characters except those that a query value may contain unescaped (RFC 3986, unreserved).
const QUERY_VALUE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A text as the value of a query parameter.
pub fn query_value(text: &str) -> String {
    utf8_percent_encode(text, QUERY_VALUE).to_string()
}

/// Phone, mailboxes and messaging numbers.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The landline number that the header shows (S6).
    pub phone: Phone,
    /// The e-mail address in the footer (S7).
    pub email: String,
    /// The recipient of mail that the platform sends for the site; nobody reads it (call 2, `emailTo`).
    pub no_reply_email: String,
    /// The e-mail address for applicants (S7); without it, the footer invites none.
    pub recruiting_email: Option<String>,
    /// The WhatsApp number of each language (S2).
    pub whatsapp: PerLang<Phone>,
    /// How soon somebody answers, as the end of the sentence “We reply …”; without it, pages name no time.
    pub response_time: Option<PerLang<String>>,
}

/// A phone number. `site.yaml` has it as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phone {
    /// The number as people read it.
    pub label: String,
    /// The number as a `tel:` URL.
    pub href: String,
    /// The digits with the country code, as in URLs of `wa.me`.
    pub digits: String,
}

impl Phone {
    /// The URL that opens a WhatsApp chat with this number and the text `message`.
    pub fn chat_url(&self, message: &str) -> String {
        format!(
            "https://wa.me/{}?text={}",
            self.digits,
            query_value(message)
        )
    }
}

impl FromStr for Phone {
    type Err = String;

    fn from_str(label: &str) -> Result<Phone, String> {
        let digits: String = label.chars().filter(char::is_ascii_digit).collect();
        let is_allowed =
            |character: char| character.is_ascii_digit() || "+ -()".contains(character);
        // E.164: a plus, the country code and at most 15 digits.
        if label.starts_with('+')
            && label.chars().all(is_allowed)
            && (10..=15).contains(&digits.len())
        {
            return Ok(Phone {
                label: label.to_owned(),
                href: format!("tel:+{digits}"),
                digits,
            });
        }
        let remedy = "write it with its country code, like `+52 984 555 0162`";
        Err(format!("`{label}` is not a phone number: {remedy}"))
    }
}

formats::read_as_text!(Phone, "^\\+[0-9 ()+-]+$");

/// The showroom (S7, S8).
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Showroom {
    /// Its phone.
    pub phone: Phone,
    /// Its postal address.
    pub address: Address,
    /// Its position; without it, pages do not link to a map.
    pub geo: Option<Geo>,
    /// Its opening hours; without them, pages name none, and forms ask for no moment of a visit.
    pub hours: Option<OpeningHours>,
}

/// Opening hours, for readers and for programs.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// As visitors read them.
    pub text: PerLang<String>,
    /// The days of the week.
    pub days: Vec<Weekday>,
    /// When it opens: `09:00`.
    #[schemars(with = "String")]
    pub from: Time,
    /// When it closes: `18:00`.
    #[schemars(with = "String")]
    pub to: Time,
}

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    Monday = 1,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// A postal address in parts, named as schema.org and the footer need them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// Street and number.
    pub street: String,
    /// Colonia.
    pub neighbourhood: String,
    /// City.
    pub locality: String,
    /// State.
    pub region: String,
    /// Five digits.
    pub postal_code: String,
    /// Two letters (ISO 3166).
    pub country: String,
}

/// A position in degrees.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Geo {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// Where the building stands.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// City.
    pub locality: String,
    /// State.
    pub region: String,
    /// Two letters (ISO 3166).
    pub country: String,
    /// Its position.
    pub geo: Geo,
}

/// The company that builds the development.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Developer {
    /// Its name.
    pub name: String,
    /// The URL of its website.
    pub url: String,
}

/// The seller, who is responsible for personal data, and the contact for complaints.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// What is sold, which selects the legal rules; without it, `site check` applies none.
    pub profile: Option<Profile>,
    /// The legal name of the responsible person or company.
    pub responsible: String,
    /// The version of the privacy notice, sent with each lead.
    pub notice_version: String,
    /// Where and when a buyer can complain.
    pub complaints: Option<Complaints>,
    /// The number under which PROFECO registered the contract that buyers sign; required for homes.
    pub profeco_contract: Option<String>,
    /// Names of the pictures that are photographs of what has been built; all others are renders.
    #[serde(default)]
    pub photographs: Vec<String>,
}

/// What is sold, which selects the legal rules. See docs/legal.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Profile {
    /// Offices and commercial units.
    Commercial,
    /// Homes: NOM-247-SE-2021 applies as well.
    Housing,
}

/// The channel for complaints and questions about a purchase.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complaints {
    /// Its phone.
    pub phone: Phone,
    /// Its e-mail address.
    pub email: String,
    /// Opening hours, as text.
    pub hours: PerLang<String>,
}

impl Legal {
    /// Messages for values of `site.yaml` that the profile requires and that are missing.
    pub(super) fn omissions(&self) -> Vec<String> {
        let Some(profile) = self.profile else {
            return Vec::new();
        };
        let is_written = |text: &str| !text.trim().is_empty();
        let channel = self.complaints.as_ref();
        let has_hours =
            channel.is_some_and(|channel| channel.hours.values().all(|hours| is_written(hours)));
        let has_contract = self.profeco_contract.as_deref().is_some_and(is_written);
        let is_complete = has_contract || profile == Profile::Commercial;
        let required = [
            (
                "responsible",
                is_written(&self.responsible),
                "seller: LFPC, article 76 Bis",
            ),
            ("complaints", has_hours, "complaints: LFPC, article 76 Bis"),
            (
                "profeco_contract",
                is_complete,
                "profeco-contract: LFPC, articles 73 and 87; NOM-247-SE-2021",
            ),
        ];
        let message = |(key, _, rule): (&str, bool, &str)| {
            format!("the profile `{profile}` requires `legal.{key}`: add it (rule {rule})")
        };
        required
            .into_iter()
            .filter(|(_, is_present, _)| !is_present)
            .map(message)
            .collect()
    }
}
