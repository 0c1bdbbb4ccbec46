//! The team's notice of a lead: a mail that a salesperson can act on from a phone, as HTML and as text.

use super::lead_words;
use crate::lead::{ChannelName, Lead, LeadTracking};
use crate::site::{LoadedSite, TeamMail};
use crate::visitor_text::{header_value, lines, one_line};
use lead_site::{FormKind, Language};
use lettre::Address;
use lettre::message::Mailbox;
use minijinja::value::Serde;
use minijinja::{Error, Value, context};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::sync::Arc;

/// Characters that a path is encoded for: those that end a URL in a text, beside everything that is not ASCII.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');
/// Characters that the address in a `mailto:` URL is encoded for (RFC 6068).
const MAILTO: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'@')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_');

/// Composes the notice of `lead` in the team's language, with links to the site at `site_url` unless that is empty.
pub(crate) fn compose(
    lead: &Lead,
    suspected_spam: bool,
    site: &Arc<LoadedSite>,
    site_url: &str,
) -> Result<TeamMail, Error> {
    let (team, visitor) = (site.team(), site.language(&lead.lang));
    let name = header_value(lead.name.reveal());
    // The form accepts every address that HTML does; some of them are not valid in mail and only in the text.
    let address = lead.email.reveal().parse::<Address>().ok();
    let form = lead_words::form(team, lead.form);
    let (what, suffix) = match lead.unit_codes() {
        [] => (form.to_owned(), ""),
        [unit] => (
            team.filled("notice.unit", &[("unit", &one_line(unit))]),
            "_unit",
        ),
        units => (
            team.filled("notice.units", &[("units", &one_line(&units.join(", ")))]),
            "",
        ),
    };
    let subject = subject(lead, &name, &what, suspected_spam, team);
    // A text for the visitor, which names the lead's only unit.
    let to_visitor = |key: &str| {
        let unit = lead.unit_codes().first().map_or("", String::as_str);
        let values = [
            ("site", visitor.string("site.name")),
            ("name", &*name),
            ("unit", unit),
        ];
        let text = visitor.filled(&format!("{key}{suffix}"), &values);
        utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
    };
    let mailto = |address: &Address| {
        let address = utf8_percent_encode(address.as_ref(), MAILTO);
        format!(
            "mailto:{address}?subject={}",
            to_visitor("notice.mail_subject")
        )
    };
    let about = lead_words::choices(site, lead)
        .into_iter()
        .chain([(team.string("language.label"), visitor.name.as_str().into())]);
    // Links lead to the pages in the visitor's language, so that they can be sent on.
    let units = lead.unit_codes().iter().map(|code| {
        let unit = site.units.get(code);
        let listed = unit.and_then(|unit| Some(Serde((unit, unit.pages.get(&visitor.code)?))));
        vec![Value::from(one_line(code)), listed.into()]
    });
    let answers = lead
        .answers
        .iter()
        .map(|answer| vec![answer.label.clone(), answer.text.reveal().to_owned()]);
    let message = Some(lead.message.reveal()).filter(|text| !text.is_empty());
    // The notice of call 6 has no other channel that a release would start.
    let has_other_channels = lead
        .channels
        .iter()
        .any(|channel| *channel != ChannelName::NOTICE);
    let base = site_url.to_owned();
    let context = context! {
        lang => team.locale.as_str(),
        t => site.texts(&team.code),
        // The URL of a path of the site, if the site's is known.
        link => Value::from_function(move |path: &str| {
            (!base.is_empty()).then(|| format!("{base}{}", utf8_percent_encode(path, PATH)))
        }),
        day => team.day(site.date),
        subject => subject.as_str(),
        what,
        form,
        name => name.as_str(),
        email => lead.email.reveal(),
        mailto => address.as_ref().map(mailto),
        phone => DialledPhone::new(lead.phone.reveal()).map(Serde),
        // In Mexico ten digits are the usual way to write a number.
        is_mexican => visitor.code == "es",
        greeting => to_visitor("notice.greeting"),
        about => about.map(|(label, value)| format!("{label}: {value}")).collect::<Vec<_>>(),
        answers => answers.collect::<Vec<_>>(),
        message => message.map(lines),
        units => units.collect::<Vec<_>>(),
        page => one_line(&lead.page),
        broker => lead.tracking.broker(),
        campaign => campaign_in_words(team, &lead.tracking),
        // In the development's time.
        received => lead_words::moment(team, site.local(lead.received_at)),
        marketing => lead.consents.marketing,
        reference => lead.reference.as_str(),
        suspected_spam,
        spam_reasons => lead_words::spam_reasons(team, lead),
        is_held => lead.form != FormKind::Mail && has_other_channels,
    };
    let reply_to = address.map(|address| Mailbox::new(Some(name.clone()), address));
    Ok(TeamMail {
        reply_to,
        ..site.mail("notice", subject, context)?
    })
}

