//! How often pages were opened and used. Events are counted, never people: no identifier, hash, address or user agent is kept.
//! A process writes what it has counted as one object a minute; a kill loses at most that minute.
//!
//! Whoever sends invented campaigns must not fill the memory or the store: the cells of an object and of every sum are
//! bounded, and so is the size of an object that is read.

mod event;
mod report;

pub(crate) use event::{Cell, violations};
pub(crate) use report::CountsReport;

use crate::outbox::{Outbox, StoreResult};
use event::{Device, Event};
use futures::StreamExt;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// In place of the campaigns and units for which there is no room. No campaign and no unit has this name.
const OTHERS: &str = "*";
/// Most campaigns that a process counts by name in a day.
const MOST_CAMPAIGNS: usize = 200;
/// Most bytes of an object of a minute or an hour, and of a day's sum. Those of this program have less than half of it.
const MOST_PART_BYTES: u64 = 2 << 20;
const MOST_SUM_BYTES: u64 = 16 << 20;

/// Numbers of events. At [`Numbers::most`] cells a new cell with a campaign is added to that of [`OTHERS`], at twice as many
/// one with a unit, too. At three times as many a new cell is dropped: pages without campaign and unit have fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    cells: BTreeMap<Cell, u64>,
    most: usize,
}

impl Numbers {
    /// The numbers of a minute or an hour.
    pub(crate) fn of_part() -> Self {
        Self {
            cells: BTreeMap::new(),
            most: 1_000,
        }
    }

    /// The numbers of a day or several days.
    fn of_sum() -> Self {
        Self {
            cells: BTreeMap::new(),
            most: 10_000,
        }
    }

    pub(crate) fn add(&mut self, mut cell: Cell, number: u64) {
        if !self.has_room(&cell) && !cell.campaign.is_empty() {
            OTHERS.clone_into(&mut cell.campaign);
        }
        if !self.has_room(&cell) && cell.has_unit() {
            OTHERS.clone_into(&mut cell.detail);
        }
        if self.has_room(&cell) {
            let sum = self.cells.entry(cell).or_default();
            *sum = sum.saturating_add(number);
        }
    }

    fn has_room(&self, cell: &Cell) -> bool {
        let most = if !matches!(&*cell.campaign, "" | OTHERS) {
            self.most
        } else if cell.has_unit() && cell.detail != OTHERS {
            2 * self.most
        } else {
            3 * self.most
        };
        self.cells.len() < most || self.cells.contains_key(cell)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Cell, u64)> {
        self.cells.iter().map(|(cell, number)| (cell, *number))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of all events.
    pub(crate) fn total(&self) -> u64 {
        self.cells.values().copied().fold(0, u64::saturating_add)
    }
}

/// The events that a process has counted and not written yet.
pub(crate) struct PendingCounts {
    pub numbers: Numbers,
    /// When the first of them was counted.
    pub since: Timestamp,
    campaigns: Campaigns,
}

impl Default for PendingCounts {
    fn default() -> Self {
        Self {
            numbers: Numbers::of_part(),
            since: Timestamp::default(),
            campaigns: Campaigns::default(),
        }
    }
}

impl PendingCounts {
    /// Adds an event at `now`.
    pub(crate) fn count(&mut self, mut cell: Cell, now: Timestamp) {
        self.campaigns.limit(&mut cell, now);
        self.numbers.add(cell, 1);
    }

    /// Adds numbers that could not be written.
    pub(crate) fn add(&mut self, numbers: Numbers) {
        for (cell, number) in numbers.cells {
            self.numbers.add(cell, number);
        }
    }

