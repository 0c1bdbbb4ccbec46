//! The outbox: every accepted lead, on an object store that can only create, read, list and delete.
//!
//! `waiting/<reference>.json` is an accepted lead, `work/<reference>/...` its progress, and `delivered/<reference>.json` a
//! lead that was delivered through all its channels. One durable create-only write accepts a lead; `docs/leads.md`
//! describes what happens after a power failure at each step.

#[cfg(feature = "cloud")]
mod cloud;
mod names;
mod state;
mod store;

pub(crate) use names::{
    AttemptRecord, DeliveredLead, HistoryEntry, Outcome, RecordContent, SaveResult, Scan, WorkName,
};
pub(crate) use state::{DeliveryState, Due, LeadLease, WorkObject};
pub(crate) use store::{Outbox, StoreError, open_url};

use crate::lead::{Lead, Reference};
use jiff::Timestamp;
use names::{delivered_path, parse_lead_path, parse_work_object, waiting_path, work_path};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeMap;
use store::Durable;

impl Outbox {
    /// Saves a lead. After [`SaveResult::New`] the lead survives any crash.
    ///
    /// The quarantine of a suspected spam lead is written before the lead: a quarantine without a lead does nothing,
    /// but a lead without its quarantine would be sent at once.
    pub(crate) async fn save(
        &self,
        lead: &Lead,
        quarantine_until_ms: Option<i64>,
    ) -> Result<SaveResult, StoreError> {
        if let Some(delivered) = self.read_delivered(&lead.reference).await? {
            return Ok(SaveResult::compare(&delivered.lead, lead));
        }
        if let Some(until) = quarantine_until_ms
            && !self.exists(&waiting_path(&lead.reference)).await?
        {
            let name = WorkName::QuarantinedUntil(until);
            self.write_work(&lead.reference, name, &json!({}), Durable::Yes).await?;
        }
        self.create_lead(lead).await
    }

    async fn create_lead(&self, lead: &Lead) -> Result<SaveResult, StoreError> {
        let path = waiting_path(&lead.reference);
        let created = self.create(&path, to_json(lead)?, Durable::Yes).await?;
        // An earlier post with this key may have been delivered since the caller looked: then it is no longer waiting, and
        // this lead, if it has another content, must not be accepted, because it would never be sent.
        if let Some(delivered) = self.read_delivered(&lead.reference).await? {
            if created {
                self.delete_objects(vec![path]).await?;
            }
            return Ok(SaveResult::compare(&delivered.lead, lead));
        }
        if created {
            return Ok(SaveResult::New);
        }
        match self.find(&lead.reference).await? {
            Some(earlier) => Ok(SaveResult::compare(&earlier, lead)),
            // An operator deleted it between the two operations.
            None => Err(StoreError::Unreadable(path)),
        }
    }

    pub(crate) async fn read_waiting(&self, reference: &Reference) -> Result<Option<Lead>, StoreError> {
        self.read_json(&waiting_path(reference)).await
    }

    pub(crate) async fn read_delivered(
        &self,
        reference: &Reference,
    ) -> Result<Option<DeliveredLead>, StoreError> {
        self.read_json(&delivered_path(reference)).await
    }

    pub(crate) async fn is_delivered(&self, reference: &Reference) -> Result<bool, StoreError> {
        self.exists(&delivered_path(reference)).await
    }

    pub(crate) async fn find(&self, reference: &Reference) -> Result<Option<Lead>, StoreError> {
        // In this order, because a lead moves from waiting to delivered and must be found in one of them.
        match self.read_waiting(reference).await? {
            Some(lead) => Ok(Some(lead)),
            None => Ok(self.read_delivered(reference).await?.map(|delivered| delivered.lead)),
        }
    }

    pub(crate) async fn state(&self, reference: &Reference) -> Result<DeliveryState, StoreError> {
        let listed = self.list_objects(&format!("work/{reference}")).await?;
        let objects = listed.iter().filter_map(parse_work_object);
        Ok(DeliveryState { objects: objects.map(|(_, object)| object).collect() })
    }

    pub(crate) async fn record_attempt(
        &self,
        reference: &Reference,
        attempt: AttemptRecord,
        content: &RecordContent,
    ) -> Result<(), StoreError> {
        let name = WorkName::Attempt(attempt);
        self.write_work(reference, name, content, Durable::Yes).await.map(drop)
    }

    pub(crate) async fn release_from_quarantine(
        &self,
        reference: &Reference,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let note = "released".to_owned();
        let content = RecordContent { at: now, note };
        self.write_work(reference, WorkName::Released, &content, Durable::Yes).await.map(drop)
    }

