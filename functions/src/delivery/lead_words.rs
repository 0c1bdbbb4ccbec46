//! A lead in words, for the team: the texts of calls 1 and 2, and what the notice uses, too.

use crate::lead::Lead;
use crate::site::LoadedSite;
use crate::visitor_text::lines;
use jiff::civil::DateTime;
use lead_site::{FieldRule, FormKind, Language};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) fn form(team: &Language, form: FormKind) -> &str {
    team.string(&format!("notice.forms.{}", form.as_str()))
}

/// What the visitor chose: the label of each field with options or a moment, and that of the choice.
pub(super) fn choices<'a>(site: &'a LoadedSite, lead: &'a Lead) -> Vec<(&'a str, Cow<'a, str>)> {
    let fields = site
        .forms
        .get(&lead.form)
        .map_or(&[][..], |form| &form.fields);
    let team = site.team();
    let words = lead.choices.iter().map(|(name, option)| {
        let label = team.find(&format!("notice.fields.{name}")).unwrap_or(name);
        let field = fields.iter().find(|field| field.name == *name);
        let value = match field.map(|field| &field.rule) {
            Some(FieldRule::Choice { labels, .. }) => team.option(labels, option).into(),
            Some(FieldRule::Moment { .. }) => option
                .parse()
                .map_or(option.into(), |at| moment(team, at).into()),
            _ => option.into(),
        };
        (label, value)
    });
    words.collect()
}

pub(super) fn moment(team: &Language, at: DateTime) -> String {
    let time = at.strftime("%H:%M").to_string();
    team.filled(
        "notice.moment",
        &[("day", &team.day(at.date())), ("time", &time)],
    )
}

pub(super) fn spam_reasons(team: &Language, lead: &Lead) -> String {
    let reasons = lead.spam.reasons.iter().map(|reason| {
        let (kind, _) = reason.split_once(':').unwrap_or((reason, ""));
        team.string(&format!("notice.spam.{kind}"))
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// The mark before texts about a lead that is suspected spam; empty for others.
pub(super) fn spam_mark(team: &Language, suspected_spam: bool) -> String {
    if suspected_spam {
        format!("{} ", team.string("notice.spam.mark"))
    } else {
        String::new()
    }
}

/// The message and the chosen options, one per line. Entries with the same last line, the reference, are the same lead.
pub(super) fn summary(site: &LoadedSite, lead: &Lead, suspected_spam: bool) -> String {
    let team = site.team();
    let mut text = String::new();
    if suspected_spam {
        let (mark, reasons) = (spam_mark(team, true), spam_reasons(team, lead));
        let _ = writeln!(text, "{mark}{}: {reasons}", team.string("notice.doubtful"));
    }
    let mut line = |label: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{label}: {value}");
        }
    };
    line(team.string("form.message"), &message(lead));
    for (label, option) in choices(site, lead) {
        line(label, &option);
    }
    for answer in &lead.answers {
        line(&answer.label, answer.text.reveal());
    }
    line(team.string("unit.label"), &lead.unit_codes().join(", "));
    line(team.string("notice.form"), form(team, lead.form));
    line(team.string("notice.broker"), &lead.tracking.broker());
    line(
        team.string("language.label"),
        &site.language(&lead.lang).name,
    );
    let marketing = if lead.consents.marketing {
        "notice.yes"
    } else {
        "notice.no"
    };
    line(team.string("notice.marketing"), team.string(marketing));
    line(team.string("notice.reference"), lead.reference.as_str());
    text.truncate(text.trim_end().len());
    text
}

/// The visitor's message as written, for `message` of call 2; empty without one.
pub(super) fn message(lead: &Lead) -> String {
    lines(lead.message.reveal()).join("\n")
}

/// The note for `flatInterested` of call 2: the sending page, the unit, and, as at the end of [`summary`], the reference.
pub(super) fn sending_page(
    team: &Language,
    lead: &Lead,
    site_url: &str,
    suspected_spam: bool,
) -> String {
    let mut text = spam_mark(team, suspected_spam);
    let page = match lead.page.as_str() {
        "" => form(team, lead.form).to_owned(),
        page => format!("{site_url}{page}"),
    };
    let _ = write!(text, "{}: {page}", team.string("notice.page"));
    if let Some(unit) = &lead.unit {
        let _ = write!(text, " ({})", team.filled("notice.unit", &[("unit", unit)]));
    }
    let _ = write!(
        text,
        "; {}: {}",
        team.string("notice.reference"),
        lead.reference.as_str()
    );
    text
}
