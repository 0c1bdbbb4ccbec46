//! A pass over the whole outbox: who is due, who is parked, how old the oldest is; and the loop of a server.

use super::courier::{Courier, Turn};
use crate::lead::Reference;
use crate::outbox::{Due, Scan, Standing, StoreError};
use futures::StreamExt;
use jiff::Timestamp;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// The shortest rest between two passes, however often the loop is woken.
const SHORTEST_REST: Duration = Duration::from_millis(100);
/// Work objects without a lead are left alone this long: their lead may be about to be written.
const ORPHAN_AGE_MS: i64 = 3_600_000;
/// A write takes seconds: a file this old and half-written has lost its writer.
const HALF_WRITTEN_AGE: Duration = Duration::from_secs(3600);
/// How often what is old is looked for.
const CLEAN_EVERY_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
/// Numbers on `/api/ready` may be this old: a look at the outbox costs listings.
const METRICS_AGE_MS: i64 = 10_000;

/// The outbox in numbers.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Metrics {
    /// Leads that have not arrived everywhere, parked and quarantined ones included.
    pub waiting: usize,
    /// Leads given up until an operator acts.
    pub parked: usize,
    /// Leads in quarantine.
    pub quarantined: usize,
    /// Age in seconds of the oldest lead that has not arrived everywhere.
    pub oldest_undelivered_seconds: i64,
    /// When these numbers were taken.
    pub at: Timestamp,
}

/// What a pass came to.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PassReport {
    /// Leads that have arrived everywhere in this pass.
    pub delivered: usize,
    /// Leads tried that have something left for later.
    pub pending: usize,
    /// Turns that failed because the store did.
    pub failed: usize,
    /// The outbox before the pass.
    pub before: Metrics,
    /// When the next lead is due (milliseconds since 1970).
    #[serde(skip)]
    pub next_due_ms: Option<i64>,
}

impl PassReport {
    /// One line with the outbox's numbers; the alarm of the template reads them.
    pub(crate) fn log(&self) {
        let Metrics {
            waiting,
            parked,
            quarantined,
            oldest_undelivered_seconds,
            ..
        } = &self.before;
        tracing::info!(
            waiting,
            parked,
            quarantined,
            oldest_undelivered_seconds,
            delivered = self.delivered,
            "outbox"
        );
    }
}

impl Courier {
    fn lease_ms(&self) -> i64 {
        i64::try_from(self.limits.lease.as_millis()).unwrap_or(i64::MAX / 4)
    }

    fn measure(&self, scan: &Scan) -> Metrics {
        let now = self.clock.now();
        let now_ms = now.as_millisecond();
        let work = |reference: &Reference| scan.work.get(reference);
        let standing = scan.waiting.keys().filter_map(work);
        let oldest = scan
            .waiting
            .values()
            .min()
            .map_or(0, |saved| (now_ms - saved) / 1000);
        let metrics = Metrics {
            waiting: scan.waiting.len(),
            parked: standing.clone().filter(|standing| standing.is_parked()).count(),
            quarantined: standing
                .filter(|standing| standing.held_until().is_some_and(|until| now_ms < until))
                .count(),
            oldest_undelivered_seconds: oldest.max(0),
            at: now,
        };
        *self.metrics.lock().unwrap_or_else(PoisonError::into_inner) = Some(metrics.clone());
        metrics
    }

    /// The outbox in numbers, at most some seconds old.
    pub(crate) async fn metrics(&self) -> Result<Metrics, StoreError> {
        let known = self
            .metrics
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let now_ms = self.clock.now_ms();
        match known {
            Some(metrics) if (0..METRICS_AGE_MS).contains(&(now_ms - metrics.at.as_millisecond())) => {
                Ok(metrics)
            }
            _ => Ok(self.measure(&self.outbox.scan().await?)),
        }
    }

    /// Gives every due lead a turn, oldest first.
    pub(crate) async fn pass(self: &Arc<Self>) -> Result<PassReport, StoreError> {
        let scan = self.outbox.scan().await?;
        let now_ms = self.clock.now_ms();
        let mut report = PassReport {
            before: self.measure(&scan),
            ..PassReport::default()
        };
        let fresh = Standing::default();
        let pause = self.pauses.longest();
        let mut due: Vec<(i64, Reference)> = Vec::new();
        for (reference, saved_ms) in &scan.waiting {
            let standing = scan.work.get(reference).unwrap_or(&fresh);
            match standing.due(now_ms, self.lease_ms()) {
                // While a channel wants quiet, only leads that had no turn yet are touched, for their other channels.
                Due::Now if pause.is_some() && standing.newest_lease().0 > 0 => {}
                Due::Now => due.push((*saved_ms, reference.clone())),
                Due::At(when) => {
                    report.next_due_ms = Some(report.next_due_ms.map_or(when, |next| next.min(when)));
                }
                Due::Parked => {}
            }
        }
        if let Some(pause) = pause {
            let end = now_ms + i64::try_from(pause.as_millis()).unwrap_or(0);
            report.next_due_ms = Some(report.next_due_ms.map_or(end, |next| next.min(end)));
        }
        due.sort_unstable();
        let mut turns = futures::stream::iter(due)
            .map(|(_, reference)| {
                let courier = Arc::clone(self);
                courier.bounded_turn(reference)
            })
            .buffer_unordered(self.limits.workers);
        while let Some(turn) = turns.next().await {
            match turn {
                Some(Ok(Turn::Finished)) => report.delivered += 1,
                Some(Ok(Turn::Pending)) => report.pending += 1,
                Some(Ok(Turn::Taken)) | None => {}
                Some(Err(error)) => {
                    report.failed += 1;
                    tracing::error!(%error, result = "store failed", "delivery");
                }
            }
        }
        drop(turns);
        self.clear_orphans(&scan, now_ms).await?;
        self.clean(now_ms).await?;
        Ok(report)
    }

