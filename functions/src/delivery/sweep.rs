//! Sweeps over the whole outbox, once or in a loop: they process every due lead, delete what is obsolete, and report events.

use super::Leads;
use super::channel::random;
use super::worker::AttemptResult;
use crate::config::milliseconds;
use crate::counts::{CountsReport, merge_days};
use crate::lead::Reference;
use crate::outbox::{Scan, ScannedLead, StoreResult};
use crate::panics::catch;
use anyhow::Context;
use futures::StreamExt;
use jiff::{SignedDuration, Timestamp, ToSpan};
use object_store::ObjectMeta;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Minimum age of work objects without a lead before they are deleted, because their lead may just be being written.
const ORPHAN_AGE_MS: i64 = 3_600_000;
/// How long temporary files must not change before they are deleted. A write takes seconds, so their writer has ended.
const TEMPORARY_FILE_QUIET: Duration = Duration::from_secs(60);
/// Interval between two deletions of obsolete objects, and between two sums of counts.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);
const CLEANUP_INTERVAL_MS: i64 = 3_600_000;
/// How long the writes after a delivery may take.
const WRITING_TIME: Duration = Duration::from_secs(4);
const DAY_MS: i64 = 86_400_000;
/// The folder of objects that confirm the clock where no leads do.
const PROOFS: &str = "clock";
/// How long the store must have been written to before a lead is deleted, and with what pauses at most.
const SETTLED_MS: i64 = 7 * DAY_MS;
const LONGEST_PAUSE_MS: i64 = 2 * DAY_MS;
/// The shortest pause between two sweeps, however often the loop is woken.
const MIN_PAUSE: Duration = Duration::from_millis(100);
/// When the mail about a week is sent: on Monday at seven, in the development's time, or as soon after as a sweep runs.
const AFTER_MIDNIGHT: SignedDuration = SignedDuration::from_hours(7);

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Metrics {
    /// Leads that are not delivered yet, including dead-lettered and quarantined ones.
    pub waiting: usize,
    pub dead_lettered: usize,
    pub quarantined: usize,
    /// Age in seconds of the oldest lead that is not delivered yet.
    pub oldest_undelivered_seconds: i64,
    pub at: Timestamp,
}

impl Metrics {
    /// The numbers of `scan` at the time `now`.
    fn from_scan(scan: &Scan, now: Timestamp) -> Self {
        let now_ms = now.as_millisecond();
        let waiting = scan.values().filter(|lead| lead.saved_ms.is_some());
        let states = waiting.clone().map(|lead| &lead.state);
        let oldest = waiting
            .filter_map(|lead| lead.saved_ms)
            .min()
            .map_or(0, |saved| (now_ms - saved) / 1000);
        Self {
            waiting: states.clone().count(),
            dead_lettered: states
                .clone()
                .filter(|state| state.is_dead_lettered())
                .count(),
            quarantined: states.filter(|state| state.is_quarantined(now_ms)).count(),
            oldest_undelivered_seconds: oldest.max(0),
            at: now,
        }
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SweepReport {
    pub delivered: usize,
    /// Leads attempted in this sweep that are not delivered yet.
    pub pending: usize,
    pub failed: usize,
    pub before: Metrics,
    /// When the next lead is due (milliseconds since 1970).
    #[serde(skip)]
    pub next_due_ms: Option<i64>,
}

impl SweepReport {
    /// Logs the outbox's numbers in one line, which the alarms of the CloudFormation template read.
    pub(crate) fn log(&self) {
        let Metrics {
            waiting,
            dead_lettered,
            quarantined,
            oldest_undelivered_seconds,
            ..
        } = &self.before;
        let delivered = self.delivered;
        tracing::info!(
            waiting,
            dead_lettered,
            quarantined,
            oldest_undelivered_seconds,
            delivered,
            "outbox"
        );
    }

    fn due_at(&mut self, when_ms: i64) {
        self.next_due_ms = Some(self.next_due_ms.map_or(when_ms, |next| next.min(when_ms)));
    }
}

impl Leads {
    /// Sweeps when a lead is due, when woken, and at least every `poll`, because another process may have saved a lead.
    pub(crate) async fn run(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            let start = Instant::now();
            let swept = catch(self.sweep(None)).await;
            if let Some(Err(error)) = &swept {
                tracing::error!(%error, result = "store failed", "delivery");
            }
            let poll = self.config.poll;
            let until_due = swept
                .and_then(Result::ok)
                .and_then(|report| report.next_due_ms)
                .map_or(poll, |next| {
                    Duration::from_millis(
                        u64::try_from(next - self.config.clock.now_ms()).unwrap_or(0),
                    )
                });
            // A sweep over many leads is expensive: pause at least as long as it took.
            let pause = MIN_PAUSE.max(start.elapsed().min(poll));
            tokio::time::sleep(pause.min(poll)).await;
            let rest = until_due.min(poll).saturating_sub(pause);
            let _ = tokio::time::timeout(rest, self.wake.notified()).await;
        }
    }

    /// Adds up counts once per interval. A task of its own: leads do not wait for counts.
    pub(crate) async fn run_counts(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            catch(self.process_counts()).await;
            tokio::time::sleep(CLEANUP_INTERVAL).await;
        }
    }

