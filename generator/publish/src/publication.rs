//! One publication: compares, uploads, records, deletes and purges.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use futures::future::{BoxFuture, try_join};
use jiff::Timestamp;

use crate::clock::Timer;
use crate::error::PublishError;
use crate::layout::{LEADS, RECORD};
use crate::leads;
use crate::lease::{Found, Lease, Uncertain};
use crate::plan::{self, PlanRequest, UploadPlan};
use crate::record::{self, FileRecord, Files, Record, Release};
use crate::state::State;
use crate::target::{Target, Version};
use crate::upload::{UploadProgress, Uploader};

pub use crate::plan::Published;

/// Purges addresses from the cache, or tells search engines the pages that changed. After an error the next publication does it.
pub type Purge<'a> =
    dyn Fn(Vec<String>, Vec<String>) -> BoxFuture<'a, Result<(), String>> + Send + Sync + 'a;

/// Says in words what a new release changes. Called while the target still has the last release.
pub type Describe<'a> =
    dyn Fn() -> BoxFuture<'a, Result<Option<String>, PublishError>> + Send + Sync + 'a;

/// What to publish, and how.
pub struct Publication<'a> {
    /// Where to.
    pub target: &'a dyn Target,
    /// The wanted files.
    pub files: Files,
    /// The folder with their content; without one, it is what the target keeps of older releases.
    pub folder: Option<PathBuf>,
    /// The built `leads.json`; without one that of the files, or else of the last release, is applied again.
    pub leads: Option<Bytes>,
    /// Who publishes.
    pub publisher: String,
    /// The git revision of the project, if it has one.
    pub revision: Option<String>,
    /// What changed, in words. Not called when nothing did.
    pub news: &'a Describe<'a>,
    /// The number of the release that is applied again.
    pub rollback_to: Option<u64>,
    /// The project's state to store at the target; what is stored remains without one.
    pub state: Option<State>,
    /// How many releases can be applied again; at least 1.
    pub keep: u32,
    /// How many files may be deleted, in percent.
    pub max_deletes: u32,
    /// Whether more may be deleted.
    pub allow_deletes: bool,
    /// Whether the first publication may replace files that no publication wrote.
    pub adopt: bool,
    /// Whether to compare the files at the target with the record, and repair those that were changed by hand.
    pub verify: bool,
    /// Whether to change nothing.
    pub dry_run: bool,
    /// The time when the timer started. It dates releases, and nothing else depends on it.
    pub start: Timestamp,
    /// Measures the time since then.
    pub timer: Arc<dyn Timer>,
    /// How long the lease lasts without being renewed, in seconds: [`crate::lease::LIFETIME`], except in tests.
    pub lease: u32,
    /// Purges the cache; without one nothing is purged.
    pub purge: Option<Box<Purge<'a>>>,
    /// Receives the progress.
    pub progress: &'a dyn UploadProgress,
    /// Ends when the publication must stop. The next one can then begin at once.
    pub stop: BoxFuture<'a, ()>,
}

