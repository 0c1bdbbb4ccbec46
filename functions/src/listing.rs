//! What is stored: a line for each lead with its status and the outcome of each delivery, without personal data.

use crate::app_state::AppState;
use crate::delivery::DeliveryWorker;
use crate::lead::{ChannelKind, Reference};
use crate::outbox::{DeliveryState, HistoryEntry, Outbox, Outcome, Scan, StoreError};
use clap::ValueEnum;
use jiff::Timestamp;
use serde::Serialize;
use std::cmp::Reverse;
use strum::IntoStaticStr;

/// The state of a lead as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum LeadStatus {
    /// Not delivered yet.
    Waiting,
    /// In quarantine, because it is suspected spam.
    Quarantined,
    /// Given up until `leads retry`.
    DeadLettered,
    /// Delivered through all its channels.
    Delivered,
}

impl LeadStatus {
    /// The name in commands, JSON and CSV.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    pub(crate) fn from_state(state: &DeliveryState, now_ms: i64) -> Self {
        if state.is_dead_lettered() {
            Self::DeadLettered
        } else if state.quarantined_until().is_some_and(|until| now_ms < until) {
            Self::Quarantined
        } else {
            Self::Waiting
        }
    }
}

/// A stored lead.
#[derive(Clone, Debug, Serialize)]
pub struct ListedLead {
    /// The identifier.
    pub reference: String,
    /// The state as a whole.
    #[serde(rename = "state")]
    pub status: LeadStatus,
    /// When it was saved, or when its last delivery succeeded.
    pub at: Timestamp,
    /// The outcome of each attempted channel, like `lead:delivered` and `contact:retry(3)`.
    pub deliveries: Vec<String>,
}

/// A configured channel.
#[derive(Clone, Debug, Serialize)]
pub struct ListedChannel {
    /// The name, as in the outcomes of leads.
    pub name: &'static str,
    /// `ready`, `paused` or `stopped`.
    pub state: &'static str,
    /// How many leads wait for another attempt.
    pub retries: usize,
    /// The result of the newest attempt, without personal data.
    pub last_answer: Option<String>,
}

/// How many delivered leads are read for the newest attempt of a channel.
const NEWEST: usize = 20;

/// The configured channels, with what waiting and newly delivered leads say about them.
///
/// # Errors
/// The store cannot be read.
pub(crate) async fn channels(
    outbox: &Outbox,
    worker: &DeliveryWorker,
) -> Result<Vec<ListedChannel>, StoreError> {
    let work = outbox.scan().await?.work;
    let mut history = Vec::new();
    for (reference, state) in &work {
        history.extend(outbox.history(reference, state).await?);
    }
    let mut delivered: Vec<_> = outbox.list_delivered().await?.into_iter().collect();
    delivered.sort_by_key(|(_, archived_ms)| Reverse(*archived_ms));
    for (reference, _) in delivered.into_iter().take(NEWEST) {
        history.extend(outbox.read_delivered(&reference).await?.map(|lead| lead.history).unwrap_or_default());
    }
    history.sort_by_key(|entry| entry.content.at);
    let listed = worker.availability().map(|(channel, availability)| {
        let name = channel.as_str();
        let is_retried = |state: &&DeliveryState| {
            matches!(state.channel(channel).outcome, Some(Outcome::RetryAt(_) | Outcome::PostponedTo(_)))
        };
        // Nothing was sent at an attempt that was postponed.
        let is_of_channel = |entry: &&HistoryEntry| {
            entry.object.split('.').next() == Some(name) && !entry.object.contains(".postponed.")
        };
        ListedChannel {
            name,
            state: availability.as_str(),
            retries: work.values().filter(is_retried).count(),
            last_answer: history.iter().rfind(is_of_channel).map(|entry| entry.content.note.clone()),
        }
    });
    Ok(listed.collect())
}

/// All leads, oldest first.
pub(crate) async fn listed(state: &AppState) -> Result<Vec<ListedLead>, StoreError> {
    let outbox = &state.outbox;
    let now_ms = state.config.clock.now_ms();
    let Scan { waiting, work } = outbox.scan().await?;
    let none = DeliveryState::default();
    let line = |reference: &Reference, status, at_ms, state: &DeliveryState| ListedLead {
        reference: reference.to_string(),
        status,
        at: Timestamp::from_millisecond(at_ms).unwrap_or_default(),
        deliveries: channel_outcomes(state),
    };
    let mut lines: Vec<ListedLead> = Vec::new();
    for (reference, saved_ms) in waiting {
        let state = work.get(&reference).unwrap_or(&none);
        let status = LeadStatus::from_state(state, now_ms);
        lines.push(line(&reference, status, saved_ms, state));
    }
    for (reference, archived_ms) in outbox.list_delivered().await? {
        lines.push(line(&reference, LeadStatus::Delivered, archived_ms, &none));
    }
    lines.sort_by_key(|line| line.at);
    Ok(lines)
}

/// The outcome of each attempted channel.
fn channel_outcomes(state: &DeliveryState) -> Vec<String> {
    let describe = |channel: ChannelKind| {
        let channel_state = state.channel(channel);
        let outcome = channel_state.outcome?;
        let text = format!("{}:{}", channel.as_str(), outcome.as_str());
        Some(match outcome {
            Outcome::RetryAt(_) => format!("{text}({})", channel_state.failures),
            _ => text,
        })
    };
    ChannelKind::ALL.into_iter().filter_map(describe).collect()
}
