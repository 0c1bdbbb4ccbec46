//! `leads list` and `leads show`: what is stored, and the delivery state of each lead.

use super::parse_reference;
use crate::Leads;
use crate::lead::{ChannelKind, Lead, Reference};
use crate::outbox::{DeliveryState, HistoryEntry, Outcome, Scan};
use anyhow::bail;
use clap::ValueEnum;
use jiff::Timestamp;
use serde_json::json;
use std::io::Write;

/// The state of a lead as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LeadStatus {
    /// Not delivered yet.
    Waiting,
    /// In quarantine, because it is suspected spam.
    Quarantined,
    /// Given up until `leads retry`.
    #[value(alias = "parked")]
    DeadLettered,
    /// Delivered through all its channels.
    Delivered,
}

impl LeadStatus {
    /// The name for operators.
    fn label(self) -> &'static str {
        match self {
            Self::DeadLettered => "dead-lettered",
            other => other.as_str(),
        }
    }

    /// The name in JSON and CSV.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Quarantined => "quarantined",
            Self::DeadLettered => "parked",
            Self::Delivered => "delivered",
        }
    }

    fn of(state: &DeliveryState, now_ms: i64) -> Self {
        if state.is_dead_lettered() {
            Self::DeadLettered
        } else if state.quarantined_until().is_some_and(|until| now_ms < until) {
            Self::Quarantined
        } else {
            Self::Waiting
        }
    }
}

/// Prints one line per lead: status, reference, time, outcome of each channel. No personal data, so that it can be
/// copied into a ticket.
pub(super) async fn list(leads: Leads, only: Option<LeadStatus>, as_json: bool) -> anyhow::Result<()> {
    let outbox = &leads.state.outbox;
    let now_ms = leads.state.config.clock.now_ms();
    let Scan { waiting, work } = outbox.scan().await?;
    let none = DeliveryState::default();
    let mut lines: Vec<(i64, Reference, LeadStatus, DeliveryState)> = Vec::new();
    for (reference, saved_ms) in waiting {
        let state = work.get(&reference).unwrap_or(&none).clone();
        lines.push((saved_ms, reference, LeadStatus::of(&state, now_ms), state));
    }
    for (reference, archived_ms) in outbox.list_delivered().await? {
        lines.push((archived_ms, reference, LeadStatus::Delivered, none.clone()));
    }
    lines.sort_by_key(|(when_ms, ..)| *when_ms);
    let mut out = std::io::stdout().lock();
    for (when_ms, reference, status, state) in lines
        .iter()
        .filter(|(_, _, status, _)| only.is_none_or(|only| only == *status))
    {
        let at = Timestamp::from_millisecond(*when_ms)?;
        let channels = channel_outcomes(state);
        if as_json {
            let line =
                json!({"reference": reference, "state": status.as_str(), "at": at, "deliveries": channels});
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{:<13} {reference}  {at:.0}  {}",
                status.label(),
                channels.join(" ")
            )?;
        }
    }
    Ok(())
}

/// The outcome of each attempted channel, like `lead:done contact:retry(3)`.
fn channel_outcomes(state: &DeliveryState) -> Vec<String> {
    let describe = |channel: ChannelKind| {
        let channel_state = state.channel(channel);
        let outcome = match channel_state.outcome? {
            Outcome::Delivered => "done".to_owned(),
            Outcome::DeadLettered => "parked".to_owned(),
            Outcome::Restarted => "again".to_owned(),
            Outcome::RetryAt(_) => format!("retry({})", channel_state.failures),
        };
        Some(format!("{}:{outcome}", channel.as_str()))
    };
    ChannelKind::ALL.into_iter().filter_map(describe).collect()
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
    println!("{}", serde_json::to_string_pretty(&shown)?);
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
