//! The objects of counts: `counts/<day>/<hour>/<id>.json`, one for each minute and process, and `counts/<day>/day.json`, the sum
//! of those that it names. All are only created and deleted. Days and hours are those of the development.

use super::{Numbers, event::Cell};
use crate::outbox::{Outbox, StoreError};
use futures::{StreamExt, TryStreamExt};
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const FOLDER: &str = "counts";
/// The name of a day's sum.
const SUM: &str = "day.json";
/// Objects that are read at the same time.
const READ_AT_ONCE: usize = 16;

/// The content of an object.
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
///
/// # Errors
/// The store fails.
pub(crate) async fn write(
    outbox: &Outbox,
    time: DateTime,
    id: &str,
    numbers: &Numbers,
) -> Result<bool, StoreError> {
    let name = format!("{:02}/{id}.json", time.hour());
    let sum: Option<Stored> = outbox.read_json(&path(time.date(), SUM)).await?;
    if sum.is_some_and(|sum| sum.of.contains(&name)) {
        return Ok(false);
    }
    outbox.create_json(&path(time.date(), &name), &Stored::new(numbers, BTreeSet::new())).await
}

/// The names of the objects of each day.
async fn list(outbox: &Outbox) -> Result<BTreeMap<Date, BTreeSet<String>>, StoreError> {
    let mut days: BTreeMap<Date, BTreeSet<String>> = BTreeMap::new();
    for listed in outbox.list_names(FOLDER).await? {
        let mut parts = listed.splitn(3, '/').skip(1);
        if let (Some(day), Some(name)) = (parts.next(), parts.next())
            && let Ok(day) = day.parse()
            && name.ends_with(".json")
        {
            days.entry(day).or_default().insert(name.to_owned());
        }
    }
    Ok(days)
}

/// The sum of each day from `since` to `until`.
pub(super) async fn read(
    outbox: &Outbox,
    since: Date,
    until: Date,
) -> Result<BTreeMap<Date, Numbers>, StoreError> {
    let mut days = BTreeMap::new();
    for (day, names) in list(outbox).await?.range(since..=until) {
        days.insert(*day, read_day(outbox, *day, names.clone()).await?.0);
    }
    Ok(days)
}

/// The sum of a day, and the names of the objects in it beside its stored sum.
async fn read_day(
    outbox: &Outbox,
    day: Date,
    mut names: BTreeSet<String>,
) -> Result<(Numbers, BTreeSet<String>), StoreError> {
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
            .map(|path| read_object(outbox.clone(), path))
            .buffer_unordered(READ_AT_ONCE)
            .try_collect()
            .await?;
        if has_sum || read.iter().all(Option::is_some) {
            read.into_iter().flatten().for_each(|stored| stored.add_to(&mut numbers));
            return Ok((numbers, names));
        }
        names = list(outbox).await?.remove(&day).unwrap_or_default();
    }
}

async fn read_object(outbox: Outbox, path: String) -> Result<Option<Stored>, StoreError> {
    outbox.read_json(&path).await
}

/// Replaces the objects of each day before `before` by their sum.
///
/// # Errors
/// The store fails; the next call continues.
pub(crate) async fn merge_days(outbox: &Outbox, before: Date) -> Result<(), StoreError> {
    for (day, names) in list(outbox).await?.range(..before) {
        if !names.contains(SUM) && names.len() > 1 {
            let (numbers, of) = read_day(outbox, *day, names.clone()).await?;
            outbox.create_json(&path(*day, SUM), &Stored::new(&numbers, of)).await?;
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
