//! One turn at one lead: take its lease, try what is due, note what became of it, put it away when all has arrived.

use super::backoff;
use super::channel::{Channel, Failure};
use super::pass::Metrics;
use super::pauses::Pauses;
use crate::Clock;
use crate::config::DeliveryLimits;
use crate::lead::{DeliveryKind, Lead, Reference};
use crate::outbox::{
    Event, Kept, Lease, Mark, MarkContent, Outbox, Outcome, Standing, StoreError, WorkName, WorkObject,
};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};

/// Waits between the tries to write a mark.
const MARK_WAITS: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_secs(2),
];

/// Sends leads. One per process; several processes may share an outbox.
pub(crate) struct Courier {
    pub(super) outbox: Outbox,
    pub(super) channels: BTreeMap<DeliveryKind, Arc<dyn Channel>>,
    pub(super) limits: DeliveryLimits,
    pub(super) retention_days: Option<u32>,
    pub(super) clock: Clock,
    pub(super) pauses: Pauses,
    pub(super) stopping: AtomicBool,
    pub(super) metrics: Mutex<Option<Metrics>>,
    pub(super) next_cleaning_ms: AtomicI64,
    /// Bounds the turns under way, of requests and of the loop together.
    pub(super) permits: Arc<Semaphore>,
    /// Wakes the loop before its time.
    pub(super) wake: Notify,
    /// Leads that this process is busy with: holds even if the clock jumps past a lease.
    busy: Mutex<HashSet<Reference>>,
}

/// What a turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The lead has arrived everywhere, now or before.
    Finished,
    /// Something is left for later.
    Pending,
    /// Another worker has the lead.
    Taken,
}

impl Courier {
    /// A courier with the given ways out.
    pub(crate) fn new(
        outbox: Outbox,
        channels: BTreeMap<DeliveryKind, Arc<dyn Channel>>,
        limits: DeliveryLimits,
        retention_days: Option<u32>,
        clock: Clock,
    ) -> Self {
        Self {
            outbox,
            channels,
            retention_days,
            clock,
            pauses: Pauses::default(),
            stopping: AtomicBool::new(false),
            metrics: Mutex::new(None),
            next_cleaning_ms: AtomicI64::new(0),
            permits: Arc::new(Semaphore::new(limits.workers)),
            limits,
            wake: Notify::new(),
            busy: Mutex::new(HashSet::new()),
        }
    }

    /// One turn at a lead. `fresh` is a lead that this process has just saved: nobody has had a turn at it.
    pub(crate) async fn turn(&self, reference: &Reference, fresh: Option<Lead>) -> Result<Turn, StoreError> {
        let Some(_busy) = Busy::start(&self.busy, reference) else {
            return Ok(Turn::Taken);
        };
        // A quarantined lead has its hold already: it must be looked up.
        let is_fresh = fresh.as_ref().is_some_and(|lead| !lead.spam.quarantined);
        let seen = if is_fresh {
            Standing::default()
        } else {
            self.outbox.standing(reference).await?
        };
        let Some(lease) = self
            .outbox
            .lease(reference, &seen, self.clock.now_ms(), self.limits.lease)
            .await?
        else {
            return Ok(Turn::Taken);
        };
        // Looked at again under the lease: a listing is no snapshot, and the last owner may have written
        // between its first object and its last. A fresh lead's first lease proves there was no owner.
        let mut standing = if is_fresh {
            Standing::default()
        } else {
            self.outbox.standing(reference).await?
        };
        standing.add(lease.name());
        if self.outbox.is_kept(reference).await? {
            self.outbox.tidy(reference, &standing).await?;
            return Ok(Turn::Finished);
        }
        let lead = match fresh {
            Some(lead) => Some(lead),
            None => self.outbox.waiting(reference).await?,
        };
        let Some(lead) = lead else {
            self.outbox.forget_work(reference, &standing).await?;
            return Ok(Turn::Finished);
        };
        let turn = self.try_all(lead, standing, &lease).await;
        if !matches!(turn, Ok(Turn::Finished)) {
            self.outbox.free(reference, &lease).await?;
        }
        turn
    }