    /// A turn within the bound of all turns; none when the process is stopping.
    async fn bounded_turn(self: Arc<Self>, reference: Reference) -> Option<Result<Turn, StoreError>> {
        let _permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        if self.stopping.load(Ordering::Relaxed) {
            return None;
        }
        Some(self.turn(&reference, None).await)
    }

    /// Removes what a crash left of leads that are not waiting any more.
    async fn clear_orphans(&self, scan: &Scan, now_ms: i64) -> Result<(), StoreError> {
        for (reference, standing) in scan
            .work
            .iter()
            .filter(|(reference, _)| !scan.waiting.contains_key(*reference))
        {
            let newest = standing
                .objects()
                .iter()
                .map(|object| object.written_ms)
                .max()
                .unwrap_or(0);
            if now_ms - newest > ORPHAN_AGE_MS && self.outbox.waiting(reference).await?.is_none() {
                self.outbox.forget_work(reference, standing).await?;
            }
        }
        Ok(())
    }

    /// What needs doing now and then: half-written files, and leads that have arrived everywhere and are older
    /// than the configured days.
    async fn clean(&self, now_ms: i64) -> Result<(), StoreError> {
        if now_ms < self.next_cleaning_ms.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.next_cleaning_ms
            .store(now_ms + CLEAN_EVERY_MS, Ordering::Relaxed);
        self.outbox.clear_half_written(HALF_WRITTEN_AGE).await?;
        let Some(days) = self.retention_days else {
            return Ok(());
        };
        let oldest_kept = now_ms - i64::from(days) * DAY_MS;
        for (reference, kept_ms) in self.outbox.list_kept().await? {
            if kept_ms < oldest_kept {
                self.outbox.delete(&reference).await?;
                tracing::info!(%reference, result = "deleted after its time", "lead");
            }
        }
        Ok(())
    }

    /// Passes until the process stops: when a lead is due, when woken, and every `poll` for what other processes saved.
    pub(crate) async fn run(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            let start = Instant::now();
            let next_due = match self.pass().await {
                Ok(report) => report.next_due_ms,
                Err(error) => {
                    tracing::error!(%error, result = "store failed", "delivery");
                    None
                }
            };
            let until_due = next_due
                .and_then(|next| u64::try_from(next - self.clock.now_ms()).ok())
                .map(Duration::from_millis);
            // A pass over many leads costs: rest at least as long as it took.
            let rest = SHORTEST_REST.max(start.elapsed().min(self.limits.poll));
            tokio::time::sleep(rest.min(self.limits.poll)).await;
            let nap = until_due
                .unwrap_or(self.limits.poll)
                .min(self.limits.poll)
                .saturating_sub(rest);
            let _ = tokio::time::timeout(nap, self.wake.notified()).await;
        }
    }

    /// Lets no new turn start and waits for those under way, at most `patience`.
    pub(crate) async fn stop(&self, patience: Duration) {
        self.stopping.store(true, Ordering::Relaxed);
        self.wake.notify_one();
        let all = u32::try_from(self.limits.workers).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(patience, self.permits.acquire_many(all)).await;
    }

    /// A turn at a lead that was saved for a request, for at most `within_request`; then it goes on by itself.
    /// With no time at all it is left to the loop.
    pub(crate) async fn turn_within_request(self: &Arc<Self>, lead: crate::lead::Lead) {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let (false, Ok(permit)) = (self.limits.within_request.is_zero(), permit) else {
            self.wake.notify_one();
            return;
        };
        let courier = Arc::clone(self);
        let task = tokio::spawn(async move {
            let _permit = permit;
            let reference = lead.reference.clone();
            if let Err(error) = courier.turn(&reference, Some(lead)).await {
                tracing::error!(%reference, %error, result = "store failed", "delivery");
                courier.wake.notify_one();
            }
        });
        let _ = tokio::time::timeout(self.limits.within_request, task).await;
    }
}
