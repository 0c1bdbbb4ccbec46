//! The outbox: every accepted lead, on an object store that can only create, read, list and delete.
//!
//! `waiting/<reference>.json` is an accepted lead, `work/<reference>/...` its progress,
//! `kept/<reference>.json` a lead that has arrived everywhere. One durable create-only write
//! accepts a lead; `docs/leads.md` walks through every moment at which the power may fail.

mod lease;
mod names;
mod paths;
mod record;
mod standing;
mod store;

pub(crate) use lease::Lease;
pub(crate) use names::{Mark, Outcome, WorkName};
pub(crate) use record::{Event, Kept, MarkContent, Saved, Scan};
pub(crate) use standing::{Due, Standing, WorkObject};
pub(crate) use store::StoreError;

use crate::config::StoreLocation;
use crate::lead::{Lead, Reference};
use jiff::Timestamp;
use paths::{kept_name, lead_reference, split_work, waiting_name, work_name};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::Duration;
use store::{Created, Durable, Store};

/// The outbox.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    store: Store,
}

impl Outbox {
    /// Opens the outbox at `location`.
    pub(crate) fn open(location: &StoreLocation) -> Result<Self, object_store::Error> {
        Ok(Self {
            store: Store::open(location)?,
        })
    }

    /// Saves a lead: when this returns [`Saved::New`] it survives any crash.
    ///
    /// A quarantined lead's hold is written first: a hold without its lead is nothing, a doubtful lead
    /// without its hold would be sent at once.
    pub(crate) async fn save(&self, lead: &Lead, hold_until_ms: Option<i64>) -> Result<Saved, StoreError> {
        if let Some(kept) = self.kept(&lead.reference).await? {
            return Ok(Saved::compare(&kept.lead, lead));
        }
        if let Some(until) = hold_until_ms
            && !self.store.exists(&waiting_name(&lead.reference)).await?
        {
            self.write_work(
                &lead.reference,
                WorkName::Hold(until),
                &serde_json::json!({}),
                Durable::Yes,
            )
            .await?;
        }
        let content = to_json(lead)?;
        match self
            .store
            .create(&waiting_name(&lead.reference), content, Durable::Yes)
            .await?
        {
            Created::New => Ok(Saved::New),
            Created::Exists => match self.find(&lead.reference).await? {
                Some(earlier) => Ok(Saved::compare(&earlier, lead)),
                // Deleted between the two looks: by an operator, for the visitor's sake.
                None => Err(StoreError::Unreadable(waiting_name(&lead.reference))),
            },
        }
    }

    /// A waiting lead.
    pub(crate) async fn waiting(&self, reference: &Reference) -> Result<Option<Lead>, StoreError> {
        self.read_json(&waiting_name(reference)).await
    }

    /// A lead that has arrived everywhere.
    pub(crate) async fn kept(&self, reference: &Reference) -> Result<Option<Kept>, StoreError> {
        self.read_json(&kept_name(reference)).await
    }

    /// Whether a lead has arrived everywhere.
    pub(crate) async fn is_kept(&self, reference: &Reference) -> Result<bool, StoreError> {
        self.store.exists(&kept_name(reference)).await
    }

    /// A lead, wherever it is.
    pub(crate) async fn find(&self, reference: &Reference) -> Result<Option<Lead>, StoreError> {
        // In this order: a lead moves from waiting to kept, so that one of the two looks finds it.
        match self.waiting(reference).await? {
            Some(lead) => Ok(Some(lead)),
            None => Ok(self.kept(reference).await?.map(|kept| kept.lead)),
        }
    }

    /// Where a lead stands.
    pub(crate) async fn standing(&self, reference: &Reference) -> Result<Standing, StoreError> {
        let objects = self.store.list(&format!("work/{reference}")).await?;
        Ok(Standing::new(
            objects
                .iter()
                .filter_map(|object| Some(split_work(&object.path, object.written_ms)?.1))
                .collect(),
        ))
    }

    /// Writes a mark; one of that name from before is as good.
    pub(crate) async fn mark(
        &self,
        reference: &Reference,
        mark: Mark,
        content: &MarkContent,
    ) -> Result<(), StoreError> {
        self.write_work(reference, WorkName::Mark(mark), content, Durable::Yes)
            .await
            .map(|_| ())
    }

    /// Notes that an operator released the lead from quarantine.
    pub(crate) async fn release(&self, reference: &Reference, now: Timestamp) -> Result<(), StoreError> {
        let content = MarkContent {
            at: now,
            note: "released".to_owned(),
        };
        self.write_work(reference, WorkName::Released, &content, Durable::Yes)
            .await
            .map(|_| ())
    }

