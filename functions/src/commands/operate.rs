//! `leads delete`, `leads release`, `leads retry`: what an operator does to a lead.

use super::export::Wanted;
use super::{audit, reference};
use crate::Leads;
use crate::lead::{DeliveryKind, Reference};
use crate::outbox::{Mark, MarkContent, Outcome};
use anyhow::bail;
use std::time::Duration;

/// How long a deletion waits for a worker that is sending the lead.
const WORKER_PATIENCE: Duration = Duration::from_secs(90);
const WORKER_POLL: Duration = Duration::from_millis(500);

/// Deletes leads, or names them.
pub(super) async fn delete(
    leads: Leads,
    text: Option<String>,
    email: Option<String>,
    yes: bool,
) -> anyhow::Result<()> {
    let found = match text {
        Some(text) => vec![reference(&text)?],
        None => of_person(&leads, email).await?,
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

async fn of_person(leads: &Leads, email: Option<String>) -> anyhow::Result<Vec<Reference>> {
    let wanted = Wanted {
        email,
        since: None,
        until: None,
    };
    let mut found = Vec::new();
    for reference in audit::all_references(leads).await? {
        if leads
            .parts
            .outbox
            .find(&reference)
            .await?
            .is_some_and(|lead| wanted.matches(&lead))
        {
            found.push(reference);
        }
    }
    Ok(found)
}

/// Takes the lead's lease first: a worker that is sending it would write it down again.
async fn delete_one(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let (outbox, config) = (&leads.parts.outbox, &leads.parts.config);
    let deadline = tokio::time::Instant::now() + WORKER_PATIENCE.max(config.delivery.lease);
    loop {
        let standing = outbox.standing(reference).await?;
        let waiting = outbox.waiting(reference).await?.is_some();
        if !waiting
            || outbox
                .lease(reference, &standing, config.clock.now_ms(), config.delivery.lease)
                .await?
                .is_some()
        {
            return Ok(outbox.delete(reference).await?);
        }
        if tokio::time::Instant::now() > deadline {
            bail!("{reference} is being sent at the moment; try again in a minute");
        }
        tokio::time::sleep(WORKER_POLL).await;
    }
}

/// Releases a lead from quarantine.
pub(super) async fn release(leads: Leads, text: String) -> anyhow::Result<()> {
    let reference = reference(&text)?;
    let outbox = &leads.parts.outbox;
    let Some(lead) = outbox.waiting(&reference).await? else {
        bail!("no lead {reference} is waiting")
    };
    if !lead.spam.quarantined {
        bail!("{reference} is not in quarantine");
    }
    outbox.release(&reference, leads.parts.config.clock.now()).await?;
    tracing::info!(%reference, result = "released", "lead");
    println!("released {reference}; it goes out with the next delivery");
    Ok(())
}

/// Lets parked deliveries start again.
pub(super) async fn retry(leads: Leads, text: Option<String>) -> anyhow::Result<()> {
    let (outbox, now) = (&leads.parts.outbox, leads.parts.config.clock.now());
    let scan = outbox.scan().await?;
    let wanted: Vec<Reference> = match text {
        Some(text) => vec![reference(&text)?],
        None => scan.waiting.keys().cloned().collect(),
    };
    let mut count = 0;
    for reference in wanted {
        let Some(standing) = scan.work.get(&reference) else {
            continue;
        };
        for delivery in DeliveryKind::ALL {
            let of = standing.of(delivery);
            if of.outcome == Some(Outcome::Parked) {
                let mark = Mark {
                    delivery,
                    number: of.number + 1,
                    outcome: Outcome::Again,
                };
                let content = MarkContent {
                    at: now,
                    note: "an operator asked for it".to_owned(),
                };
                outbox.mark(&reference, mark, &content).await?;
                count += 1;
                println!("again {reference} {}", delivery.word());
            }
        }
    }
    eprintln!("{count} deliveries start again with the next pass");
    Ok(())
}
