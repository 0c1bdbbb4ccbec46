//! `leads list` and `leads show`: what is stored, and the delivery state of each lead.

use crate::Leads;
use crate::lead::{Lead, Reference};
use crate::listing::LeadStatus;
use crate::outbox::HistoryEntry;
use crate::visitor_text::escaped_json;
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
    /// Reads a lead.
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
