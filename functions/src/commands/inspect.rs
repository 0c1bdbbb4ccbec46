//! `leads list` and `leads show`: what is stored, and the delivery state of each lead.

use super::parse_reference;
use crate::Leads;
use crate::lead::{Lead, Reference};
use crate::listing::{LeadStatus, ListedLead};
use crate::outbox::HistoryEntry;
use crate::visitor_text::escaped_json;
use anyhow::bail;
use serde_json::json;
use std::io::Write;

/// Prints one line per lead: status, reference, time, outcome of each channel. No personal data, so that it can be
/// copied into a ticket.
pub(super) async fn list(leads: Leads, only: Option<LeadStatus>, as_json: bool) -> anyhow::Result<()> {
    let listed = leads.listed().await?;
    let mut out = std::io::stdout().lock();
    for lead in listed
        .iter()
        .filter(|lead| only.is_none_or(|only| only == lead.status))
    {
        let ListedLead {
            reference,
            at,
            deliveries,
            ..
        } = lead;
        if as_json {
            let line = json!({"reference": reference, "state": lead.status.as_str(), "at": at, "deliveries": deliveries});
            writeln!(out, "{line}")?;
        } else {
            let label = lead.status.label();
            writeln!(out, "{label:<13} {reference}  {at:.0}  {}", deliveries.join(" "))?;
        }
    }
    Ok(())
}

/// Reads a lead with its status and its delivery history.
pub(super) async fn read(
    leads: &Leads,
    reference: &Reference,
) -> anyhow::Result<Option<(Lead, LeadStatus, Vec<HistoryEntry>)>> {
    let outbox = &leads.state.outbox;
    if let Some(lead) = outbox.read_waiting(reference).await? {
        let state = outbox.state(reference).await?;
        let history = outbox.history(reference, &state).await?;
        let status = LeadStatus::of(&state, leads.state.config.clock.now_ms());
        return Ok(Some((lead, status, history)));
    }
    Ok(outbox
        .read_delivered(reference)
        .await?
        .map(|delivered| (delivered.lead, LeadStatus::Delivered, delivered.history)))
}

/// Prints everything stored about one lead, for an access request under the data protection law (ARCO).
pub(super) async fn show(leads: Leads, text: String) -> anyhow::Result<()> {
    let reference = parse_reference(&text)?;
    let Some((lead, status, history)) = read(&leads, &reference).await? else {
        bail!("there is no lead {reference}: `leads list` prints all of them")
    };
    let shown = json!({"state": status.as_str(), "lead": lead, "history": history});
    println!("{}", escaped_json(&serde_json::to_string_pretty(&shown)?));
    Ok(())
}

/// The references of all leads.
pub(super) async fn all_references(leads: &Leads) -> anyhow::Result<Vec<Reference>> {
    // Waiting leads first: a lead that is archived meanwhile is then found twice instead of never.
    let waiting = leads.state.outbox.scan().await?.waiting;
    let mut all: Vec<Reference> = waiting.into_keys().collect();
    all.extend(leads.state.outbox.list_delivered().await?.into_keys());
    all.sort();
    all.dedup();
    Ok(all)
}
