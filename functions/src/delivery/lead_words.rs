//! A lead in words, for the platform's observations and the team's notice.

use crate::lead::Lead;
use crate::site::Site;
use lead_site::{FormKind, Language, Rule};

/// The name of a form.
pub(super) fn form(team: &Language, form: FormKind) -> &str {
    team.text(&format!("notice.forms.{}", form.as_str()))
}

/// What the visitor chose: the label of each field with options, and that of the option.
pub(super) fn choices<'a>(site: &'a Site, lead: &'a Lead) -> Vec<(&'a str, &'a str)> {
    let fields = site.forms.get(&lead.form).map_or(&[][..], |form| &form.fields);
    let team = site.team();
    let words = lead.choices.iter().map(|(name, option)| {
        let label = team.find(&format!("notice.fields.{name}")).unwrap_or(name);
        let field = fields.iter().find(|field| field.name == *name);
        match field.map(|field| &field.rule) {
            Some(Rule::Choice { labels, .. }) => (label, team.option(labels, option)),
            _ => (label, option.as_str()),
        }
    });
    words.collect()
}

/// Why a lead is suspected spam.
pub(super) fn spam_reasons(team: &Language, lead: &Lead) -> String {
    let reasons = lead.spam.reasons.iter().map(|reason| {
        let (kind, _) = reason.split_once(':').unwrap_or((reason, ""));
        team.text(&format!("notice.spam.{kind}"))
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// The mark before texts about a lead that is suspected spam.
pub(super) fn spam_mark(team: &Language) -> &str {
    team.text("notice.spam.mark")
}
