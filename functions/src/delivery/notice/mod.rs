//! The team's notice of a lead: a mail that a salesperson can act on from a phone, as HTML and as text.

mod campaign;
mod phone;
mod writer;

use super::lead_words;
use super::team_text::SUSPECTED_SPAM;
use super::unit_page::{UnitFacts, UnitLookup, UnitPages};
use crate::lead::{ChannelKind, FormKind, Lead};
use crate::messages;
use crate::templates;
use crate::visitor_text::{header_value, lines, one_line};
use lettre::Address;
use lettre::message::Mailbox;
use minijinja::{Error, Value, context};
use model::lang::Lang;
use model::time_zone::TimeZone;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use phone::Phone;

pub(crate) use writer::NoticeWriter;

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

/// How notices are written.
#[derive(Clone, Debug)]
pub(super) struct NoticeStyle {
    /// The team's language.
    pub lang: Lang,
    /// The development's time zone.
    pub time_zone: TimeZone,
    /// Prefix of the sending page's path; empty when it is not known.
    pub site_url: String,
}

/// A composed notice.
#[derive(Debug)]
pub struct Notice {
    /// The subject line.
    pub subject: String,
    /// The visitor, when the address is valid in mail.
    pub(super) reply_to: Option<Mailbox>,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

/// Composes the notice of `lead`. `unit` is what the published page of its unit says.
///
/// # Errors
/// A template does not match its values.
pub(super) fn compose(
    lead: &Lead,
    suspected_spam: bool,
    unit: Option<(&UnitPages, &UnitLookup)>,
    style: &NoticeStyle,
) -> Result<Notice, Error> {
    let lang = style.lang;
    let name = header_value(lead.name.reveal());
    // The form accepts every address that HTML does; some of them are not valid in mail and only in the text.
    let address = lead.email.reveal().parse::<Address>().ok();
    let what = match &lead.unit {
        Some(unit) => messages::filled(lang, "notice.unit", &[("unit", &one_line(unit))]),
        None => lead_words::form(lang, lead.form),
    };
    let subject = subject(lead, &name, &what, suspected_spam, lang);
    let context = context! {
        lang => lang.locale(),
        t => templates::texts(lang),
        site => messages::text(lang, "site.name"),
        subject => subject.as_str(),
        what => what,
        form => lead_words::form(lang, lead.form),
        name => name.as_str(),
        email => lead.email.reveal(),
        mailto => address.as_ref().map(|address| mailto(lead, address)),
        phone => Phone::new(lead.phone.reveal()).map(|phone| phone_value(lead, &phone, &name, lang)),
        about => about(lead, lang),
        message => Some(lead.message.reveal()).filter(|text| !text.is_empty()).map(lines),
        unit => unit.and_then(|(pages, lookup)| Some(unit_value(lead.lang, lead.unit.as_deref()?, pages, lookup, lang))),
        unit_code => lead.unit.as_deref().map(one_line),
        page => Some(one_line(&lead.page)).filter(|page| !page.is_empty()),
        page_url => page_url(lead, &style.site_url),
        campaign => campaign::in_words(lang, &lead.tracking),
        received => received(lead, style),
        marketing => lead.consents.marketing,
        reference => lead.reference.as_str(),
        spam => suspected_spam.then(|| spam_value(lead, lang)),
    };
    Ok(Notice {
        text: templates::render("notice.txt", context.clone())?,
        html: templates::render("notice.html", context)?,
        reply_to: address.map(|address| Mailbox::new(Some(name), address)),
        subject,
    })
}

/// Who the visitor is, what they are looking for, and their language.
fn about(lead: &Lead, lang: Lang) -> Vec<String> {
    let labelled = |label: &str, value: &str| format!("{}: {value}", messages::text(lang, label));
    let identity = lead_words::identity(lang, lead).map(|identity| identity.to_string());
    let space = lead_words::space(lang, lead).map(|space| labelled("notice.seeks", &space));
    let language = labelled("language.label", lead.lang.name());
    identity.into_iter().chain(space).chain([language]).collect()
}

/// The subject line: the visitor's own one of call 6, or who asks for what. It ends with the reference, so that mail
/// programs do not group two leads.
fn subject(lead: &Lead, name: &str, what: &str, suspected_spam: bool, lang: Lang) -> String {
    let own = lead.subject.reveal();
    let subject = match own.is_empty() {
        true => messages::filled(lang, "notice.subject", &[("name", name), ("what", what)]).to_string(),
        false => own.to_owned(),
    };
    let mark = if suspected_spam {
        format!("{SUSPECTED_SPAM} ")
    } else {
        String::new()
    };
    header_value(&format!("{mark}{subject} ({})", lead.reference))
}

/// A text in the visitor's language: the first of `keys`, or the second, which names the lead's unit.
fn to_visitor(lead: &Lead, [general, of_unit]: [&str; 2], name: &str) -> String {
    let site = messages::text(lead.lang, "site.name");
    match &lead.unit {
        Some(unit) => {
            let values = [("site", &*site), ("name", name), ("unit", unit.as_str())];
            messages::filled(lead.lang, of_unit, &values)
        }
        None => messages::filled(lead.lang, general, &[("site", &site), ("name", name)]),
    }
    .to_string()
}

fn phone_value(lead: &Lead, phone: &Phone, name: &str, lang: Lang) -> Value {
    let label = phone.label();
    context! {
        call => messages::filled(lang, "nav.call", &[("phone", &label)]),
        label => label,
        tel => phone.tel(),
        whatsapp => phone.whatsapp(&to_visitor(lead, ["notice.greeting", "notice.greeting_unit"], name)),
        // In Mexico ten digits are the usual way to write a number.
        is_assumed => phone.is_assumed && lead.lang.code() != "es",
    }
}

fn mailto(lead: &Lead, address: &Address) -> String {
    let subject = to_visitor(lead, ["notice.mail_subject", "notice.mail_subject_unit"], "");
    let address = utf8_percent_encode(address.as_ref(), MAILTO);
    format!(
        "mailto:{address}?subject={}",
        utf8_percent_encode(&subject, NON_ALPHANUMERIC)
    )
}

/// The unit of a lead. Links lead to the pages in the visitor's language, so that they can be sent on.
fn unit_value(page_lang: Lang, code: &str, pages: &UnitPages, lookup: &UnitLookup, lang: Lang) -> Value {
    let facts = match lookup {
        UnitLookup::Listed(facts) => Some(facts_value(facts, lang)),
        UnitLookup::NotListed | UnitLookup::Unreachable => None,
    };
    context! {
        page => (*lookup != UnitLookup::NotListed).then(|| pages.url(page_lang, code)),
        plan => messages::filled(lang, "notice.plan", &[("unit", code)]),
        missing => match lookup {
            UnitLookup::Listed(_) => None,
            UnitLookup::NotListed => Some(messages::text(lang, "notice.not_listed")),
            UnitLookup::Unreachable => Some(messages::text(lang, "notice.unreachable")),
        },
        facts => facts,
    }
}

fn facts_value(facts: &UnitFacts, lang: Lang) -> Value {
    context! {
        name => one_line(&facts.name),
        level => one_line(&facts.level),
        area => facts.area.to_string(),
        status => facts.status,
        status_label => messages::text(lang, &format!("status.{}", facts.status)),
        net => facts.net.to_string(),
        total => facts.total.to_string(),
        date => messages::filled(lang, "price.date", &[("date", &messages::day(lang, facts.date))]),
        picture => facts.picture.as_deref(),
        sheet => facts.sheet.as_deref(),
    }
}

/// URL of the sending page; `None` when the site's URL or the page is not known.
fn page_url(lead: &Lead, site_url: &str) -> Option<String> {
    let known = !site_url.is_empty() && !lead.page.is_empty();
    known.then(|| format!("{site_url}{}", utf8_percent_encode(&lead.page, PATH)))
}

/// When the lead was accepted, in the development's time.
fn received(lead: &Lead, style: &NoticeStyle) -> String {
    let local = style.time_zone.local(lead.received_at);
    let day = messages::day(style.lang, local.date());
    let time = format!("{:02}:{:02}", local.hour(), local.minute());
    messages::filled(style.lang, "notice.moment", &[("day", &day), ("time", &time)]).to_string()
}

/// Why the lead is suspected spam and what to do.
fn spam_value(lead: &Lead, lang: Lang) -> Value {
    let reasons = lead.spam.reasons.iter().map(|reason| {
        let (kind, _) = reason.split_once(':').unwrap_or((reason, ""));
        messages::text(lang, &format!("notice.spam.{kind}"))
    });
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    // The notice of call 6 has no other channel that a release would start.
    let is_held = lead.form != FormKind::Mail
        && lead
            .channels
            .iter()
            .any(|channel| *channel != ChannelKind::Notice);
    context! {
        because => messages::filled(lang, "notice.spam.because", &[("reasons", &reasons)]),
        release => is_held.then(|| format!("leads release {}", lead.reference)),
    }
}

#[cfg(test)]
mod tests;
