//! One delivery attempt: takes the lease of a lead, sends it through every channel that is due, records the outcomes, archives it.

use super::Leads;
use super::channel::{Attempt, Availability, Failure, random, requested, wait};
use crate::config::milliseconds;
use crate::lead::{ChannelName, Lead, Reference};
use crate::outbox::{
    DeliveredLead, DeliveryState, HistoryEntry, LeadLease, Outcome, RecordContent, StoreResult,
    WorkName, WorkObject,
};
use crate::panics::catch;
use scopeguard::defer;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a stop waits for running delivery attempts.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// Pauses between the tries to write an attempt record.
const RECORD_PAUSES: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_secs(2),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttemptResult {
    /// The lead is delivered through all its channels, by this attempt or an earlier one.
    Delivered,
    /// At least one channel has not delivered yet.
    Pending,
    /// Another worker owns the lead, or has finished it meanwhile.
    Taken,
}

impl Leads {
    /// Ends the loop, waits for running delivery attempts and writes what was counted. The next start delivers other leads.
    pub async fn finish(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Relaxed);
        self.wake.notify_one();
        let _ = tokio::time::timeout(STOP_TIMEOUT, self.permits.acquire_many(self.config.workers))
            .await;
        self.write_counts().await;
    }

    /// Attempts to deliver a lead that a request has just saved, after `within_request` in the background. With `within_request` 0, or
    /// without a free permit, the loop delivers it.
    pub(crate) async fn attempt_within_request(self: &Arc<Self>, lead: Lead) {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let (false, Ok(permit)) = (self.config.within_request.is_zero(), permit) else {
            self.wake.notify_one();
            return;
        };
        let worker = Arc::clone(self);
        let task = tokio::spawn(async move {
            let _permit = permit;
            let reference = lead.reference.clone();
            if let Err(error) = worker.attempt_delivery(&reference, Some(lead)).await {
                tracing::error!(%reference, %error, result = "store failed", "delivery");
                worker.wake.notify_one();
            }
        });
        let _ = tokio::time::timeout(self.config.within_request, task).await;
    }

    /// Attempts to deliver a lead. `new` is a lead that this process has just saved and that nobody has attempted yet.
    pub(crate) async fn attempt_delivery(
        &self,
        reference: &Reference,
        new: Option<Lead>,
    ) -> StoreResult<AttemptResult> {
        if !self.in_progress.lock().insert(reference.clone()) {
            return Ok(AttemptResult::Taken);
        }
        defer! { self.in_progress.lock().remove(reference); }
        // The quarantine of a quarantined lead is an object in the store, so its state must be read.
        let is_new = new.as_ref().is_some_and(|lead| !lead.spam.quarantined);
        let found = if new.is_some() {
            new
        } else {
            self.outbox.read_waiting(reference).await?
        };
        let Some(mut lead) = found else {
            return Ok(AttemptResult::Taken);
        };
        if lead.channels.is_empty() {
            // Saved while no channel was configured: it waits for the first ones.
            lead.channels = self.channels.keys().copied().collect();
        }
        if lead.channels.is_empty() {
            return Ok(AttemptResult::Pending);
        }
        let before = self.state_of(reference, is_new).await?;
        let (now_ms, length) = (self.config.clock.now_ms(), self.config.lease);
        let Some(lease) = self
            .outbox
            .take_lease(reference, &before, now_ms, length)
            .await?
        else {
            return Ok(AttemptResult::Taken);
        };
        // Read the state again under the lease: a listing is not a snapshot, and the last owner may have written
        // during it. The first lease of a new lead proves that it had no owner.
        let mut state = self.state_of(reference, is_new).await?;
        state.objects.push(WorkObject {
            name: lease.name(),
            written_ms: 0,
        });
        if self.outbox.is_delivered(reference).await? {
            self.outbox.finish_archiving(reference, &state).await?;
            return Ok(AttemptResult::Delivered);
        }
        let result = self.send_through_all(lead, state, &lease).await;
        if !matches!(result, Ok(AttemptResult::Delivered)) {
            self.outbox.release_lease(reference, &lease).await?;
        }
        result
    }

    async fn state_of(&self, reference: &Reference, is_new: bool) -> StoreResult<DeliveryState> {
        if is_new {
            Ok(DeliveryState::default())
        } else {
            self.outbox.state(reference).await
        }
    }

    async fn send_through_all(
        &self,
        lead: Lead,
        state: DeliveryState,
        lease: &LeadLease,
    ) -> StoreResult<AttemptResult> {
        let channels = lead.channels.iter();
        let attempts = channels.map(|channel| self.send_through(&lead, *channel, &state, lease));
        let mut after = state.clone();
        let mut entries = Vec::new();
        for result in futures::future::join_all(attempts).await {
            if let Some((name, content)) = result? {
                after.objects.push(WorkObject {
                    name,
                    written_ms: 0,
                });
                entries.push(HistoryEntry {
                    object: name.to_string(),
                    content,
                });
            }
        }
        let is_delivered =
            |channel: &ChannelName| after.channel(*channel).outcome == Some(Outcome::Delivered);
        if !lead.channels.iter().all(is_delivered) {
            return Ok(AttemptResult::Pending);
        }
        let mut history = self.outbox.history(&lead.reference, &state).await?;
        history.extend(entries);
        let delivered = DeliveredLead {
            finished_at: self.config.clock.now(),
            history,
            lead,
        };
        self.outbox.archive(&delivered, &after).await?;
        tracing::info!(reference = %delivered.lead.reference, result = "delivered", "lead");
        Ok(AttemptResult::Delivered)
    }

    /// Sends a lead through one channel, if that is due. Records the outcome at once, so that a crash repeats one attempt.
    async fn send_through(
        &self,
        lead: &Lead,
        channel: ChannelName,
        state: &DeliveryState,
        lease: &LeadLease,
    ) -> StoreResult<Option<(WorkName, RecordContent)>> {
        let deadline = self.config.attempt;
        if !state.is_due(channel, self.config.clock.now_ms()) || !lease.covers(deadline) {
            return Ok(None);
        }
        let attempt = Attempt {
            site: &self.site,
            site_url: self.config.public_url(),
            http: &self.http,
            lead,
            suspected_spam: lead.spam.quarantined && !state.is_released(),
            is_repeat: lease.number > 1,
            deadline,
        };
        let before = state.channel(channel);
        let availability = match self.pauses.availability(channel) {
            // An operator asked for this attempt.
            Availability::Paused(_) if before.outcome == Some(Outcome::Restarted) => {
                Availability::Ready
            }
            availability => availability,
        };
        let result = match (self.channels.get(&channel), availability) {
            (None, _) => Err(Failure::Temporary(
                "this channel is no longer configured".to_owned(),
            )),
            (_, Availability::Paused(wait)) => Err(Failure::NotYet(wait)),
            (_, Availability::Stopped) => Err(Failure::Permanent(
                "not sent: the receiver stopped this channel".to_owned(),
            )),
            (Some(channel), Availability::Ready) => catch(channel.send(&attempt))
                .await
                .unwrap_or_else(|| Err(Failure::Temporary("the program panicked".to_owned()))),
        };
        let (outcome, note) = self.outcome(channel, before.failures + 1, result);
        let (reference, number) = (&lead.reference, before.number + 1);
        let content = RecordContent {
            at: self.config.clock.now(),
            note,
        };
        log(reference, channel, number, outcome, &content.note);
        // With retries when the store fails: without the record the lead would be sent again.
        let name = WorkName::Attempt {
            channel,
            number,
            outcome,
        };
        let mut pauses = RECORD_PAUSES.into_iter();
        while let Err(error) = self.outbox.create_work(reference, name, &content).await {
            let Some(pause) = pauses.next() else {
                return Err(error);
            };
            tracing::warn!(%reference, %error, result = "attempt record not written yet", "delivery");
            tokio::time::sleep(pause).await;
        }
        Ok(Some((name, content)))
    }

    /// The outcome and the note of an attempt that is the `failures`-th failure if it failed.
    fn outcome(
        &self,
        channel: ChannelName,
        failures: u32,
        result: Result<String, Failure>,
    ) -> (Outcome, String) {
        let ms_after = |wait| self.config.clock.now_ms() + milliseconds(wait);
        let (asked, note) = match result {
            Ok(note) => return (Outcome::Delivered, note),
            Err(Failure::Permanent(note)) => return (Outcome::DeadLettered, note),
            Err(Failure::Stopped(note)) => {
                self.pauses.stop(channel);
                return (Outcome::DeadLettered, note);
            }
            Err(Failure::NotYet(wait)) => {
                return (
                    Outcome::PostponedTo(ms_after(wait)),
                    "the channel is paused".to_owned(),
                );
            }
            Err(Failure::Temporary(note)) => (Duration::ZERO, note),
            Err(Failure::RetryAfter(wait, note)) => {
                let wait = requested(wait, &self.config, random());
                self.pauses.pause(channel, wait);
                (wait, note)
            }
        };
        // Receivers also request no wait at all: 40 attempts would end within a second.
        let wait = asked.max(wait(failures, &self.config, random()));
        if failures >= self.config.attempts {
            return (Outcome::DeadLettered, note);
        }
        (Outcome::RetryAt(ms_after(wait)), note)
    }

    pub(crate) fn availability(&self) -> impl Iterator<Item = (ChannelName, Availability)> {
        self.channels
            .keys()
            .map(|channel| (*channel, self.pauses.availability(*channel)))
    }
}

/// Logs an attempt: reference, result, time. No personal data.
fn log(reference: &Reference, channel: ChannelName, attempt: u32, outcome: Outcome, note: &str) {
    let (delivery, result) = (channel.as_str(), outcome.into_str());
    match outcome {
        Outcome::Delivered => tracing::info!(%reference, delivery, attempt, result, "delivery"),
        Outcome::DeadLettered => {
            tracing::error!(%reference, delivery, attempt, result, note, "delivery");
        }
        Outcome::RetryAt(next) => {
            tracing::warn!(%reference, delivery, attempt, result, next, note, "delivery");
        }
        Outcome::PostponedTo(next) => {
            tracing::debug!(%reference, delivery, attempt, result, next, note, "delivery");
        }
        Outcome::Restarted => {}
    }
}
