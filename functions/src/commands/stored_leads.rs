//! Commands about stored leads: `leads list`, `show`, `waiting`, `delete`, `release` and `retry`.

use super::{LeadFilter, print};
use crate::Leads;
use crate::lead::{Lead, Reference};
use crate::outbox::{HistoryEntry, Outcome, RecordContent, WorkName};
use crate::service::LeadStatus;
use crate::visitor_text::{escaped_json, header_value};
use anyhow::bail;
use platform::unit::UnitCode;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

#[derive(Serialize)]
pub(super) struct FullLead {
    pub state: LeadStatus,
    pub lead: Lead,
    pub history: Vec<HistoryEntry>,
}

impl FullLead {
    pub(super) async fn load(leads: &Leads, reference: &Reference) -> anyhow::Result<Option<Self>> {
        let outbox = &leads.outbox;
        if let Some(lead) = outbox.read_waiting(reference).await? {
            let state = outbox.state(reference).await?;
            let history = outbox.history(reference, &state).await?;
            let state = LeadStatus::from_state(&state, leads.config.clock.now_ms());
            return Ok(Some(Self {
                state,
                lead,
                history,
            }));
        }
        let delivered = outbox.read_delivered(reference).await?;
        Ok(delivered.map(|delivered| Self {
            state: LeadStatus::Delivered,
            lead: delivered.lead,
            history: delivered.history,
        }))
    }
}

/// Prints a line for each lead: state, reference, time, outcome of each channel. No personal data, for use in tickets.
pub(super) async fn print_list(
    leads: &Leads,
    only: Option<LeadStatus>,
    as_json: bool,
) -> anyhow::Result<()> {
    let mut listed = leads.listed().await?;
    listed.retain(|lead| only.is_none_or(|only| only == lead.status));
    let mut out = std::io::stdout().lock();
    for lead in listed {
        if as_json {
            writeln!(out, "{}", serde_json::to_string(&lead)?)?;
        } else {
            let (state, deliveries) = (lead.status.as_str(), lead.deliveries.join(" "));
            writeln!(
                out,
                "{state:<13} {}  {:.0}  {deliveries}",
                lead.reference, lead.at
            )?;
        }
    }
    Ok(())
}

/// Prints everything stored about one lead, for an access request under the data protection law (ARCO).
pub(super) async fn show(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let Some(lead) = FullLead::load(leads, reference).await? else {
        bail!("there is no lead {reference}: `leads list` prints all of them")
    };
    print(escaped_json(&serde_json::to_string_pretty(&lead)?))
}

pub(super) async fn all_references(leads: &Leads) -> anyhow::Result<Vec<Reference>> {
    // Waiting leads first: a lead that is archived meanwhile is then found twice instead of never.
    let mut all = leads.outbox.list_leads("waiting").await?;
    all.extend(leads.outbox.list_leads("delivered").await?);
    Ok(all.into_keys().collect())
}

/// Prints who waits for a unit that is available, or for the unit `only` whatever its status: by unit, oldest first.
pub(super) async fn print_waiting(leads: &Leads, only: Option<&str>) -> anyhow::Result<()> {
    let site = leads.site.get().await?;
    let is_listed = |code: &str| match only {
        Some(only) => match (UnitCode::new(code), UnitCode::new(only)) {
            (Ok(code), Ok(only)) => code.address().eq_ignore_ascii_case(only.address()),
            _ => false,
        },
        None => site
            .units
            .get(code)
            .is_some_and(|unit| unit.status == "disponible"),
    };
    let mut lines = Vec::new();
    for reference in all_references(leads).await? {
        let Some(lead) = leads.outbox.find(&reference).await? else {
            continue;
        };
        lines.extend(lines_of(&lead, is_listed).map(|(code, line)| (code, lead.received_at, line)));
    }
    lines.sort();
    let mut out = std::io::stdout().lock();
    for (_, _, line) in &lines {
        writeln!(out, "{line}")?;
    }
    if lines.is_empty() {
        eprintln!(
            "nobody waits for {}",
            only.unwrap_or("a unit that is available now")
        );
    }
    Ok(())
}

