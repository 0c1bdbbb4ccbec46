//! Numbers without cookies: how often pages were opened and used. Events are counted, never people: no identifier, hash, address
//! or user agent is read or kept. A process adds events in memory and writes them as one object a minute; a kill loses at most
//! that minute.

mod event;
mod report;
mod stored;

pub(crate) use event::{Cell, violations};
pub(crate) use report::CountsReport;
pub(crate) use stored::{merge_days, write};

use crate::Clock;
use crate::lead::hex;
use crate::outbox::Outbox;
use crate::site::SiteSource;
use jiff::Timestamp;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Most cells of one object. A sender of invented campaigns cannot fill the memory or the store with more.
const MOST_CELLS: usize = 2_000;
/// Most cells before new campaigns are dropped, so that those of pages without a campaign are still counted then.
const MOST_WITH_CAMPAIGN: usize = 1_000;

/// How often each event was counted.
pub(crate) type Numbers = BTreeMap<Cell, u64>;

/// Adds `number` to a cell, unless it is new and there are too many. Returns whether it was added.
pub(crate) fn add(numbers: &mut Numbers, cell: Cell, number: u64) -> bool {
    let most = if cell.campaign.is_empty() { MOST_CELLS } else { MOST_WITH_CAMPAIGN };
    let is_added = numbers.len() < most || numbers.contains_key(&cell);
    if is_added {
        let sum = numbers.entry(cell).or_default();
        *sum = sum.saturating_add(number);
    }
    is_added
}

/// The events that this process has counted and not written yet.
pub(crate) struct Counter {
    outbox: Outbox,
    site: Arc<SiteSource>,
    clock: Clock,
    interval: Duration,
    is_off: AtomicBool,
    pending: Mutex<Pending>,
}

#[derive(Default)]
struct Pending {
    numbers: Numbers,
    /// When the first of them was counted.
    since: Timestamp,
}

impl Counter {
    /// A counter that writes to `outbox` after each `interval`.
    pub(crate) fn new(outbox: Outbox, site: &Arc<SiteSource>, clock: Clock, interval: Duration) -> Self {
        let (is_off, pending) = (AtomicBool::new(false), Mutex::default());
        Self { outbox, site: Arc::clone(site), clock, interval, is_off, pending }
    }

    /// Counts nothing from now on: on Lambda each object would be one request, and the CDN's log has the same events.
    #[cfg(feature = "cloud")]
    pub(crate) fn turn_off(&self) {
        self.is_off.store(true, Ordering::Relaxed);
    }

    /// Counts an event. Does not wait for the store.
    pub(crate) fn count(self: &Arc<Self>, cell: Cell) {
        if !self.is_off.load(Ordering::Relaxed) {
            self.put(Numbers::from([(cell, 1)]), self.clock.now());
        }
    }

    /// Adds numbers since a time; the first ones are written after the interval.
    fn put(self: &Arc<Self>, numbers: Numbers, since: Timestamp) {
        let mut pending = self.pending.lock();
        if pending.numbers.is_empty() {
            pending.since = since;
            let counter = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(counter.interval).await;
                counter.flush().await;
            });
        }
        for (cell, number) in numbers {
            add(&mut pending.numbers, cell, number);
        }
    }

    /// Writes what was counted. Numbers that cannot be written are written with the next ones.
    pub(crate) async fn flush(self: &Arc<Self>) {
        let Pending { numbers, since } = std::mem::take(&mut *self.pending.lock());
        if numbers.is_empty() {
            return;
        }
        if let Err(error) = self.write(&numbers, since).await {
            tracing::error!(%error, result = "not written", "counts");
            self.put(numbers, since);
        }
    }

    async fn write(&self, numbers: &Numbers, since: Timestamp) -> anyhow::Result<()> {
        let site = self.site.get().await?;
        let mut id = [0_u8; 12];
        getrandom::fill(&mut id).map_err(|error| anyhow::anyhow!("{error}"))?;
        write(&self.outbox, site.local(since), &hex(&id), numbers).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