    /// Once per interval: adds up the counts of past days, and sends the mail about a week if it is due. A failure is logged.
    pub(crate) async fn process_counts(&self) {
        let last = self.last_counts.lock().replace(Instant::now());
        if last.is_some_and(|last| last.elapsed() < CLEANUP_INTERVAL) {
            return;
        }
        if let Err(error) = self.report_counts().await {
            tracing::error!(error = format!("{error:#}"), result = "failed", "counts");
        }
    }

    pub(crate) async fn metrics(&self) -> StoreResult<Metrics> {
        Ok(Metrics::from_scan(
            &self.outbox.scan().await?,
            self.config.clock.now(),
        ))
    }

    /// Attempts every due lead, then deletes obsolete objects. Starts no more attempts when other processes had taken as many leads
    /// as are attempted at the same time, and, in a process that is killed after `time`, none that might not end before.
    pub(crate) async fn sweep(&self, time: Option<Duration>) -> StoreResult<SweepReport> {
        let starts = time.map(|time| time.saturating_sub(self.config.attempt + WRITING_TIME));
        let start = Instant::now();
        let scan = self.outbox.scan().await?;
        let now_ms = self.config.clock.now_ms();
        let before = Metrics::from_scan(&scan, self.config.clock.now());
        let mut report = SweepReport {
            before,
            ..SweepReport::default()
        };
        let due = self.due_leads(&scan, now_ms, &mut report);
        let taken = AtomicU32::new(0);
        let attempt = async |reference: Reference| {
            let _permit = self.permits.acquire().await.ok()?;
            let may_start = !self.stopping.load(Ordering::Relaxed)
                && taken.load(Ordering::Relaxed) < self.config.workers
                && starts.is_none_or(|starts| start.elapsed() < starts);
            if may_start {
                Some(self.attempt_delivery(&reference, None).await)
            } else {
                None
            }
        };
        let at_once = self.config.workers as usize;
        let mut results = futures::stream::iter(due)
            .map(attempt)
            .buffer_unordered(at_once);
        while let Some(result) = results.next().await {
            match result {
                Some(Ok(AttemptResult::Delivered)) => report.delivered += 1,
                Some(Ok(AttemptResult::Pending)) => report.pending += 1,
                Some(Ok(AttemptResult::Taken)) => {
                    taken.fetch_add(1, Ordering::Relaxed);
                }
                None => report.due_at(now_ms),
                Some(Err(error)) => {
                    report.failed += 1;
                    tracing::error!(%error, result = "store failed", "delivery");
                }
            }
        }
        drop(results);
        self.delete_orphans(&scan, now_ms).await?;
        self.clean_up(now_ms).await?;
        Ok(report)
    }

    /// The due leads, oldest first from a random one on, so that processes differ. Notes in `report` when the next one is due.
    fn due_leads(&self, scan: &Scan, now_ms: i64, report: &mut SweepReport) -> Vec<Reference> {
        if self.channels.is_empty() {
            return Vec::new();
        }
        let mut due: Vec<(i64, &Reference)> = Vec::new();
        for (reference, lead) in scan {
            let Some(saved_ms) = lead.saved_ms else {
                continue;
            };
            match lead.state.due_ms(now_ms, milliseconds(self.config.lease)) {
                Some(due_ms) if due_ms <= now_ms => due.push((saved_ms, reference)),
                Some(due_ms) => report.due_at(due_ms),
                None => {}
            }
        }
        due.sort_unstable();
        let last = due.len().saturating_sub(1);
        due.rotate_left((last as f64 * random()) as usize);
        due.into_iter()
            .map(|(_, reference)| reference.clone())
            .collect()
    }

    /// Deletes old work objects of leads that are no longer waiting, which a crash left behind.
    async fn delete_orphans(&self, scan: &Scan, now_ms: i64) -> StoreResult<()> {
        for (reference, ScannedLead { state, .. }) in
            scan.iter().filter(|(_, lead)| lead.saved_ms.is_none())
        {
            let newest = state
                .objects
                .iter()
                .map(|object| object.written_ms)
                .max()
                .unwrap_or(0);
            if now_ms - newest > ORPHAN_AGE_MS
                && self.outbox.read_waiting(reference).await?.is_none()
            {
                self.outbox.delete_work(reference, state).await?;
            }
        }
        Ok(())
    }

