//! `leads delete`, `leads release`, `leads retry`.

use super::filter::LeadFilter;
use super::{inspect, parse_reference};
use crate::Leads;
use crate::lead::{ChannelKind, Reference};
use crate::outbox::{AttemptRecord, Outcome, RecordContent};
use anyhow::bail;
use std::time::Duration;

/// How long a deletion waits for a worker that is sending the lead.
const WORKER_TIMEOUT: Duration = Duration::from_secs(90);
const WORKER_POLL: Duration = Duration::from_millis(500);

/// Deletes the lead `text`, or all leads of a mail address. Without `yes` only prints what would be deleted.
pub(super) async fn delete(
    leads: Leads,
    text: Option<String>,
    email: Option<String>,
    yes: bool,
) -> anyhow::Result<()> {
    let found = match text {
        Some(text) => vec![parse_reference(&text)?],
        None => find_by_email(&leads, email).await?,
    };
    for reference in &found {
        if yes {
            delete_one(&leads, reference).await?;
            tracing::info!(%reference, result = "deleted on request", "lead");
            println!("deleted {reference}");
        } else {
            println!("would delete {reference}");
        }
    }
    if !yes && !found.is_empty() {
        eprintln!("nothing was deleted; add --yes to delete");
    }
    if found.is_empty() {
        eprintln!("there is no such lead");
    }
    Ok(())
}

async fn find_by_email(leads: &Leads, email: Option<String>) -> anyhow::Result<Vec<Reference>> {
    let filter = LeadFilter {
        email,
        ..LeadFilter::default()
    };
    let mut found = Vec::new();
    for reference in inspect::all_references(leads).await? {
        if leads
            .state
            .outbox
            .find(&reference)
            .await?
            .is_some_and(|lead| filter.matches(&lead))
        {
            found.push(reference);
        }
    }
    Ok(found)
}

/// Deletes a lead after taking its lease: a worker that is sending it would archive it again.
async fn delete_one(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let (outbox, config) = (&leads.state.outbox, &leads.state.config);
    let deadline = tokio::time::Instant::now() + WORKER_TIMEOUT.max(config.delivery.lease);
    loop {
        let state = outbox.state(reference).await?;
        let waiting = outbox.read_waiting(reference).await?.is_some();
        if !waiting
            || outbox
                .take_lease(reference, &state, config.clock.now_ms(), config.delivery.lease)
                .await?
                .is_some()
        {
            return Ok(outbox.delete(reference).await?);
        }
        if tokio::time::Instant::now() > deadline {
            bail!("{reference} is being sent: try again in a minute");
        }
        tokio::time::sleep(WORKER_POLL).await;
    }
}

/// Releases a lead from quarantine.
pub(super) async fn release(leads: Leads, text: String) -> anyhow::Result<()> {
    let reference = parse_reference(&text)?;
    let outbox = &leads.state.outbox;
    let Some(lead) = outbox.read_waiting(&reference).await? else {
        bail!(
            "no lead {reference} is waiting: `leads list --state quarantined` prints the leads in quarantine"
        )
    };
    if !lead.spam.quarantined {
        bail!("{reference} is not in quarantine");
    }
    outbox
        .release_from_quarantine(&reference, leads.state.config.clock.now())
        .await?;
    tracing::info!(%reference, result = "released", "lead");
    println!("released {reference}; the next sweep delivers it");
    Ok(())
}

/// Restarts the attempts of dead-lettered channels, of one lead or of all.
pub(super) async fn retry(leads: Leads, text: Option<String>) -> anyhow::Result<()> {
    let (outbox, now) = (&leads.state.outbox, leads.state.config.clock.now());
    let scan = outbox.scan().await?;
    let references: Vec<Reference> = match text {
        Some(text) => vec![parse_reference(&text)?],
        None => scan.waiting.keys().cloned().collect(),
    };
    let mut count = 0;
    for reference in references {
        let Some(state) = scan.work.get(&reference) else {
            continue;
        };
        for channel in ChannelKind::ALL {
            let channel_state = state.channel(channel);
            if channel_state.outcome == Some(Outcome::DeadLettered) {
                let restart = AttemptRecord {
                    channel,
                    number: channel_state.number + 1,
                    outcome: Outcome::Restarted,
                };
                let content = RecordContent {
                    at: now,
                    note: "retried by an operator".to_owned(),
                };
                outbox.record_attempt(&reference, restart, &content).await?;
                count += 1;
                println!("retrying {reference} {}", channel.as_str());
            }
        }
    }
    eprintln!("{count} deliveries are retried in the next sweep");
    Ok(())
}
