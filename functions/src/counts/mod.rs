//! Numbers without cookies: how often pages were opened and used. Events are counted, never people: no identifier, hash, address
//! or user agent is read or kept. A process adds events in memory and writes them as one object a minute; a kill loses at most
//! that minute.

mod event;
mod report;

pub(crate) use event::{Cell, violations};
pub(crate) use report::CountsReport;

use crate::Clock;
use crate::lead::hex;
use crate::outbox::{Outbox, StoreResult};
use crate::site::SiteSource;
use futures::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Most cells of one object. A sender of invented campaigns cannot fill the memory or the store with more.
const MOST_CELLS: usize = 2_000;
/// Most cells before new campaigns are dropped, so that those of pages without a campaign are still counted then.
const MOST_WITH_CAMPAIGN: usize = 1_000;

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

/// How often a process writes what it has counted.
const INTERVAL: Duration = Duration::from_secs(60);

/// The events that this process has counted and not written yet.
pub(crate) struct Counter {
    outbox: Outbox,
    site: Arc<SiteSource>,
    clock: Clock,
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
    pub(crate) fn new(outbox: Outbox, site: Arc<SiteSource>, clock: Clock) -> Self {
        Self { outbox, site, clock, is_off: AtomicBool::new(false), pending: Mutex::default() }
    }

    /// Counts nothing from now on: on Lambda each object would be one request, and the CDN's log has the same events.
    #[cfg(feature = "cloud")]
    pub(crate) fn turn_off(&self) {
        self.is_off.store(true, Ordering::Relaxed);
    }

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
                tokio::time::sleep(INTERVAL).await;
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
        let written = async {
            let site = self.site.get().await?;
            let mut id = [0_u8; 12];
            getrandom::fill(&mut id).map_err(|error| anyhow::anyhow!("{error}"))?;
            anyhow::Ok(write(&self.outbox, site.local(since), &hex(&id), &numbers).await?)
        };
        if let Err(error) = written.await {
            tracing::error!(%error, result = "not written", "counts");
            self.put(numbers, since);
        }
    }
}

const FOLDER: &str = "counts";
const SUM: &str = "day.json";
const READ_AT_ONCE: usize = 16;

#[derive(Default, Deserialize, Serialize)]
struct Stored {
    rows: Vec<Row>,
    /// In a day's sum: the names of the objects in it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    of: BTreeSet<String>,
}

#[derive(Deserialize, Serialize)]
struct Row {
    #[serde(flatten)]
    cell: Cell,
    number: u64,
}

impl Stored {
    fn new(numbers: &Numbers, of: BTreeSet<String>) -> Self {
        let row = |(cell, number): (&Cell, &u64)| Row { cell: cell.clone(), number: *number };
        Self { rows: numbers.iter().map(row).collect(), of }
    }

    fn add_to(self, numbers: &mut Numbers) {
        for Row { cell, number } in self.rows {
            *numbers.entry(cell).or_default() += number;
        }
    }
}

fn path(day: Date, name: &str) -> String {
    format!("{FOLDER}/{day}/{name}")
}

/// Writes the numbers of an hour. Returns false if they were written before under the same id.
pub(crate) async fn write(outbox: &Outbox, time: DateTime, id: &str, numbers: &Numbers) -> StoreResult<bool> {
    let name = format!("{:02}/{id}.json", time.hour());
    let sum: Option<Stored> = outbox.read_json(&path(time.date(), SUM)).await?;
    if sum.is_some_and(|sum| sum.of.contains(&name)) {
        return Ok(false);
    }
    outbox.create(&path(time.date(), &name), &Stored::new(numbers, BTreeSet::new())).await
}

async fn list_days(outbox: &Outbox) -> StoreResult<BTreeMap<Date, BTreeSet<String>>> {
    let mut days: BTreeMap<Date, BTreeSet<String>> = BTreeMap::new();
    for listed in outbox.list_objects(FOLDER).await? {
        let path = listed.location.as_ref().split_once('/');
        if let Some((day, name)) = path.and_then(|(_, rest)| rest.split_once('/'))
            && let Ok(day) = day.parse()
            && name.ends_with(".json")
        {
            days.entry(day).or_default().insert(name.to_owned());
        }
    }
    Ok(days)
}

/// The sum of several days.
async fn read_days(outbox: &Outbox, since: Date, until: Date) -> StoreResult<Numbers> {
    let mut sum = Numbers::new();
    for (day, names) in list_days(outbox).await?.range(since..=until) {
        let (numbers, _) = read_day(outbox, *day, names.clone()).await?;
        numbers.into_iter().for_each(|(cell, number)| *sum.entry(cell).or_default() += number);
    }
    Ok(sum)
}

/// The sum of a day, and the names of the objects in it beside its stored sum.
async fn read_day(
    outbox: &Outbox,
    day: Date,
    mut names: BTreeSet<String>,
) -> StoreResult<(Numbers, BTreeSet<String>)> {
    loop {
        // Again when an object has disappeared meanwhile: then a sum has been written.
        let sum: Option<Stored> = outbox.read_json(&path(day, SUM)).await?;
        let has_sum = sum.is_some();
        let mut numbers = Numbers::new();
        names.remove(SUM);
        if let Some(sum) = sum {
            names.retain(|name| !sum.of.contains(name));
            sum.add_to(&mut numbers);
        }
        let paths: Vec<String> = names.iter().map(|name| path(day, name)).collect();
        let read: Vec<Option<Stored>> = futures::stream::iter(paths)
            .map(async |path| outbox.read_json(&path).await)
            .buffer_unordered(READ_AT_ONCE)
            .try_collect()
            .await?;
        if has_sum || read.iter().all(Option::is_some) {
            read.into_iter().flatten().for_each(|stored| stored.add_to(&mut numbers));
            return Ok((numbers, names));
        }
        names = list_days(outbox).await?.remove(&day).unwrap_or_default();
    }
}

/// Replaces the objects of each day before `before` by their sum.
pub(crate) async fn merge_days(outbox: &Outbox, before: Date) -> StoreResult<()> {
    for (day, names) in list_days(outbox).await?.range(..before) {
        if !names.contains(SUM) && names.len() > 1 {
            let (numbers, of) = read_day(outbox, *day, names.clone()).await?;
            outbox.create(&path(*day, SUM), &Stored::new(&numbers, of)).await?;
        }
        // Read back: another process may have written it first, of other objects.
        if names.len() > 1
            && let Some(sum) = outbox.read_json::<Stored>(&path(*day, SUM)).await?
        {
            let parts = names.iter().filter(|name| sum.of.contains(*name));
            outbox.delete_objects(parts.map(|name| path(*day, name)).collect()).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
