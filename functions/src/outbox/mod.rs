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
    DeliveredLead, HistoryEntry, Outcome, RecordContent, SaveResult, Scan, ScannedLead, WorkName,
};
pub(crate) use state::{DeliveryState, LeadLease, WorkObject};
pub(crate) use store::{Outbox, StoreResult, open_url};

use crate::lead::{Lead, Reference};
use names::{delivered_path, parse_lead, parse_work_object, waiting_path, work_path};
use serde_json::json;
use std::collections::BTreeMap;
use store::StoreError;

impl Outbox {
    /// Saves a lead, which survives any crash after [`SaveResult::New`]. Its quarantine is written before: a quarantine without a lead
    /// does nothing, but a lead without its quarantine would be sent at once.
    pub(crate) async fn save(
        &self,
        lead: &Lead,
        quarantine_until_ms: Option<i64>,
    ) -> StoreResult<SaveResult> {
        if let Some(delivered) = self.read_delivered(&lead.reference).await? {
            return Ok(SaveResult::compare(&delivered.lead, lead));
        }
        if let Some(until) = quarantine_until_ms
            && !self.exists(&waiting_path(&lead.reference)).await?
        {
            self.create_work(
                &lead.reference,
                WorkName::QuarantinedUntil(until),
                &json!({}),
            )
            .await?;
        }
        self.create_lead(lead).await
    }

    async fn create_lead(&self, lead: &Lead) -> StoreResult<SaveResult> {
        let path = waiting_path(&lead.reference);
        let created = self.create(&path, lead).await?;
        let earlier = if created {
            None
        } else {
            self.read_waiting(&lead.reference).await?
        };
        // An earlier post with this key may have been delivered since the caller looked: then it is no longer waiting, and
        // this lead, if it has another content, must not be accepted, because it would never be sent. It is read last, because what
        // waits may be such a lead of another request, which that request deletes.
        if let Some(delivered) = self.read_delivered(&lead.reference).await? {
            if created {
                self.delete_objects(vec![path]).await?;
            }
            return Ok(SaveResult::compare(&delivered.lead, lead));
        }
        if created {
            return Ok(SaveResult::New);
        }
        match earlier {
            Some(earlier) => Ok(SaveResult::compare(&earlier, lead)),
            // An operator deleted it between the two operations.
            None => Err(StoreError::Unreadable(path)),
        }
    }

    pub(crate) async fn read_waiting(&self, reference: &Reference) -> StoreResult<Option<Lead>> {
        self.read_json(&waiting_path(reference)).await
    }

    pub(crate) async fn read_delivered(
        &self,
        reference: &Reference,
    ) -> StoreResult<Option<DeliveredLead>> {
        self.read_json(&delivered_path(reference)).await
    }

    pub(crate) async fn is_delivered(&self, reference: &Reference) -> StoreResult<bool> {
        self.exists(&delivered_path(reference)).await
    }

    pub(crate) async fn find(&self, reference: &Reference) -> StoreResult<Option<Lead>> {
        // In this order, because a lead moves from waiting to delivered and must be found in one of them.
        match self.read_waiting(reference).await? {
            Some(lead) => Ok(Some(lead)),
            None => Ok(self
                .read_delivered(reference)
                .await?
                .map(|delivered| delivered.lead)),
        }
    }

    pub(crate) async fn state(&self, reference: &Reference) -> StoreResult<DeliveryState> {
        let listed = self.list_objects(&format!("work/{reference}")).await?;
        let objects = listed.iter().filter_map(parse_work_object);
        Ok(DeliveryState {
            objects: objects.map(|(_, object)| object).collect(),
        })
    }

    /// Archives a delivered lead: writes it under `delivered`, then deletes it from `waiting` and `work`.
    pub(crate) async fn archive(
        &self,
        delivered: &DeliveredLead,
        state: &DeliveryState,
    ) -> StoreResult<()> {
        let reference = &delivered.lead.reference;
        self.create(&delivered_path(reference), delivered).await?;
        self.finish_archiving(reference, state).await
    }

    pub(crate) async fn finish_archiving(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> StoreResult<()> {
        self.delete_objects(vec![waiting_path(reference)]).await?;
        self.delete_work(reference, state).await
    }

    pub(crate) async fn delete_work(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> StoreResult<()> {
        let paths = state
            .objects
            .iter()
            .map(|object| work_path(reference, object.name));
        self.delete_objects(paths.collect()).await
    }

    pub(crate) async fn delete(&self, reference: &Reference) -> StoreResult<()> {
        self.delete_objects(vec![waiting_path(reference), delivered_path(reference)])
            .await?;
        self.delete_work(reference, &self.state(reference).await?)
            .await
    }

    /// The delivery history of a waiting lead, oldest entry first.
    pub(crate) async fn history(
        &self,
        reference: &Reference,
        state: &DeliveryState,
    ) -> StoreResult<Vec<HistoryEntry>> {
        let mut objects: Vec<&WorkObject> = state.objects.iter().collect();
        objects.sort_by_key(|object| object.written_ms);
        let mut history = Vec::new();
        for object in objects {
            if matches!(object.name, WorkName::Attempt { .. } | WorkName::Released)
                && let Some(content) = self.read_json(&work_path(reference, object.name)).await?
            {
                history.push(HistoryEntry {
                    object: object.name.to_string(),
                    content,
                });
            }
        }
        Ok(history)
    }

    /// Costs two listings and reads no object.
    pub(crate) async fn scan(&self) -> StoreResult<Scan> {
        let mut scan = Scan::new();
        for (reference, saved_ms) in self.list_leads("waiting").await? {
            scan.entry(reference).or_default().saved_ms = Some(saved_ms);
        }
        for (reference, object) in self
            .list_objects("work")
            .await?
            .iter()
            .filter_map(parse_work_object)
        {
            scan.entry(reference)
                .or_default()
                .state
                .objects
                .push(object);
        }
        Ok(scan)
    }

    /// The `waiting` or the `delivered` leads, and when each was saved or archived (milliseconds since 1970).
    pub(crate) async fn list_leads(&self, folder: &str) -> StoreResult<BTreeMap<Reference, i64>> {
        Ok(self
            .list_objects(folder)
            .await?
            .iter()
            .filter_map(parse_lead)
            .collect())
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

    pub(crate) async fn probe(&self) -> StoreResult<()> {
        let path = format!("probe/{}", state::random_id());
        self.create(&path, &"probe").await?;
        self.delete_objects(vec![path]).await
    }
}

#[cfg(test)]
mod tests;