/// A line for each unit of a lead that waits for it, with the unit's code.
fn lines_of(
    lead: &Lead,
    is_listed: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (String, String)> {
    let is_waiting = lead
        .choices
        .get("wish")
        .is_some_and(|wish| wish == "notify");
    let units = lead
        .unit_codes()
        .iter()
        .filter(move |code| is_waiting && is_listed(code));
    units.map(|code| {
        let [name, phone, email] =
            [&lead.name, &lead.phone, &lead.email].map(|text| header_value(text.reveal()));
        let day = lead.received_at.strftime("%Y-%m-%d");
        (
            code.clone(),
            format!(
                "{code}  {day}  {name}  {phone}  {email}  {}",
                lead.reference
            ),
        )
    })
}

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
        Some(reference) if all_references(leads).await?.contains(&reference) => vec![reference],
        Some(reference) => bail!("there is no lead {reference}: `leads list` prints all of them"),
        None => find_by_email(leads, email).await?,
    };
    for reference in &found {
        if yes {
            delete_one(leads, reference).await?;
            tracing::info!(%reference, result = "deleted on request", "lead");
            print(format_args!("deleted {reference}"))?;
        } else {
            print(format_args!("would delete {reference}"))?;
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
    let filter = LeadFilter {
        email,
        ..LeadFilter::default()
    };
    let mut found = Vec::new();
    for reference in all_references(leads).await? {
        let lead = leads.outbox.find(&reference).await?;
        if lead.is_some_and(|lead| filter.matches(&lead)) {
            found.push(reference);
        }
    }
    Ok(found)
}

/// Deletes a lead after taking its lease: a worker that is sending it would archive it again.
async fn delete_one(leads: &Leads, reference: &Reference) -> anyhow::Result<()> {
    let (outbox, clock) = (&leads.outbox, &leads.config.clock);
    let lease = leads.config.lease;
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
    let outbox = &leads.outbox;
    let Some(lead) = outbox.read_waiting(reference).await? else {
        bail!(
            "no lead {reference} is waiting: `leads list --state quarantined` prints the leads in quarantine"
        )
    };
    if !lead.spam.quarantined {
        bail!("{reference} is not in quarantine");
    }
    let at = leads.config.clock.now();
    let content = RecordContent {
        at,
        note: "released".to_owned(),
    };
    outbox
        .create_work(reference, WorkName::Released, &content)
        .await?;
    tracing::info!(%reference, result = "released", "lead");
    print(format_args!(
        "released {reference}; the next sweep delivers it"
    ))
}

/// Restarts the attempts of channels that are dead-lettered or wait for a time, of one lead or of all.
pub(super) async fn retry(leads: &Leads, reference: Option<Reference>) -> anyhow::Result<()> {
    let (outbox, at) = (&leads.outbox, leads.config.clock.now());
    let mut waiting = outbox.scan().await?;
    waiting.retain(|found, lead| {
        lead.saved_ms.is_some() && reference.as_ref().is_none_or(|only| only == found)
    });
    if waiting.is_empty()
        && let Some(reference) = reference
    {
        bail!("no lead {reference} is waiting: `leads list` prints those that are");
    }
    let mut count = 0;
    for (reference, lead) in waiting {
        for channel in lead.state.channels() {
            let before = lead.state.channel(channel);
            if !matches!(
                before.outcome,
                Some(Outcome::DeadLettered | Outcome::RetryAt(_) | Outcome::PostponedTo(_))
            ) {
                continue;
            }
            let restart = WorkName::Attempt {
                channel,
                number: before.number + 1,
                outcome: Outcome::Restarted,
            };
            let content = RecordContent {
                at,
                note: "retried by an operator".to_owned(),
            };
            outbox.create_work(&reference, restart, &content).await?;
            count += 1;
            print(format_args!("retrying {reference} {}", channel.as_str()))?;
        }
    }
    eprintln!("deliveries that the next sweep retries: {count}");
    Ok(())
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
            lines_of(lead, |code| code == "O-302")
                .map(|(_, line)| line)
                .collect()
        }
        assert!(lines(&lead).is_empty());
        lead.choices.insert("wish".to_owned(), "notify".to_owned());
        let [line] = &lines(&lead)[..] else {
            panic!("one line")
        };
        assert!(
            line.starts_with("O-302  ") && line.ends_with(lead.reference.as_str()),
            "{line}"
        );
        assert!(
            line.contains("9845550162") && !line.contains(['\n', '\u{1b}']),
            "{line}"
        );
    }
}