impl Publication<'_> {
    /// Publishes. The next publication repairs what one that failed left incomplete.
    pub async fn run(mut self) -> Result<Published, PublishError> {
        let (last, found) = self.free_lease().await?;
        let (last, version) = last.unzip();
        let last = last.unwrap_or_default();
        let mut uncertain = found.uncertain(&last);
        self.add_leads(&last, &mut uncertain).await?;
        let mut unknown =
            plan::find_differences(self.target, self.verify, &last, &mut uncertain).await?;
        if !last.has_release() {
            if !self.adopt && !unknown.is_empty() {
                return Err(PublishError::Foreign(unknown));
            }
            unknown.retain(|path| !self.files.contains_key(path));
        }
        let request = PlanRequest {
            wanted: &self.files,
            leads: self.leads.as_ref(),
            kept_releases: self.kept_releases(),
            max_deletes: (!self.allow_deletes).then_some(self.max_deletes),
        };
        let plan = UploadPlan::new(request, &last, &uncertain)?;
        let published = Published {
            unknown,
            ..plan.published.clone()
        };
        let news = if published.is_new {
            (self.news)().await?
        } else {
            None
        };
        if self.dry_run {
            return Ok(published);
        }
        let is_complete =
            plan.uploads.is_empty() && plan.deletes.is_empty() && uncertain.is_empty();
        if is_complete && !last.has_pending() {
            self.store_state(&last).await?;
            return Ok(published);
        }
        uncertain.extend(plan.uncertain(&last, &self.files));
        let lease = found
            .take(
                self.target,
                &*self.timer,
                &self.publisher,
                self.lease,
                uncertain,
            )
            .await?;
        let stop = std::mem::replace(&mut self.stop, Box::pin(std::future::pending()));
        let done = lease
            .hold(stop, self.write(&lease, plan, last, version, news))
            .await;
        let ended = lease.end(done.is_ok()).await;
        match (done, ended) {
            (Err(PublishError::LeaseLost(_)), Err(error)) if !error.is_conflict() => {
                Err(PublishError::LossUnrecorded(Box::new(error)))
            }
            // It explains what else failed: the other publisher removes files that are half written.
            (_, Err(lost @ PublishError::LeaseLost(_))) => Err(lost),
            (done, ended) => {
                let purge_error = done?;
                ended.map(|()| Published {
                    purge_error,
                    ..published
                })
            }
        }
    }

    /// The record, and the lease when nobody has it or its holder gave no sign for its whole lifetime.
    async fn free_lease(&mut self) -> Result<(Option<(Record, Version)>, Found), PublishError> {
        let (last, found) = try_join(Record::read(self.target), Found::read(self.target)).await?;
        let Some((owner, seconds)) = found.holder() else {
            return Ok((last, found));
        };
        if self.dry_run {
            return Err(found.refusal());
        }
        self.progress.waiting(owner, seconds);
        let found = tokio::select! {
            biased;
            () = &mut self.stop => return Err(PublishError::Stopped),
            found = found.wait_until_over(self.target, &*self.timer) => found?,
        };
        Ok((Record::read(self.target).await?, found))
    }

    /// Returns why the cache could not be purged.
    async fn write(
        &self,
        lease: &Lease<'_>,
        plan: UploadPlan,
        last: Record,
        version: Option<Version>,
        news: Option<String>,
    ) -> Result<Option<String>, PublishError> {
        // The plan was made before the lease was ours.
        let now = self.target.read(RECORD).await?;
        if now.map(|(_, version)| version) != version {
            return Err(PublishError::Moved);
        }
        self.target.clean().await?;
        let etags = self.uploader().upload(&plan.uploads, lease).await?;
        lease.check()?;
        let state = self.store_state(&last).await?;
        self.target.flush().await?;
        let mut record = self.record(lease, plan, last, etags, state, news);
        lease.check()?;
        let version = self.write_record(&record, version.as_ref()).await?;
        if !record.has_pending() {
            return Ok(None);
        }
        let purge_error = self.finish(lease, &mut record).await?;
        self.write_record(&record, Some(&version)).await?;
        Ok(purge_error)
    }

    async fn finish(
        &self,
        lease: &Lease<'_>,
        record: &mut Record,
    ) -> Result<Option<String>, PublishError> {
        if !record.pending_deletes.is_empty() {
            lease.confirm().await?;
            let paths = std::mem::take(&mut record.pending_deletes);
            lease.begin_deletes(&paths);
            self.target.delete(paths.into_iter().collect()).await?;
        }
        let Some(purge) = &self.purge else {
            return Ok(None);
        };
        let purged = purge(record.pending_purge.iter().cloned().collect(), Vec::new()).await;
        if purged.is_ok() {
            record.pending_purge.clear();
        }
        match purge(Vec::new(), record.pending_pages.iter().cloned().collect()).await {
            Ok(()) => record.pending_pages.clear(),
            // Search engines also find changes themselves.
            Err(message) => tracing::warn!("{message}"),
        }
        Ok(purged.err())
    }

    /// The record after the publication, with what remains to be done.
    fn record(
        &self,
        lease: &Lease<'_>,
        plan: UploadPlan,
        mut last: Record,
        etags: BTreeMap<String, String>,
        state: Option<String>,
        news: Option<String>,
    ) -> Record {
        if plan.published.is_new {
            last.release = Release {
                number: last.release.number + 1,
                published_at: self.now(),
                publisher: self.publisher.clone(),
                revision: self.revision.clone(),
                news,
                rollback_to: self.rollback_to,
            };
        }
        let current = last.release.number;
        let is_kept = |number| number != current && number + self.kept_releases() > current;
        last.releases.retain(|earlier| is_kept(earlier.number));
        last.releases.push(last.release.clone());
        last.etags.extend(etags);
        last.etags.retain(|path, _| self.files.contains_key(path));
        last.pending_purge.extend(plan.changed);
        last.pending_pages.extend(plan.published.changed_pages);
        if self.purge.is_none() {
            last.pending_purge.clear();
            last.pending_pages.clear();
        }
        Record {
            version: record::VERSION,
            lease: lease.owner(),
            files: self.files.clone(),
            kept: plan.kept,
            precompressed: self.target.is_precompressed(),
            pending_deletes: plan.deletes,
            state,
            ..last
        }
    }

    async fn write_record(
        &self,
        record: &Record,
        version: Option<&Version>,
    ) -> Result<Version, PublishError> {
        let bytes =
            serde_json::to_vec(record).map_err(|error| PublishError::damaged(RECORD, error))?;
        let written = self.target.write_if(RECORD, bytes.into(), version).await?;
        written.ok_or(PublishError::Moved)
    }

    /// Stores the project's state if it differs from what the record names. Returns its hash.
    async fn store_state(&self, last: &Record) -> Result<Option<String>, PublishError> {
        let Some(state) = &self.state else {
            return Ok(last.state.clone());
        };
        let hash = state.hash();
        if last.state.as_ref() != Some(&hash) {
            state.write(self.target).await?;
        }
        Ok(Some(hash))
    }

    fn uploader(&self) -> Uploader<'_> {
        Uploader {
            target: self.target,
            folder: self.folder.as_deref(),
            progress: self.progress,
        }
    }

    /// Adds `leads.json`, or what the last release has of it.
    async fn add_leads(
        &mut self,
        last: &Record,
        uncertain: &mut Uncertain,
    ) -> Result<(), PublishError> {
        let built = match (&self.leads, self.files.get(LEADS)) {
            (Some(built), _) => built.clone(),
            (None, Some(file)) => self.uploader().read(LEADS, file).await?,
            (None, None) => {
                let recorded = last.files.get(LEADS).cloned();
                let entry = recorded.map(|file| (LEADS.to_owned(), file));
                self.files.extend(entry);
                return Ok(());
            }
        };
        let now = self.now();
        let bytes =
            leads::accept_published_pages(self.target, &built, last, uncertain, now).await?;
        let file = FileRecord::of_content(&bytes);
        self.files.insert(LEADS.to_owned(), file);
        self.leads = Some(bytes);
        Ok(())
    }

    /// The time, to the second.
    fn now(&self) -> Timestamp {
        let time = self
            .start
            .saturating_add(self.timer.elapsed())
            .unwrap_or(Timestamp::MAX);
        Timestamp::from_second(time.as_second()).unwrap_or(time)
    }

    fn kept_releases(&self) -> u64 {
        u64::from(self.keep.max(1))
    }
}
