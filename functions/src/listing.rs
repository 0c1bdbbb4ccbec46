//! What is stored: a line for each lead with its status and the outcome of each delivery, without personal data.

use crate::app_state::AppState;
use crate::lead::{ChannelKind, Reference};
use crate::outbox::{DeliveryState, Outcome, Scan, StoreError};
use clap::ValueEnum;
use jiff::Timestamp;
use serde::Serialize;
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
