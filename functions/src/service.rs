//! The lead function as a value: its routers, and what it has stored. The lists have no personal data.

use crate::counts::{self, Cell, CountsReport, PendingCounts};
use crate::delivery::{Leads, compose};
use crate::http;
use crate::lead::{ChannelName, Reference, hex};
use crate::outbox::{DeliveryState, HistoryEntry, Outcome, ScannedLead};
use crate::site::TeamMail;
use axum::Router;
use clap::ValueEnum;
use jiff::Timestamp;
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use strum::IntoStaticStr;

/// How often a process writes what it has counted.
const COUNTS_INTERVAL: Duration = Duration::from_secs(60);

impl fmt::Debug for Leads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leads")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Leads {
    /// The routes, without a fallback, so that they can be merged into another router. Serve them with
    /// `into_make_service_with_connect_info::<SocketAddr>()`; otherwise all posts count as those of one address.
    pub fn router(self: &Arc<Self>) -> Router {
        http::with_layers(http::routes(), Arc::clone(self))
    }

    /// The routes and a 404 for every other path, for a server that serves nothing else.
    pub(crate) fn whole_router(self: &Arc<Self>) -> Router {
        http::with_layers(http::routes().fallback(http::not_found), Arc::clone(self))
    }

    /// What is stored: all leads, oldest first. Fails when the store cannot be read.
    pub async fn listed(&self) -> anyhow::Result<Vec<ListedLead>> {
        let outbox = &self.outbox;
        let now_ms = self.config.clock.now_ms();
        let scan = outbox.scan().await?;
        let line = |reference: &Reference, status, at_ms, deliveries| ListedLead {
            reference: reference.to_string(),
            status,
            at: Timestamp::from_millisecond(at_ms).unwrap_or_default(),
            deliveries,
        };
        let delivered = outbox.list_leads("delivered").await?;
        let waiting = scan
            .iter()
            .filter_map(|(reference, ScannedLead { saved_ms, state })| {
                // A lead that is being archived is in both folders.
                if delivered.contains_key(reference) {
                    return None;
                }
                let saved_ms = (*saved_ms)?;
                let status = LeadStatus::from_state(state, now_ms);
                Some(line(reference, status, saved_ms, channel_outcomes(state)))
            });
        let delivered = delivered
            .iter()
            .map(|(reference, at)| line(reference, LeadStatus::Delivered, *at, Vec::new()));
        let mut lines: Vec<_> = waiting.chain(delivered).collect();
        lines.sort_by_key(|line| line.at);
        Ok(lines)
    }

    /// The configured channels, with what waiting and newly delivered leads say about them. Fails when the store cannot be read.
    pub async fn channels(&self) -> anyhow::Result<Vec<ListedChannel>> {
        let outbox = &self.outbox;
        let scan = outbox.scan().await?;
        let mut history = Vec::new();
        for (reference, ScannedLead { state, .. }) in &scan {
            history.extend(outbox.history(reference, state).await?);
        }
        let mut delivered: Vec<_> = outbox.list_leads("delivered").await?.into_iter().collect();
        delivered.sort_by_key(|(_, archived_ms)| Reverse(*archived_ms));
        for (reference, _) in delivered.into_iter().take(NEWEST) {
            let lead = outbox.read_delivered(&reference).await?;
            history.extend(lead.map(|lead| lead.history).unwrap_or_default());
        }
        history.sort_by_key(|entry| entry.content.at);
        let listed = self.availability().map(|(channel, availability)| {
            let name = channel.as_str();
            let is_retried = |lead: &&ScannedLead| {
                let outcome = lead.state.channel(channel).outcome;
                matches!(outcome, Some(Outcome::RetryAt(_) | Outcome::PostponedTo(_)))
            };
            // Nothing was sent at an attempt that was postponed.
            let is_of_channel = |entry: &&HistoryEntry| {
                entry.object.split('.').next() == Some(name)
                    && !entry.object.contains(".postponed.")
            };
            ListedChannel {
                name: name.to_owned(),
                state: availability.into_str(),
                retries: scan.values().filter(is_retried).count(),
                last_answer: history
                    .iter()
                    .rfind(is_of_channel)
                    .map(|entry| entry.content.note.clone()),
            }
        });
        Ok(listed.collect())
    }

    /// The mail to the team about a stored lead, sent or not, with links to the site at `site_url`. `None` without such a lead.
    pub async fn notice(
        &self,
        reference: &str,
        site_url: &str,
    ) -> anyhow::Result<Option<TeamMail>> {
        let outbox = &self.outbox;
        let Ok(reference) = reference.parse() else {
            return Ok(None);
        };
        let Some(lead) = outbox.find(&reference).await? else {
            return Ok(None);
        };
        let is_suspected = lead.spam.quarantined && !outbox.state(&reference).await?.is_released();
        let site = self.site.get().await?;
        Ok(Some(compose(&lead, is_suspected, &site, site_url)?))
    }

    /// What was counted today, as the mail to the team. `None` if the site does not count.
    pub async fn counted_today(self: &Arc<Self>) -> anyhow::Result<Option<TeamMail>> {
        let site = self.site.get().await?;
        if site.counts.is_empty() {
            return Ok(None);
        }
        self.write_counts().await;
        let today = site.local(self.config.clock.now()).date();
        let report = CountsReport::load(&self.outbox, &site, today, today).await?;
        Ok(Some(report.render(&site)?))
    }

    /// Starts the loop that delivers waiting leads, until [`Leads::finish`]. Must be called within a tokio runtime.
    pub fn deliver_in_background(self: &Arc<Self>) {
        tokio::spawn(Arc::clone(self).run());
        tokio::spawn(Arc::clone(self).run_counts());
    }

    pub(crate) fn count(self: &Arc<Self>, cell: Cell) {
        if !self.counts_nothing.load(Ordering::Relaxed) {
            let now = self.config.clock.now();
            self.change_counts(now, |pending| pending.count(cell, now));
        }
    }

    /// Changes the numbers that are not written yet; the first ones, since a time, are written after the interval.
    fn change_counts(self: &Arc<Self>, since: Timestamp, change: impl FnOnce(&mut PendingCounts)) {
        let mut pending = self.pending_counts.lock();
        if pending.numbers.is_empty() {
            pending.since = since;
            let leads = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(COUNTS_INTERVAL).await;
                leads.write_counts().await;
            });
        }
        change(&mut pending);
    }

    /// Writes what was counted. Numbers that cannot be written are written with the next ones.
    pub(crate) async fn write_counts(self: &Arc<Self>) {
        let (numbers, since) = self.pending_counts.lock().take();
        if numbers.is_empty() {
            return;
        }
        let written = async {
            let site = self.site.get().await?;
            let mut id = [0_u8; 12];
            getrandom::fill(&mut id).map_err(|error| anyhow::anyhow!("{error}"))?;
            anyhow::Ok(counts::write(&self.outbox, site.local(since), &hex(&id), &numbers).await?)
        };
        if let Err(error) = written.await {
            tracing::error!(%error, result = "not written", "counts");
            self.change_counts(since, |pending| pending.add(numbers));
        }
    }
}

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
        } else if state.is_quarantined(now_ms) {
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
    pub name: String,
    /// `ready`, `paused` or `stopped`.
    pub state: &'static str,
    /// How many leads wait for another attempt.
    pub retries: usize,
    /// The result of the newest attempt, without personal data.
    pub last_answer: Option<String>,
}

/// How many delivered leads are read for the newest attempt of a channel.
const NEWEST: usize = 20;

/// The outcome of each attempted channel.
fn channel_outcomes(state: &DeliveryState) -> Vec<String> {
    let describe = |channel: ChannelName| {
        let channel_state = state.channel(channel);
        let outcome = channel_state.outcome?;
        let text = format!("{}:{}", channel.as_str(), outcome.into_str());
        Some(match outcome {
            Outcome::RetryAt(_) => format!("{text}({})", channel_state.failures),
            _ => text,
        })
    };
    state.channels().into_iter().filter_map(describe).collect()
}