    async fn try_all(&self, lead: Lead, standing: Standing, lease: &Lease) -> Result<Turn, StoreError> {
        let attempts = lead
            .deliveries
            .iter()
            .map(|delivery| self.attempt(&lead, *delivery, &standing, lease));
        let mut now_known = standing.clone();
        let mut events = Vec::new();
        for result in futures::future::join_all(attempts).await {
            if let Some((mark, content)) = result? {
                now_known.add(WorkName::Mark(mark));
                events.push(Event {
                    mark: WorkName::Mark(mark).to_string(),
                    at: Some(content.at),
                    note: content.note,
                });
            }
        }
        let arrived = |delivery: &DeliveryKind| now_known.of(*delivery).outcome == Some(Outcome::Done);
        if !lead.deliveries.iter().all(arrived) {
            return Ok(Turn::Pending);
        }
        let mut history = self.outbox.history(&lead.reference, &standing).await?;
        history.extend(events);
        let kept = Kept {
            finished_at: self.clock.now(),
            history,
            lead,
        };
        self.outbox.keep(&kept, &now_known).await?;
        tracing::info!(reference = %kept.lead.reference, result = "delivered", "lead");
        Ok(Turn::Finished)
    }

    /// One attempt at one delivery, if it is due; its mark is written at once, so that a crash doubles
    /// at most what was sent since.
    async fn attempt(
        &self,
        lead: &Lead,
        delivery: DeliveryKind,
        standing: &Standing,
        lease: &Lease,
    ) -> Result<Option<(Mark, MarkContent)>, StoreError> {
        let due = standing.may_try(delivery, self.clock.now_ms());
        if !due || self.pauses.is_paused(delivery) || !lease.covers(self.limits.attempt) {
            return Ok(None);
        }
        let doubtful = lead.spam.quarantined && !standing.is_released();
        let result = match self.channels.get(&delivery) {
            Some(channel) => channel.send(lead, doubtful, self.limits.attempt).await,
            None => Err(Failure::Later(
                "this delivery is not configured any more".to_owned(),
            )),
        };
        let before = standing.of(delivery);
        let (outcome, note) = self.judge(delivery, before.failures + 1, result);
        let mark = Mark {
            delivery,
            number: before.number + 1,
            outcome,
        };
        let content = MarkContent {
            at: self.clock.now(),
            note,
        };
        log(&lead.reference, &mark, &content.note);
        self.write_down(&lead.reference, mark, &content).await?;
        Ok(Some((mark, content)))
    }

    /// Writes a mark, more than once if the store stumbles: without it the delivery is repeated.
    async fn write_down(
        &self,
        reference: &Reference,
        mark: Mark,
        content: &MarkContent,
    ) -> Result<(), StoreError> {
        for wait in MARK_WAITS {
            match self.outbox.mark(reference, mark, content).await {
                Ok(()) => return Ok(()),
                Err(error) => tracing::warn!(%reference, %error, result = "mark not written yet", "delivery"),
            }
            tokio::time::sleep(wait).await;
        }
        self.outbox.mark(reference, mark, content).await
    }

    /// The outcome of the `failures`-th attempt since the start.
    fn judge(
        &self,
        delivery: DeliveryKind,
        failures: u32,
        result: Result<String, Failure>,
    ) -> (Outcome, String) {
        let (wait, note) = match result {
            Ok(note) => return (Outcome::Done, note),
            Err(Failure::Refused(note)) => return (Outcome::Parked, note),
            Err(Failure::Later(note)) => (backoff::wait(failures, &self.limits, backoff::random()), note),
            Err(Failure::After(wait, note)) => {
                let wait = backoff::asked(wait, backoff::random());
                self.pauses.pause(delivery, wait);
                (wait, note)
            }
        };
        if failures >= self.limits.attempts {
            return (Outcome::Parked, note);
        }
        let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX / 4);
        (Outcome::Retry(self.clock.now_ms() + wait), note)
    }
}

/// One line per attempt: reference, result, time. Never a person.
fn log(reference: &Reference, mark: &Mark, note: &str) {
    let (delivery, attempt) = (mark.delivery.word(), mark.number);
    match mark.outcome {
        Outcome::Done => tracing::info!(%reference, delivery, attempt, result = "done", "delivery"),
        Outcome::Parked => {
            tracing::error!(%reference, delivery, attempt, result = "parked", note, "delivery");
        }
        Outcome::Retry(next) => {
            tracing::warn!(%reference, delivery, attempt, result = "retry", next, note, "delivery");
        }
        Outcome::Again => {}
    }
}

/// Keeps a second turn of this process away from a lead.
struct Busy<'a> {
    busy: &'a Mutex<HashSet<Reference>>,
    reference: Reference,
}

impl<'a> Busy<'a> {
    fn start(busy: &'a Mutex<HashSet<Reference>>, reference: &Reference) -> Option<Self> {
        let new = busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(reference.clone());
        new.then(|| Self {
            busy,
            reference: reference.clone(),
        })
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.reference);
    }
}

impl Standing {
    /// Counts an object in that was written just now.
    fn add(&mut self, name: WorkName) {
        self.push(WorkObject { name, written_ms: 0 });
    }
}
