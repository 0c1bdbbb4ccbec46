//! Delivery in a running server: the loop of sweeps, the first attempt within a request, and what sweeps do with counts.

use super::AppState;
use crate::counts::{CountsReport, merge_days};
use crate::lead::Lead;
use anyhow::Context;
use jiff::{SignedDuration, ToSpan};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest pause between two sweeps, however often the loop is woken.
const MIN_PAUSE: Duration = Duration::from_millis(100);

/// When the mail about a week is sent: on Monday at seven, in the development's time, or as soon after as a sweep runs.
const AFTER_MIDNIGHT: SignedDuration = SignedDuration::from_hours(7);

impl AppState {
    /// Sweeps until the process stops: when a lead is due, when woken, and at least every `poll`, because another
    /// process may have saved a lead.
    pub(crate) async fn run(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            let start = Instant::now();
            let next_due = match self.sweep(None).await {
                Ok(report) => report.next_due_ms,
                Err(error) => {
                    tracing::error!(%error, result = "store failed", "delivery");
                    None
                }
            };
            let poll = self.config.delivery.poll;
            let until_due = next_due.map_or(poll, |next| {
                Duration::from_millis(u64::try_from(next - self.config.clock.now_ms()).unwrap_or(0))
            });
            // A sweep over many leads is expensive: pause at least as long as it took.
            let pause = MIN_PAUSE.max(start.elapsed().min(poll));
            tokio::time::sleep(pause.min(poll)).await;
            let rest = until_due.min(poll).saturating_sub(pause);
            let _ = tokio::time::timeout(rest, self.wake.notified()).await;
        }
    }

    /// Starts no new attempt and waits for the running ones, for at most `timeout`.
    pub(crate) async fn stop(&self, timeout: Duration) {
        self.stopping.store(true, Ordering::Relaxed);
        self.wake.notify_one();
        let all = u32::try_from(self.config.delivery.workers).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(timeout, self.permits.acquire_many(all)).await;
    }

    /// Attempts to deliver a lead that a request has just saved. Returns after at most `within_request`; the attempt
    /// then continues in the background. With `within_request` 0, or without a free permit, the loop delivers it.
    pub(crate) async fn attempt_within_request(self: &Arc<Self>, lead: Lead) {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let (false, Ok(permit)) = (self.config.delivery.within_request.is_zero(), permit) else {
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
        let _ = tokio::time::timeout(self.config.delivery.within_request, task).await;
    }

    /// Merges the days before yesterday, because a process may still write about yesterday, and sends the mail if it is due.
    pub(super) async fn report_counts(&self) -> anyhow::Result<()> {
        let (outbox, now) = (&self.outbox, self.config.clock.now());
        let site = self.site.get().await?;
        if site.counts.is_empty() {
            return Ok(());
        }
        merge_days(outbox, site.local(now).date().saturating_sub(1.day())).await?;
        let Some(mail) = &self.mail else {
            return Ok(());
        };
        let day = site.local(now - AFTER_MIDNIGHT).date();
        let monday = day.saturating_sub(i64::from(day.weekday().to_monday_zero_offset()).days());
        let sent = format!("counts/{monday}/mail");
        if outbox.read_json::<serde_json::Value>(&sent).await?.is_some() {
            return Ok(());
        }
        let (first, last) = (monday.saturating_sub(7.days()), monday.saturating_sub(1.day()));
        let report = CountsReport::load(outbox, &site, first, last).await?;
        // Written before the mail is sent: two processes, or a crash, send none twice. Also without anything to send, because
        // the report reads every delivered lead.
        if !outbox.create(&sent, &json!({})).await? || report.is_empty() {
            return Ok(());
        }
        let (subject, texts) = report.render(&site).context("the mail about counts cannot be composed")?;
        let id = format!("counts-{monday}");
        mail.send_to_team(subject, texts, &id).await.context("the mail about counts")?;
        tracing::info!(result = "mail sent", "counts");
        Ok(())
    }
}