    /// Puts a lead away that has arrived everywhere: kept first, then gone from waiting, then its work.
    pub(crate) async fn keep(&self, kept: &Kept, standing: &Standing) -> Result<(), StoreError> {
        self.store
            .create(&kept_name(&kept.lead.reference), to_json(kept)?, Durable::Yes)
            .await?;
        self.tidy(&kept.lead.reference, standing).await
    }

    /// Removes what a kept lead left in waiting and work.
    pub(crate) async fn tidy(&self, reference: &Reference, standing: &Standing) -> Result<(), StoreError> {
        self.store.delete(vec![waiting_name(reference)]).await?;
        self.forget_work(reference, standing).await
    }

    /// Removes work objects of a lead that is not waiting any more.
    pub(crate) async fn forget_work(
        &self,
        reference: &Reference,
        standing: &Standing,
    ) -> Result<(), StoreError> {
        self.store
            .delete(
                standing
                    .objects()
                    .iter()
                    .map(|object| work_name(reference, object.name))
                    .collect(),
            )
            .await
    }

    /// Deletes every trace of a lead.
    pub(crate) async fn delete(&self, reference: &Reference) -> Result<(), StoreError> {
        self.store
            .delete(vec![waiting_name(reference), kept_name(reference)])
            .await?;
        let standing = self.standing(reference).await?;
        self.forget_work(reference, &standing).await
    }

    /// The story of a lead so far.
    pub(crate) async fn history(
        &self,
        reference: &Reference,
        standing: &Standing,
    ) -> Result<Vec<Event>, StoreError> {
        let mut objects: Vec<&WorkObject> = standing.objects().iter().collect();
        objects.sort_by_key(|object| object.written_ms);
        let mut events = Vec::new();
        for object in objects {
            if matches!(object.name, WorkName::Mark(_) | WorkName::Released) {
                let content: Option<MarkContent> = self.read_json(&work_name(reference, object.name)).await?;
                let (at, note) =
                    content.map_or((None, String::new()), |content| (Some(content.at), content.note));
                events.push(Event {
                    mark: object.name.to_string(),
                    at,
                    note,
                });
            }
        }
        Ok(events)
    }

    /// Looks at all waiting leads and their progress: two listings, nothing read.
    pub(crate) async fn scan(&self) -> Result<Scan, StoreError> {
        let mut scan = Scan::default();
        for object in self.store.list("waiting").await? {
            if let Some(reference) = lead_reference(&object.path) {
                scan.waiting.insert(reference, object.written_ms);
            }
        }
        let mut work: BTreeMap<Reference, Vec<WorkObject>> = BTreeMap::new();
        for object in self.store.list("work").await? {
            if let Some((reference, object)) = split_work(&object.path, object.written_ms) {
                work.entry(reference).or_default().push(object);
            }
        }
        scan.work = work
            .into_iter()
            .map(|(reference, objects)| (reference, Standing::new(objects)))
            .collect();
        Ok(scan)
    }

    /// Leads that have arrived everywhere and when each was put away.
    pub(crate) async fn list_kept(&self) -> Result<BTreeMap<Reference, i64>, StoreError> {
        let objects = self.store.list("kept").await?;
        Ok(objects
            .iter()
            .filter_map(|object| Some((lead_reference(&object.path)?, object.written_ms)))
            .collect())
    }

    /// Removes what crashes in the middle of writing left behind, some time ago.
    pub(crate) async fn clear_half_written(&self, older: Duration) -> Result<(), StoreError> {
        self.store.clear_half_written(older).await
    }

    /// Whether the store takes an object and gives it up again.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        let name = format!("probe/{}", lease::random_word());
        self.store.create(&name, b"probe".to_vec(), Durable::Yes).await?;
        self.store.delete(vec![name]).await
    }

    async fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, StoreError> {
        let Some(content) = self.store.read(name).await? else {
            return Ok(None);
        };
        serde_json::from_slice(&content)
            .map(Some)
            .map_err(|_| StoreError::Unreadable(name.to_owned()))
    }

    async fn write_work(
        &self,
        reference: &Reference,
        name: WorkName,
        content: &impl Serialize,
        durable: Durable,
    ) -> Result<Created, StoreError> {
        self.store
            .create(&work_name(reference, name), to_json(content)?, durable)
            .await
    }
}

fn to_json(content: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(content).map_err(|_| StoreError::Unreadable("lead".to_owned()))
}

#[cfg(test)]
pub(crate) mod tests;