    /// The numbers so far with the time since when, and from now on none.
    pub(crate) fn take(&mut self) -> (Numbers, Timestamp) {
        let numbers = std::mem::replace(&mut self.numbers, Numbers::of_part());
        (numbers, self.since)
    }
}

/// The campaigns that were counted by name on a day in UTC, [`MOST_CAMPAIGNS`] at most.
#[derive(Default)]
struct Campaigns {
    day: i64,
    names: BTreeSet<String>,
}

impl Campaigns {
    /// Replaces a new campaign by [`OTHERS`] when there are too many.
    fn limit(&mut self, cell: &mut Cell, now: Timestamp) {
        let day = now.as_second().div_euclid(DAY_SECONDS);
        if day != self.day {
            *self = Self {
                day,
                names: BTreeSet::new(),
            };
        }
        if cell.campaign.is_empty() || self.names.contains(&cell.campaign) {
            return;
        }
        if self.names.len() < MOST_CAMPAIGNS {
            self.names.insert(cell.campaign.clone());
        } else {
            OTHERS.clone_into(&mut cell.campaign);
        }
    }
}

const DAY_SECONDS: i64 = 86_400;

const FOLDER: &str = "counts";
const SUM: &str = "day.json";
/// How many objects are read and in memory at the same time.
const READ_AT_ONCE: usize = 4;

#[derive(Default, Deserialize, Serialize)]
struct Stored {
    rows: Vec<Row>,
    /// In a day's sum: the names of the objects in it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    of: BTreeSet<String>,
}

/// A cell with its number. Not a flattened [`Cell`], whose rows would take four times as long to read.
#[derive(Deserialize, Serialize)]
struct Row {
    event: Event,
    page: String,
    lang: String,
    device: Option<Device>,
    campaign: String,
    detail: String,
    number: u64,
}

impl Row {
    fn new(cell: &Cell, number: u64) -> Self {
        let Cell {
            event,
            page,
            lang,
            device,
            campaign,
            detail,
        } = cell.clone();
        Self {
            event,
            page,
            lang,
            device,
            campaign,
            detail,
            number,
        }
    }

    fn into_cell(self) -> (Cell, u64) {
        let cell = Cell {
            event: self.event,
            page: self.page,
            lang: self.lang,
            device: self.device,
            campaign: self.campaign,
            detail: self.detail,
        };
        (cell, self.number)
    }
}

impl Stored {
    fn new(numbers: &Numbers, of: BTreeSet<String>) -> Self {
        let rows = numbers.iter().map(|(cell, number)| Row::new(cell, number));
        Self {
            rows: rows.collect(),
            of,
        }
    }

    fn add_to(self, numbers: &mut Numbers) {
        for row in self.rows {
            let (cell, number) = row.into_cell();
            numbers.add(cell, number);
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
    let sum = read_sum(outbox, time.date()).await?;
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

/// The names of the objects of each day, without parts that are too large for this program to have written them.
async fn list_days(outbox: &Outbox) -> StoreResult<BTreeMap<Date, BTreeSet<String>>> {
    let mut days: BTreeMap<Date, BTreeSet<String>> = BTreeMap::new();
    let mut skipped = 0;
    for listed in outbox.list_objects(FOLDER).await? {
        let path = listed.location.as_ref().split_once('/');
        if let Some((day, name)) = path.and_then(|(_, rest)| rest.split_once('/'))
            && let Ok(day) = day.parse()
            && name.ends_with(".json")
        {
            if name == SUM || listed.size <= MOST_PART_BYTES {
                days.entry(day).or_default().insert(name.to_owned());
            } else {
                skipped += 1;
            }
        }
    }
    if skipped > 0 {
        tracing::warn!(objects = skipped, result = "skipped: too large", "counts");
    }
    Ok(days)
}

/// The sum of a day as it is stored; `None` if there is none, or one that is too large for this program to have written it.
async fn read_sum(outbox: &Outbox, day: Date) -> StoreResult<Option<Stored>> {
    outbox.read_json_of(&path(day, SUM), MOST_SUM_BYTES).await
}

/// The sum of several days.
async fn read_days(outbox: &Outbox, since: Date, until: Date) -> StoreResult<Numbers> {
    let mut sum = Numbers::of_sum();
    for (day, names) in list_days(outbox).await?.range(since..=until) {
        let (numbers, _) = read_day(outbox, *day, names.clone()).await?;
        for (cell, number) in numbers.cells {
            sum.add(cell, number);
        }
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
        let sum = read_sum(outbox, day).await?;
        let has_sum = sum.is_some();
        let mut numbers = Numbers::of_sum();
        names.remove(SUM);
        if let Some(sum) = sum {
            names.retain(|name| !sum.of.contains(name));
            sum.add_to(&mut numbers);
        }
        let paths: Vec<String> = names.iter().map(|name| path(day, name)).collect();
        let mut parts = futures::stream::iter(paths)
            .map(async |path| outbox.read_json_of::<Stored>(&path, MOST_PART_BYTES).await)
            .buffer_unordered(READ_AT_ONCE);
        let mut is_complete = true;
        while let Some(part) = parts.next().await {
            match part? {
                Some(part) => part.add_to(&mut numbers),
                None => is_complete = false,
            }
        }
        drop(parts);
        if has_sum || is_complete {
            return Ok((numbers, names));
        }
        // Again when an object has disappeared meanwhile: then a sum has been written.
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
