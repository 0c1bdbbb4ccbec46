//! The team's notice of a lead: a mail that a salesperson can act on from a phone, as HTML and as text.

mod campaign;
mod phone;

use super::lead_words;
use crate::lead::{ChannelKind, Lead};
use crate::site::Site;
use crate::visitor_text::{header_value, lines, one_line};
use lead_site::{FormKind, Language, LeadUnit, UnitPage};
use lettre::Address;
use lettre::message::Mailbox;
use minijinja::{Error, Value, context};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use phone::Phone;
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
const MAILTO: &AsciiSet = &NON_ALPHANUMERIC.remove(b'@').remove(b'.').remove(b'-').remove(b'_');

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

/// Composes the notice of `lead` in the language of the team, with links to the site at `site_url`; without links when that is
/// empty.
///
/// # Errors
/// A template does not match its values.
pub(crate) fn compose(
    lead: &Lead,
    suspected_spam: bool,
    site: &Arc<Site>,
    site_url: &str,
) -> Result<Notice, Error> {
    let team = site.team();
    let name = header_value(lead.name.reveal());
    // The form accepts every address that HTML does; some of them are not valid in mail and only in the text.
    let address = lead.email.reveal().parse::<Address>().ok();
    let form = lead_words::form(team, lead.form);
    let what = match lead.unit_codes() {
        [] => form.to_owned(),
        [unit] => team.filled("notice.unit", &[("unit", &one_line(unit))]),
        units => team.filled("notice.units", &[("units", &one_line(&units.join(", ")))]),
    };
    let subject = subject(lead, &name, &what, suspected_spam, team);
    let visitor = Visitor { lead, name: &name, language: site.language(&lead.lang) };
    let context = context! {
        lang => team.locale.as_str(),
        t => site.texts(&team.code),
        site => team.string("site.name"),
        subject => subject.as_str(),
        what,
        form,
        name => name.as_str(),
        email => lead.email.reveal(),
        mailto => address.as_ref().map(|address| visitor.mailto(address)),
        phone => Phone::new(lead.phone.reveal()).map(|phone| visitor.phone_value(&phone, team)),
        about => visitor.about(site),
        message => Some(lead.message.reveal()).filter(|text| !text.is_empty()).map(lines),
        units => lead.unit_codes().iter().map(|code| unit_value(site, code, visitor.language, site_url)).collect::<Vec<_>>(),
        page => Some(one_line(&lead.page)).filter(|page| !page.is_empty()),
        page_url => Some(lead.page.as_str()).filter(|page| !page.is_empty()).and_then(|page| link(site_url, page)),
        broker => Some(lead_words::broker(lead)).filter(|broker| !broker.is_empty()),
        campaign => campaign::in_words(team, &lead.tracking),
        received => received(lead, site),
        marketing => lead.consents.marketing,
        reference => lead.reference.as_str(),
        spam => suspected_spam.then(|| spam_value(lead, team)),
    };
    Ok(Notice {
        text: site.render("notice.txt", context.clone())?,
        html: site.render("notice.html", context)?,
        reply_to: address.map(|address| Mailbox::new(Some(name.clone()), address)),
        subject,
    })
}

/// The subject line: the visitor's own one of call 6, or who asks for what. It ends with the reference, so that mail
/// programs do not group two leads.
fn subject(lead: &Lead, name: &str, what: &str, suspected_spam: bool, team: &Language) -> String {
    let own = lead.subject.reveal();
    let subject = match own.is_empty() {
        true => team.filled("notice.subject", &[("name", name), ("what", what)]),
        false => own.to_owned(),
    };
    let mark = if suspected_spam { format!("{} ", lead_words::spam_mark(team)) } else { String::new() };
    header_value(&format!("{mark}{subject} ({})", lead.reference))
}

/// Who sent the lead, and in which language the team writes back.
struct Visitor<'a> {
    lead: &'a Lead,
    /// The name on one line.
    name: &'a str,
    language: &'a Language,
}

