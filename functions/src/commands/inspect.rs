//! `leads list`, `leads show` and `leads waiting`: what is stored, the delivery state of each lead, and who asked to hear when a
//! reserved unit is available again.

use crate::Leads;
use crate::lead::{Lead, Reference};
use crate::listing::LeadStatus;
use crate::outbox::HistoryEntry;
use crate::visitor_text::{escaped_json, header_value};
use anyhow::bail;
use serde::Serialize;
use std::io::Write;

/// A lead with its state and its delivery history.
#[derive(Serialize)]
pub(super) struct FullLead {
    pub state: LeadStatus,
    pub lead: Lead,
    pub history: Vec<HistoryEntry>,
}

impl FullLead {
    pub(super) async fn load(leads: &Leads, reference: &Reference) -> anyhow::Result<Option<Self>> {
        let outbox = &leads.state.outbox;
        if let Some(lead) = outbox.read_waiting(reference).await? {
            let state = outbox.state(reference).await?;
            let history = outbox.history(reference, &state).await?;
            let state = LeadStatus::from_state(&state, leads.state.config.clock.now_ms());
            return Ok(Some(Self { state, lead, history }));
        }
        let delivered = outbox.read_delivered(reference).await?;
        Ok(delivered.map(|delivered| Self {
            state: LeadStatus::Delivered,
            lead: delivered.lead,
            history: delivered.history,
        }))
    }
}

/// Prints one line per lead: state, reference, time, outcome of each channel. No personal data, so that it can be
/// copied into a ticket.
pub(super) async fn print_list(leads: &Leads, only: Option<LeadStatus>, as_json: bool) -> anyhow::Result<()> {
    let mut listed = leads.listed().await?;
    listed.retain(|lead| only.is_none_or(|only| only == lead.status));
    let mut out = std::io::stdout().lock();
    for lead in listed {
        if as_json {
            writeln!(out, "{}", serde_json::to_string(&lead)?)?;
        } else {
            let (state, deliveries) = (lead.status.as_str(), lead.deliveries.join(" "));
            writeln!(out, "{state:<13} {}  {:.0}  {deliveries}", lead.reference, lead.at)?;
        }
    }
    Ok(())
}

/// Prints everything stored about one lead, for an access request under the data protection law (ARCO).
pub(super) async fn show(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let Some(lead) = FullLead::load(leads, reference).await? else {
        bail!("there is no lead {reference}: `leads list` prints all of them")
    };
    println!("{}", escaped_json(&serde_json::to_string_pretty(&lead)?));
    Ok(())
}

/// The references of all leads.
pub(super) async fn all_references(leads: &Leads) -> anyhow::Result<Vec<Reference>> {
    // Waiting leads first: a lead that is archived meanwhile is then found twice instead of never.
    let mut all = leads.state.outbox.scan().await?.waiting;
    all.extend(leads.state.outbox.list_delivered().await?);
    Ok(all.into_keys().collect())
}

/// Prints the waiting leads by unit, oldest first: code, day, name, telephone number, mail address, reference. Those of
/// units that are available; of `only` whatever its status.
pub(super) async fn print_waiting(leads: &Leads, only: Option<&str>) -> anyhow::Result<()> {
    let site = leads.state.site.get().await?;
    let is_listed = |code: &str| match only {
        Some(only) => code.eq_ignore_ascii_case(only.trim()),
        None => site.units.get(code).is_some_and(|unit| unit.status == "disponible"),
    };
    let mut lines = Vec::new();
    for reference in all_references(leads).await? {
        let Some(lead) = leads.state.outbox.find(&reference).await? else { continue };
        lines.extend(lines_of(&lead, is_listed).map(|(code, line)| (code, lead.received_at, line)));
    }
    lines.sort();
    let mut out = std::io::stdout().lock();
    for (_, _, line) in &lines {
        writeln!(out, "{line}")?;
    }
    if lines.is_empty() {
        eprintln!("nobody waits for {}", only.unwrap_or("a unit that is available now"));
    }
    Ok(())
}

/// A line for each unit of a lead that waits for it, with the unit's code.
fn lines_of(lead: &Lead, is_listed: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, String)> {
    let is_waiting = lead.choices.get("wish").is_some_and(|wish| wish == "notify");
    let units = lead.unit_codes().iter().filter(move |code| is_waiting && is_listed(code));
    units.map(|code| {
        let [name, phone, email] =
            [&lead.name, &lead.phone, &lead.email].map(|text| header_value(text.reveal()));
        let day = lead.received_at.strftime("%Y-%m-%d");
        (code.clone(), format!("{code}  {day}  {name}  {phone}  {email}  {}", lead.reference))
    })
}

#[cfg(test)]
mod tests {
    use super::{Lead, lines_of};
    use crate::Secret;
    use crate::tests::lead;

    #[test]
    fn only_leads_with_the_wish_wait_and_a_name_stays_on_its_line() {
        let mut lead = lead("waiting-1", "");
        lead.units = vec!["O-301".to_owned(), "O-302".to_owned()];
        lead.name = Secret::new("Ana\nO-999  \u{1b}[31m");
        fn lines(lead: &Lead) -> Vec<String> {
            lines_of(lead, |code| code == "O-302").map(|(_, line)| line).collect()
        }
        assert!(lines(&lead).is_empty());
        lead.choices.insert("wish".to_owned(), "notify".to_owned());
        let [line] = &lines(&lead)[..] else { panic!("one line") };
        assert!(line.starts_with("O-302  ") && line.ends_with(lead.reference.as_str()), "{line}");
        assert!(line.contains("9845550162") && !line.contains(['\n', '\u{1b}']), "{line}");
    }
}
