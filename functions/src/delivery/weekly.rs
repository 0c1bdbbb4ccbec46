//! What sweeps do with counts: they add up the objects of past days, and send the team a mail once a week.

use super::worker::DeliveryWorker;
use crate::counts::{CountsReport, merge_days};
use anyhow::Context;
use jiff::{SignedDuration, ToSpan};
use serde_json::json;

/// When the mail about a week is sent: on Monday at seven, in the development's time, or as soon after as a sweep runs.
const AFTER_MIDNIGHT: SignedDuration = SignedDuration::from_hours(7);

impl DeliveryWorker {
    /// Merges the days before yesterday, because a process may still write about yesterday, and sends the mail if it is due.
    ///
    /// # Errors
    /// The site or the store cannot be read, or the mail cannot be sent: then there is none about that week.
    pub(super) async fn report_counts(&self) -> anyhow::Result<()> {
        let (outbox, now) = (&self.outbox, self.clock.now());
        let site = self.context.site.get().await?;
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
        if !outbox.create_json(&sent, &json!({})).await? || report.is_empty() {
            return Ok(());
        }
        let (subject, texts) = report.render(&site).context("the mail about counts cannot be composed")?;
        let id = format!("counts-{monday}");
        mail.send_to_team(subject, texts, &id).await.context("the mail about counts")?;
        tracing::info!(result = "mail sent", "counts");
        Ok(())
    }
}
