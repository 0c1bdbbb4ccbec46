//! `leads list` and `leads show`: what is stored, and where each delivery stands.

use super::reference;
use crate::Leads;
use crate::lead::{DeliveryKind, Lead, Reference};
use crate::outbox::{Event, Outcome, Scan, Standing};
use anyhow::bail;
use clap::ValueEnum;
use jiff::Timestamp;
use serde_json::json;
use std::io::Write;

/// Where a lead stands, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum State {
    /// On its way.
    Waiting,
    /// Held back because it is doubtful.
    Quarantined,
    /// Given up until `leads retry`.
    Parked,
    /// Arrived everywhere.
    Delivered,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Quarantined => "quarantined",
            Self::Parked => "parked",
            Self::Delivered => "delivered",
        }
    }

    fn of(standing: &Standing, now_ms: i64) -> Self {
        if standing.is_parked() {
            Self::Parked
        } else if standing.held_until().is_some_and(|until| now_ms < until) {
            Self::Quarantined
        } else {
            Self::Waiting
        }
    }
}

/// One line per lead: state, reference, time. No persons, so that it may be pasted into a ticket.
pub(super) async fn list(leads: Leads, only: Option<State>, as_json: bool) -> anyhow::Result<()> {
    let parts = &leads.parts;
    let now_ms = parts.config.clock.now_ms();
    let Scan { waiting, work } = parts.outbox.scan().await?;
    let none = Standing::default();
    let mut lines: Vec<(i64, Reference, State, Standing)> = Vec::new();
    for (reference, saved_ms) in waiting {
        let standing = work.get(&reference).unwrap_or(&none).clone();
        lines.push((saved_ms, reference, State::of(&standing, now_ms), standing));
    }
    for (reference, kept_ms) in parts.outbox.list_kept().await? {
        lines.push((kept_ms, reference, State::Delivered, none.clone()));
    }
    lines.sort_by_key(|(when, ..)| *when);
    let mut out = std::io::stdout().lock();
    for (when, reference, state, standing) in lines
        .iter()
        .filter(|(_, _, state, _)| only.is_none_or(|only| only == *state))
    {
        let at = Timestamp::from_millisecond(*when)?;
        if as_json {
            writeln!(
                out,
                "{}",
                json!({"reference": reference, "state": state.word(), "at": at, "deliveries": deliveries(standing)})
            )?;
        } else {
            writeln!(
                out,
                "{:<12} {reference}  {at:.0}  {}",
                state.word(),
                deliveries(standing).join(" ")
            )?;
        }
    }
    Ok(())
}

/// `lead:done contact:retry(3)`: each delivery that has been tried.
fn deliveries(standing: &Standing) -> Vec<String> {
    let word = |delivery: DeliveryKind| {
        let of = standing.of(delivery);
        let outcome = match of.outcome? {
            Outcome::Done => "done".to_owned(),
            Outcome::Parked => "parked".to_owned(),
            Outcome::Again => "again".to_owned(),
            Outcome::Retry(_) => format!("retry({})", of.failures),
        };
        Some(format!("{}:{outcome}", delivery.word()))
    };
    DeliveryKind::ALL.into_iter().filter_map(word).collect()
}

/// A lead with its state and its story.
pub(super) async fn read(
    leads: &Leads,
    reference: &Reference,
) -> anyhow::Result<Option<(Lead, State, Vec<Event>)>> {
    let outbox = &leads.parts.outbox;
    if let Some(lead) = outbox.waiting(reference).await? {
        let standing = outbox.standing(reference).await?;
        let history = outbox.history(reference, &standing).await?;
        return Ok(Some((
            lead,
            State::of(&standing, leads.parts.config.clock.now_ms()),
            history,
        )));
    }
    Ok(outbox
        .kept(reference)
        .await?
        .map(|kept| (kept.lead, State::Delivered, kept.history)))
}

/// Everything stored about one lead: the answer to an ARCO access request.
pub(super) async fn show(leads: Leads, text: String) -> anyhow::Result<()> {
    let reference = reference(&text)?;
    let Some((lead, state, history)) = read(&leads, &reference).await? else {
        bail!("there is no lead {reference}")
    };
    let shown = json!({"state": state.word(), "lead": lead, "history": history});
    println!("{}", serde_json::to_string_pretty(&shown)?);
    Ok(())
}

/// All references, waiting ones first.
pub(super) async fn all_references(leads: &Leads) -> anyhow::Result<Vec<Reference>> {
    // Waiting first: a lead that moves meanwhile is met twice rather than not at all.
    let waiting = leads.parts.outbox.scan().await?.waiting;
    let mut all: Vec<Reference> = waiting.into_keys().collect();
    all.extend(leads.parts.outbox.list_kept().await?.into_keys());
    all.sort();
    all.dedup();
    Ok(all)
}

impl State {
    /// The word shown to operators.
    pub(super) fn shown(self) -> &'static str {
        self.word()
    }
}
