//! How often pages were opened and used. Events are counted, never people: no identifier, hash, address or user agent is read or
//! kept. A process writes what it has counted as one object a minute; a kill loses at most that minute.

mod event;
mod report;

pub(crate) use event::{Cell, violations};
pub(crate) use report::CountsReport;

use crate::outbox::{Outbox, StoreResult};
use futures::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most cells of one object. A sender of invented campaigns cannot fill the memory or the store with more.
const MOST_CELLS: usize = 2_000;
/// Most cells before new campaigns are dropped, so that those of pages without a campaign are still counted then.
const MOST_WITH_CAMPAIGN: usize = 1_000;

pub(crate) type Numbers = BTreeMap<Cell, u64>;

/// Adds `number` to a cell, unless it is new and there are too many. Returns whether it was added.
pub(crate) fn add(numbers: &mut Numbers, cell: Cell, number: u64) -> bool {
    let most = if cell.campaign.is_empty() {
        MOST_CELLS
    } else {
        MOST_WITH_CAMPAIGN
    };
    let is_added = numbers.len() < most || numbers.contains_key(&cell);
    if is_added {
        let sum = numbers.entry(cell).or_default();
        *sum = sum.saturating_add(number);
    }
    is_added
}

/// The events that a process has counted and not written yet.
#[derive(Default)]
pub(crate) struct PendingCounts {
    pub numbers: Numbers,
    /// When the first of them was counted.
    pub since: Timestamp,
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
        let row = |(cell, number): (&Cell, &u64)| Row {
            cell: cell.clone(),
            number: *number,
        };
        Self {
            rows: numbers.iter().map(row).collect(),
            of,
        }
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
pub(crate) async fn write(
    outbox: &Outbox,
    time: DateTime,
    id: &str,
    numbers: &Numbers,
) -> StoreResult<bool> {
    let name = format!("{:02}/{id}.json", time.hour());
    let sum: Option<Stored> = outbox.read_json(&path(time.date(), SUM)).await?;
    if sum.is_some_and(|sum| sum.of.contains(&name)) {
        return Ok(false);
    }
    outbox
        .create(
            &path(time.date(), &name),
            &Stored::new(numbers, BTreeSet::new()),
        )
        .await
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
        numbers
            .into_iter()
            .for_each(|(cell, number)| *sum.entry(cell).or_default() += number);
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
            read.into_iter()
                .flatten()
                .for_each(|stored| stored.add_to(&mut numbers));
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
            outbox
                .create(&path(*day, SUM), &Stored::new(&numbers, of))
                .await?;
        }
        // Read back: another process may have written it first, of other objects.
        if names.len() > 1
            && let Some(sum) = outbox.read_json::<Stored>(&path(*day, SUM)).await?
        {
            let parts = names.iter().filter(|name| sum.of.contains(*name));
            outbox
                .delete_objects(parts.map(|name| path(*day, name)).collect())
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
