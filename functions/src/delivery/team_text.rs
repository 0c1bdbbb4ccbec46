//! The text about a lead for the team, in the platform's observations.

use super::lead_words;
use crate::lead::Lead;
use crate::site::Site;
use crate::visitor_text::lines;
use lead_site::Language;
use std::fmt::Write;

/// The message and the chosen options, one per line. The last line is the reference: two entries with the same
/// reference are the same lead.
pub(super) fn summary(site: &Site, lead: &Lead, suspected_spam: bool) -> String {
    let team = site.team();
    let mut text = String::new();
    if suspected_spam {
        let (mark, reasons) = (lead_words::spam_mark(team), lead_words::spam_reasons(team, lead));
        let _ = writeln!(text, "{mark} {}: {reasons}", team.text("notice.doubtful"));
    }
    let mut line = |label: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{label}: {value}");
        }
    };
    line(
        team.text("form.message"),
        &lines(lead.message.reveal()).join("\n"),
    );
    for (label, option) in lead_words::choices(site, lead) {
        line(label, option);
    }
    line(team.text("unit.label"), lead.unit.as_deref().unwrap_or_default());
    line(team.text("notice.form"), lead_words::form(team, lead.form));
    line(team.text("language.label"), &site.language(&lead.lang).name);
    let marketing = if lead.consents.marketing {
        "notice.yes"
    } else {
        "notice.no"
    };
    line(team.text("notice.marketing"), team.text(marketing));
    line(team.text("notice.reference"), lead.reference.as_str());
    text.truncate(text.trim_end().len());
    text
}

/// The sending page, for `flatInterested` of call 2.
pub(super) fn sending_page(team: &Language, lead: &Lead, site_url: &str) -> String {
    let page = if lead.page.is_empty() {
        lead_words::form(team, lead.form).to_owned()
    } else {
        format!("{site_url}{}", lead.page)
    };
    let text = format!("{}: {page}", team.text("notice.page"));
    match &lead.unit {
        Some(unit) => format!("{text} ({})", team.filled("notice.unit", &[("unit", unit)])),
        None => text,
    }
}
