//! `leads delete`, `leads release`, `leads retry`.

use super::{LeadFilter, inspect};
use crate::Leads;
use crate::lead::{ChannelKind, Reference};
use crate::outbox::{AttemptRecord, Outcome, RecordContent};
use anyhow::bail;
use std::time::Duration;

/// How long a deletion waits for a worker that is sending the lead.
const WORKER_TIMEOUT: Duration = Duration::from_secs(90);
const WORKER_POLL: Duration = Duration::from_millis(500);

/// Deletes one lead, or all leads of a mail address. Without `yes` only prints what would be deleted.
pub(super) async fn delete(
    leads: &Leads,
    reference: Option<Reference>,
    email: Option<String>,
    yes: bool,
) -> anyhow::Result<()> {
    let found = match reference {
        Some(reference) => vec![reference],
        None => find_by_email(leads, email).await?,
    };
    for reference in &found {
        if yes {
            delete_one(leads, reference).await?;
            tracing::info!(%reference, result = "deleted on request", "lead");
            println!("deleted {reference}");
        } else {
            println!("would delete {reference}");
        }
    }
    if found.is_empty() {
        eprintln!("there is no such lead");
    } else if !yes {
        eprintln!("nothing was deleted; add --yes to delete");
    }
    Ok(())
}

async fn find_by_email(leads: &Leads, email: Option<String>) -> anyhow::Result<Vec<Reference>> {
    let filter = LeadFilter { email, ..LeadFilter::default() };
    let mut found = Vec::new();
    for reference in inspect::all_references(leads).await? {
        let lead = leads.state.outbox.find(&reference).await?;
        if lead.is_some_and(|lead| filter.matches(&lead)) {
            found.push(reference);
        }
    }
    Ok(found)
}

/// Deletes a lead after taking its lease: a worker that is sending it would archive it again.
async fn delete_one(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let (outbox, clock) = (&leads.state.outbox, &leads.state.config.clock);
    let lease = leads.state.config.delivery.lease;
    let deadline = tokio::time::Instant::now() + WORKER_TIMEOUT.max(lease);
    while outbox.read_waiting(reference).await?.is_some() {
        let state = outbox.state(reference).await?;
        let taken = outbox.take_lease(reference, &state, clock.now_ms(), lease);
        if taken.await?.is_some() {
            break;
        }
        if tokio::time::Instant::now() > deadline {
            bail!("{reference} is being sent: try again in a minute");
        }
        tokio::time::sleep(WORKER_POLL).await;
    }
    Ok(outbox.delete(reference).await?)
}

pub(super) async fn release(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let outbox = &leads.state.outbox;
    let Some(lead) = outbox.read_waiting(reference).await? else {
        bail!(
            "no lead {reference} is waiting: `leads list --state quarantined` prints the leads in quarantine"
        )
    };
    if !lead.spam.quarantined {
        bail!("{reference} is not in quarantine");
    }
    let now = leads.state.config.clock.now();
    outbox.release_from_quarantine(reference, now).await?;
    tracing::info!(%reference, result = "released", "lead");
    println!("released {reference}; the next sweep delivers it");
    Ok(())
}

/// Restarts the attempts of dead-lettered channels, of one lead or of all.
pub(super) async fn retry(leads: &Leads, reference: Option<Reference>) -> anyhow::Result<()> {
    let (outbox, at) = (&leads.state.outbox, leads.state.config.clock.now());
    let scan = outbox.scan().await?;
    let references = match reference {
        Some(reference) => vec![reference],
        None => scan.waiting.keys().cloned().collect(),
    };
    let mut count = 0;
    for reference in references {
        let Some(state) = scan.work.get(&reference) else {
            continue;
        };
        for channel in ChannelKind::ALL {
            let before = state.channel(channel);
            if before.outcome != Some(Outcome::DeadLettered) {
                continue;
            }
            let restart = AttemptRecord { channel, number: before.number + 1, outcome: Outcome::Restarted };
            let note = "retried by an operator".to_owned();
            outbox.record_attempt(&reference, restart, &RecordContent { at, note }).await?;
            count += 1;
            println!("retrying {reference} {}", channel.as_str());
        }
    }
    eprintln!("{count} deliveries are retried in the next sweep");
    Ok(())
}