/// The visitor's own subject (call 6), or who asks for what; and the reference, so that mail programs do not group two leads.
fn subject(lead: &Lead, name: &str, what: &str, suspected_spam: bool, team: &Language) -> String {
    let own = lead.subject.reveal();
    let subject = if own.is_empty() {
        team.filled("notice.subject", &[("name", name), ("what", what)])
    } else {
        own.to_owned()
    };
    let mark = lead_words::spam_mark(team, suspected_spam);
    header_value(&format!("{mark}{subject} ({})", lead.reference))
}

/// The parameters in the order in which the team reads them.
const ORDER: &str =
    "utm_medium utm_source utm_campaign adset ad utm_term utm_content utm_id cost sales";

/// Media that most advertisers write in one of these ways (Google Analytics, default channel groups), and their group.
const MEDIA: [(&str, &str); 5] = [
    (
        "paid",
        "cpc ppc cpm display paid paidsearch paid_search paidsocial paid_social",
    ),
    ("email", "email e-mail mail newsletter"),
    ("social", "social social-media social_media"),
    ("organic", "organic"),
    ("referral", "referral link"),
];

/// The identifiers that only an ad has; Facebook adds its own to every link.
const OF_ADS: [&str; 5] = ["gclid", "gbraid", "wbraid", "ttclid", "msclkid"];

/// `Anuncio pagado, fuente “google”, campaña “otoño”`; without parameters, that there are none.
fn campaign_in_words(team: &Language, tracking: &LeadTracking) -> String {
    let given = ORDER.split(' ').map(|name| (name, tracking.get(name)));
    let named = given
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| match medium(name, value) {
            Some(medium) => team.string(&format!("notice.medium.{medium}")).to_string(),
            None => format!(
                "{} “{}”",
                team.string(&format!("notice.tracking.{name}")),
                one_line(value)
            ),
        });
    let is_ad = tracking.get("utm_medium").is_empty()
        && OF_ADS.iter().any(|name| !tracking.get(name).is_empty());
    let paid = is_ad.then(|| team.string("notice.medium.paid").to_string());
    let words = paid.into_iter().chain(named).collect::<Vec<_>>().join(", ");
    if words.is_empty() {
        team.string("notice.no_campaign").to_string()
    } else {
        words
    }
}

fn medium(name: &str, value: &str) -> Option<&'static str> {
    let value = value.to_ascii_lowercase();
    let has_value = |media: &str| media.split(' ').any(|medium| medium == value);
    if name != "utm_medium" {
        return None;
    }
    MEDIA
        .iter()
        .find(|(_, media)| has_value(media))
        .map(|(group, _)| *group)
}

/// The country code of Mexico (ITU-T E.164).
const MEXICO: &str = "52";
/// Digits of a Mexican number without its country code.
const NATIONAL: usize = 10;
/// Prefixes that were dialled before a Mexican number until August 2019, which pasted numbers still have.
const OLD_PREFIXES: [&str; 4] = ["521", "01", "044", "045"];

#[derive(Debug, PartialEq, Eq, Serialize)]
struct DialledPhone {
    /// Digits, the country code first.
    digits: String,
    /// `+52 984 555 0162`; numbers of countries other than Mexico, the United States and Canada are not grouped.
    label: String,
    /// Whether the country code is our assumption: the visitor typed ten digits.
    is_assumed: bool,
}

impl DialledPhone {
    /// The number of a lead. `None` when it is empty.
    fn new(number: &str) -> Option<Self> {
        if number.is_empty() {
            return None;
        }
        if let Some(digits) = number.strip_prefix('+') {
            return Some(Self {
                digits: digits.to_owned(),
                label: number.to_owned(),
                is_assumed: false,
            });
        }
        // Leads of earlier versions may begin with the prefix of international calls.
        let digits = number.strip_prefix("00").unwrap_or(number);
        let is_assumed = digits.len() == NATIONAL;
        let mut old = OLD_PREFIXES
            .iter()
            .filter_map(|prefix| digits.strip_prefix(prefix));
        let national = if is_assumed {
            Some(digits)
        } else {
            old.find(|rest| rest.len() == NATIONAL)
        };
        let digits = national.map_or_else(
            || digits.to_owned(),
            |national| format!("{MEXICO}{national}"),
        );
        let label = match digits.split_at(digits.len().saturating_sub(NATIONAL)) {
            (code @ (MEXICO | "1"), number) => {
                format!(
                    "+{code} {} {} {}",
                    &number[..3],
                    &number[3..6],
                    &number[6..]
                )
            }
            _ => format!("+{digits}"),
        };
        Some(Self {
            digits,
            label,
            is_assumed,
        })
    }
}

#[cfg(test)]
mod tests;
