//! The lead function as a value: its routers, and what it has stored. The lists have no personal data.

use crate::counts::CountsReport;
use crate::delivery::{AppState, Notice, compose};
use crate::lead::{ChannelKind, Reference};
use crate::outbox::{DeliveryState, HistoryEntry, Outcome, Scan};
use crate::{LeadsConfig, http};
use axum::Router;
use clap::ValueEnum;
use jiff::Timestamp;
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use strum::IntoStaticStr;

/// How long a stop waits for running delivery attempts.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// A lead function. Cheap to clone: clones share the store.
#[derive(Clone)]
pub struct Leads {
    pub(crate) state: Arc<AppState>,
}

impl fmt::Debug for Leads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leads").field("config", &self.state.config).finish_non_exhaustive()
    }
}

impl Leads {
    /// Creates a lead function and the store's folder; does not use the network. The site is read at the first request, so that
    /// it may be built later. Fails when the configuration cannot be used.
    pub fn new(config: LeadsConfig) -> anyhow::Result<Self> {
        Ok(Self { state: Arc::new(AppState::new(config)?) })
    }

    /// The routes: `/api/leads`, `/api/count`, `/mail/send`, `/api/health`, `/api/ready`, `/api/openapi.json` and the
    /// stylesheet of the error page. It has no fallback, so that it can be merged into another router. Serve it with
    /// `into_make_service_with_connect_info::<SocketAddr>()`; otherwise all posts count as those of one address.
    pub fn router(&self) -> Router {
        http::with_layers(http::routes(), Arc::clone(&self.state))
    }

    /// The routes and a 404 for every other path, for a server that serves nothing else.
    pub(crate) fn whole_router(&self) -> Router {
        http::with_layers(http::routes().fallback(http::not_found), Arc::clone(&self.state))
    }

    /// What is stored: all leads, oldest first. Fails when the store cannot be read.
    pub async fn listed(&self) -> anyhow::Result<Vec<ListedLead>> {
        let outbox = &self.state.outbox;
        let now_ms = self.state.config.clock.now_ms();
        let Scan { waiting, work } = outbox.scan().await?;
        let none = DeliveryState::default();
        let line = |reference: &Reference, status, at_ms, state: &DeliveryState| ListedLead {
            reference: reference.to_string(),
            status,
            at: Timestamp::from_millisecond(at_ms).unwrap_or_default(),
            deliveries: channel_outcomes(state),
        };
        let waiting = waiting.iter().map(|(reference, saved_ms)| {
            let state = work.get(reference).unwrap_or(&none);
            line(reference, LeadStatus::from_state(state, now_ms), *saved_ms, state)
        });
        let delivered = outbox.list_delivered().await?;
        let delivered =
            delivered.iter().map(|(reference, at)| line(reference, LeadStatus::Delivered, *at, &none));
        let mut lines: Vec<_> = waiting.chain(delivered).collect();
        lines.sort_by_key(|line| line.at);
        Ok(lines)
    }

    /// The configured channels, with what waiting and newly delivered leads say about them. Fails when the store cannot be read.
    pub async fn channels(&self) -> anyhow::Result<Vec<ListedChannel>> {
        let outbox = &self.state.outbox;
        let work = outbox.scan().await?.work;
        let mut history = Vec::new();
        for (reference, state) in &work {
            history.extend(outbox.history(reference, state).await?);
        }
        let mut delivered: Vec<_> = outbox.list_delivered().await?.into_iter().collect();
        delivered.sort_by_key(|(_, archived_ms)| Reverse(*archived_ms));
        for (reference, _) in delivered.into_iter().take(NEWEST) {
            let lead = outbox.read_delivered(&reference).await?;
            history.extend(lead.map(|lead| lead.history).unwrap_or_default());
        }
        history.sort_by_key(|entry| entry.content.at);
        let listed = self.state.availability().map(|(channel, availability)| {
            let name = channel.into_str();
            let is_retried = |state: &&DeliveryState| {
                matches!(state.channel(channel).outcome, Some(Outcome::RetryAt(_) | Outcome::PostponedTo(_)))
            };
            // Nothing was sent at an attempt that was postponed.
            let is_of_channel = |entry: &&HistoryEntry| {
                entry.object.split('.').next() == Some(name) && !entry.object.contains(".postponed.")
            };
            ListedChannel {
                name,
                state: availability.into_str(),
                retries: work.values().filter(is_retried).count(),
                last_answer: history.iter().rfind(is_of_channel).map(|entry| entry.content.note.clone()),
            }
        });
        Ok(listed.collect())
    }

    /// The mail to the team about a stored lead, with links to the site at `site_url`, whether or not it was sent. None
    /// without such a lead. Fails when the store or the site cannot be read, or a template does not match its values.
    pub async fn notice(&self, reference: &str, site_url: &str) -> anyhow::Result<Option<Notice>> {
        let outbox = &self.state.outbox;
        let Some(reference) = Reference::parse(reference) else { return Ok(None) };
        let Some(lead) = outbox.find(&reference).await? else { return Ok(None) };
        let is_suspected = lead.spam.quarantined && !outbox.state(&reference).await?.is_released();
        let site = self.state.site.get().await?;
        Ok(Some(compose(&lead, is_suspected, &site, site_url)?))
    }

    /// What was counted today, as the mail to the team: subject, text and HTML. None if the site does not count. Fails like
    /// [`Leads::notice`].
    pub async fn counted_today(&self) -> anyhow::Result<Option<(String, [String; 2])>> {
        let site = self.state.site.get().await?;
        if site.counts.is_empty() {
            return Ok(None);
        }
        self.state.counter.flush().await;
        let today = site.local(self.state.config.clock.now()).date();
        let report = CountsReport::load(&self.state.outbox, &site, today, today).await?;
        Ok(Some(report.render(&site)?))
    }

    /// Starts the loop that delivers waiting leads, until [`Leads::finish`]. Must be called within a tokio runtime.
    pub fn deliver_in_background(&self) {
        tokio::spawn(Arc::clone(&self.state).run());
    }

    /// Ends the loop, waits for running delivery attempts and writes what was counted. The next start delivers other leads.
    pub async fn finish(&self) {
        self.state.stop(STOP_TIMEOUT).await;
        self.state.counter.flush().await;
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

/// The outcome of each attempted channel.
fn channel_outcomes(state: &DeliveryState) -> Vec<String> {
    let describe = |channel: ChannelKind| {
        let channel_state = state.channel(channel);
        let outcome = channel_state.outcome?;
        let text = format!("{}:{}", channel.into_str(), outcome.into_str());
        Some(match outcome {
            Outcome::RetryAt(_) => format!("{text}({})", channel_state.failures),
            _ => text,
        })
    };
    ChannelKind::ALL.into_iter().filter_map(describe).collect()
}