    /// Archives a delivered lead: writes it under `delivered`, then deletes it from `waiting` and `work`.
    pub(crate) async fn archive(
        &self,
        delivered: &DeliveredLead,
        state: &DeliveryState,
    ) -> Result<(), StoreError> {
        let reference = &delivered.lead.reference;
        self.create(&delivered_path(reference), to_json(delivered)?, Durable::Yes).await?;
        self.finish_archiving(reference, state).await
    }

    pub(crate) async fn finish_archiving(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> Result<(), StoreError> {
        self.delete_objects(vec![waiting_path(reference)]).await?;
        self.delete_work(reference, state).await
    }

    pub(crate) async fn delete_work(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> Result<(), StoreError> {
        let objects = state.objects.iter();
        let paths = objects.map(|object| work_path(reference, object.name));
        self.delete_objects(paths.collect()).await
    }

    pub(crate) async fn delete(&self, reference: &Reference) -> Result<(), StoreError> {
        let paths = vec![waiting_path(reference), delivered_path(reference)];
        self.delete_objects(paths).await?;
        let state = self.state(reference).await?;
        self.delete_work(reference, &state).await
    }

    /// The delivery history of a waiting lead, oldest entry first.
    pub(crate) async fn history(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let mut objects: Vec<&WorkObject> = state.objects.iter().collect();
        objects.sort_by_key(|object| object.written_ms);
        let mut history = Vec::new();
        for object in objects {
            if matches!(object.name, WorkName::Attempt(_) | WorkName::Released)
                && let Some(content) = self.read_json(&work_path(reference, object.name)).await?
            {
                let object = object.name.to_string();
                history.push(HistoryEntry { object, content });
            }
        }
        Ok(history)
    }

    /// The state of all waiting leads. Costs two listings and reads no object.
    pub(crate) async fn scan(&self) -> Result<Scan, StoreError> {
        let waiting = self.list_leads("waiting").await?;
        let mut work: BTreeMap<Reference, DeliveryState> = BTreeMap::new();
        for (reference, object) in self.list_objects("work").await?.iter().filter_map(parse_work_object) {
            work.entry(reference).or_default().objects.push(object);
        }
        Ok(Scan { waiting, work })
    }

    /// Delivered leads and when each was archived (milliseconds since 1970).
    pub(crate) async fn list_delivered(&self) -> Result<BTreeMap<Reference, i64>, StoreError> {
        self.list_leads("delivered").await
    }

    async fn list_leads(&self, folder: &str) -> Result<BTreeMap<Reference, i64>, StoreError> {
        let listed = self.list_objects(folder).await?;
        let leads = listed.iter().map(|object| Some((parse_lead_path(&object.path)?, object.written_ms)));
        Ok(leads.flatten().collect())
    }

    /// Deletes temporary files that crashes left behind, because they may contain personal data: those that do not change
    /// while `pause` lasts, so that their writer has ended. Clocks jump, so their age says nothing.
    pub(crate) async fn delete_temporary_files(&self, pause: impl Future<Output = ()>) {
        let found = self.temporary_files().await;
        if found.is_empty() {
            return;
        }
        pause.await;
        for (path, _) in found.intersection(&self.temporary_files().await) {
            // A file that cannot be deleted now is tried again in an hour.
            let _ = tokio::fs::remove_file(path).await;
        }
    }

    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        let path = format!("probe/{}", state::random_id());
        self.create(&path, b"probe".to_vec(), Durable::Yes).await?;
        self.delete_objects(vec![path]).await
    }

    /// Creates an object that is not a lead's. Returns false, and changes nothing, if it exists.
    pub(crate) async fn create_json(&self, path: &str, content: &impl Serialize) -> Result<bool, StoreError> {
        self.create(path, to_json(content)?, Durable::Yes).await
    }

    /// Reads an object; `None` when it does not exist.
    pub(crate) async fn read_json<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, StoreError> {
        let unreadable = |_| StoreError::Unreadable(path.to_owned());
        let content = self.read_object(path).await?;
        content.map(|content| serde_json::from_slice(&content).map_err(unreadable)).transpose()
    }

    async fn write_work(
        &self,
        reference: &Reference,
        name: WorkName,
        content: &impl Serialize,
        durable: Durable,
    ) -> Result<bool, StoreError> {
        self.create(&work_path(reference, name), to_json(content)?, durable).await
    }
}

fn to_json(content: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(content).map_err(|_| StoreError::Unreadable("lead".to_owned()))
}

#[cfg(test)]
mod tests;