    /// Once per interval: deletes temporary files, and delivered leads older than the retention time.
    async fn clean_up(&self, now_ms: i64) -> StoreResult<()> {
        // Also at once after the clock was set back.
        let last = *self.last_cleanup.lock();
        if last.is_some_and(|(ms, _)| (ms..ms + CLEANUP_INTERVAL_MS).contains(&now_ms)) {
            return Ok(());
        }
        *self.last_cleanup.lock() = Some((now_ms, Instant::now()));
        let outbox = self.outbox.clone();
        let pause = tokio::time::sleep(TEMPORARY_FILE_QUIET);
        tokio::spawn(async move { outbox.delete_temporary_files(pause).await });
        let Some(days) = self.config.retention_days else {
            return Ok(());
        };
        // A clock that has jumped may be wrong: nothing is deleted before it has run evenly for an interval.
        let has_jumped = last.is_some_and(|(ms, at)| {
            let elapsed_ms = i64::try_from(at.elapsed().as_millis()).unwrap_or(i64::MAX);
            (now_ms - ms).abs_diff(elapsed_ms) > 2 * CLEANUP_INTERVAL_MS.unsigned_abs()
        });
        let delivered = self.outbox.list_leads("delivered").await?;
        let is_confirmed = self.is_clock_confirmed(now_ms, &delivered).await? && !has_jumped;
        let delete_before = now_ms - i64::from(days) * DAY_MS;
        for (reference, archived_ms) in delivered {
            if archived_ms >= delete_before {
                continue;
            }
            if !is_confirmed {
                tracing::info!(
                    result = "nothing deleted: the clock has not run evenly for a week",
                    "cleanup"
                );
                break;
            }
            self.outbox.delete(&reference).await?;
            tracing::info!(%reference, result = "deleted after its retention time", "lead");
        }
        Ok(())
    }

    /// Whether the store was written to without a longer pause than [`LONGEST_PAUSE_MS`] for [`SETTLED_MS`], by its own clock: one that is
    /// far ahead must delete nothing before somebody has noticed. `delivered` are the leads with the time of each. An object is written
    /// each day for this, because there are days without leads.
    async fn is_clock_confirmed(
        &self,
        now_ms: i64,
        delivered: &BTreeMap<Reference, i64>,
    ) -> StoreResult<bool> {
        let proofs = self.outbox.list_objects(PROOFS).await?;
        let written_ms = |proof: &ObjectMeta| proof.last_modified.timestamp_millis();
        let is_of_today = |proof: &ObjectMeta| (0..DAY_MS).contains(&(now_ms - written_ms(proof)));
        if !proofs.iter().any(is_of_today) {
            self.outbox
                .create(&format!("{PROOFS}/{now_ms}"), &json!({}))
                .await?;
        }
        let is_old = |proof: &&ObjectMeta| {
            now_ms.abs_diff(written_ms(proof)) > (2 * SETTLED_MS).unsigned_abs()
        };
        let old = proofs.iter().filter(is_old);
        self.outbox
            .delete_objects(old.map(|proof| proof.location.to_string()).collect())
            .await?;
        let leads = delivered.values().copied();
        let written = leads.chain(proofs.iter().map(written_ms));
        let mut times: Vec<i64> = written.filter(|written_ms| *written_ms <= now_ms).collect();
        times.sort_unstable();
        let mut since_ms = now_ms;
        for written_ms in times.into_iter().rev() {
            if since_ms - written_ms > LONGEST_PAUSE_MS {
                break;
            }
            since_ms = written_ms;
        }
        Ok(now_ms - since_ms >= SETTLED_MS)
    }

    /// Merges the days before yesterday, because a process may still write about yesterday, and sends the mail if it is due.
    async fn report_counts(&self) -> anyhow::Result<()> {
        let (outbox, now) = (&self.outbox, self.config.clock.now());
        let site = self.site.get().await?;
        if site.counts.is_empty() {
            return Ok(());
        }
        merge_days(outbox, site.local(now).date().saturating_sub(1.day())).await?;
        let Some(channel) = self.channels.values().find_map(|channel| channel.as_mail()) else {
            return Ok(());
        };
        let day = site.local(now - AFTER_MIDNIGHT).date();
        let monday = day.saturating_sub(i64::from(day.weekday().to_monday_zero_offset()).days());
        let sent = format!("counts/{monday}/mail");
        if outbox
            .read_json::<serde_json::Value>(&sent)
            .await?
            .is_some()
        {
            return Ok(());
        }
        let (first, last) = (
            monday.saturating_sub(7.days()),
            monday.saturating_sub(1.day()),
        );
        let report = CountsReport::load(outbox, &site, first, last).await?;
        // Written before the mail is sent: two processes, or a crash, send none twice. Also without anything to send, because
        // the report reads every delivered lead.
        if !outbox.create(&sent, &json!({})).await? || report.is_empty() {
            return Ok(());
        }
        let mail = report
            .render(&site)
            .context("the mail about counts cannot be composed")?;
        channel
            .send_to_team(mail, &format!("counts-{monday}"))
            .await
            .context("the mail about counts")?;
        tracing::info!(result = "mail sent", "counts");
        Ok(())
    }
}