impl Visitor<'_> {
    /// Who the visitor is, what they are looking for, and their language.
    fn about(&self, site: &Site) -> Vec<String> {
        let choices = lead_words::choices(site, self.lead);
        let language = (site.team().string("language.label"), self.language.name.as_str());
        let words = choices.into_iter().chain([(language.0, language.1.into())]);
        words.map(|(label, value)| format!("{label}: {value}")).collect()
    }

    /// A text for the visitor: the first of these strings, or the second, which names the lead's only unit.
    fn string_with_unit(&self, [general, of_unit]: [&str; 2]) -> String {
        let site = self.language.string("site.name");
        match self.lead.unit_codes() {
            [unit] => self.language.filled(of_unit, &[("site", site), ("name", self.name), ("unit", unit)]),
            _ => self.language.filled(general, &[("site", site), ("name", self.name)]),
        }
    }

    fn phone_value(&self, phone: &Phone, team: &Language) -> Value {
        let label = phone.label();
        context! {
            call => team.filled("nav.call", &[("phone", &label)]),
            label,
            tel => phone.tel(),
            whatsapp => phone.whatsapp(&self.string_with_unit(["notice.greeting", "notice.greeting_unit"])),
            // In Mexico ten digits are the usual way to write a number.
            is_assumed => phone.is_assumed && self.language.code != "es",
        }
    }

    fn mailto(&self, address: &Address) -> String {
        let subject = self.string_with_unit(["notice.mail_subject", "notice.mail_subject_unit"]);
        let address = utf8_percent_encode(address.as_ref(), MAILTO);
        format!("mailto:{address}?subject={}", utf8_percent_encode(&subject, NON_ALPHANUMERIC))
    }
}

/// The unit of a lead. Links lead to the pages in the visitor's language, so that they can be sent on.
fn unit_value(site: &Site, code: &str, visitor: &Language, site_url: &str) -> Value {
    let team = site.team();
    let unit = site.units.get(code);
    let listed = unit.and_then(|unit| Some((unit, unit.pages.get(&visitor.code)?)));
    context! {
        code => one_line(code),
        page => listed.and_then(|(_, page)| link(site_url, &page.page)),
        plan => team.filled("notice.plan", &[("unit", code)]),
        missing => listed.is_none().then(|| team.string("notice.not_listed")),
        facts => listed.map(|(unit, page)| facts_value(site, unit, page, site_url)),
    }
}

fn facts_value(site: &Site, unit: &LeadUnit, page: &UnitPage, site_url: &str) -> Value {
    let team = site.team();
    context! {
        name => page.name.as_str(),
        level => page.level.as_str(),
        area => unit.area.as_str(),
        status => unit.status.as_str(),
        status_label => team.string(&format!("status.{}", unit.status)),
        net => unit.net.as_deref(),
        total => unit.total.as_str(),
        date => team.filled("price.date", &[("date", &team.day(site.date))]),
        picture => page.picture.as_ref().and_then(|path| link(site_url, path)),
        sheet => page.sheet.as_ref().and_then(|path| link(site_url, path)),
    }
}

/// URL of a path of the site; `None` when the site's URL is not known.
fn link(site_url: &str, path: &str) -> Option<String> {
    (!site_url.is_empty()).then(|| format!("{site_url}{}", utf8_percent_encode(path, PATH)))
}

/// When the lead was accepted, in the development's time.
fn received(lead: &Lead, site: &Site) -> String {
    let team = site.team();
    lead_words::moment(team, site.local(lead.received_at))
}

/// Why the lead is suspected spam and what to do.
fn spam_value(lead: &Lead, team: &Language) -> Value {
    // The notice of call 6 has no other channel that a release would start.
    let has_other_channels = lead.channels.iter().any(|channel| *channel != ChannelKind::Notice);
    let is_held = lead.form != FormKind::Mail && has_other_channels;
    context! {
        because => team.filled("notice.spam.because", &[("reasons", &lead_words::spam_reasons(team, lead))]),
        release => is_held.then(|| format!("leads release {}", lead.reference)),
    }
}

#[cfg(test)]
mod tests;
