//! The lease of a target: only its holder publishes. It lists what its holder may have changed, so that the next publisher
//! can repair what a killed one left.
//!
//! Every change of the lease is a conditional write, and no clock is compared with another one: who waits for a lease
//! breaks it after seeing it unchanged for its whole lifetime. A publisher that lost its lease adds what it may have
//! changed to the lease of whoever has it now. `tests/publications/schedules.rs` tries them in many orders.

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::clock::Timer;
use crate::error::PublishError;
use crate::layout::{self, LEASE};
use crate::record::Record;
use crate::target::{Target, Version};

/// How long a lease lasts at most without being renewed, in seconds.
pub const LIFETIME: u32 = 120;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Uncertain {
    #[serde(deserialize_with = "layout::read_paths")]
    pub(crate) writes: BTreeSet<String>,
    /// The hashed files that a page among them may refer to.
    #[serde(deserialize_with = "layout::read_paths")]
    pub(crate) assets: BTreeSet<String>,
}

impl Uncertain {
    pub(crate) fn is_empty(&self) -> bool {
        self.writes.is_empty() && self.assets.is_empty()
    }

    pub(crate) fn extend(&mut self, other: Uncertain) {
        self.writes.extend(other.writes);
        self.assets.extend(other.assets);
    }

    fn contains(&self, other: &Uncertain) -> bool {
        self.writes.is_superset(&other.writes) && self.assets.is_superset(&other.assets)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct LeaseFile {
    /// Who has it: a person or machine, and a random part that differs in each run.
    owner: String,
    lifetime: u32,
    /// How often its owner changed it, so that each change gives it another version.
    changes: u64,
    is_released: bool,
    /// What its owner, or a killed one before it, may have changed. Nothing when that is as the record says.
    #[serde(flatten)]
    own: Uncertain,
    /// What publishers that lost the lease to its owner may have changed.
    lost: Uncertain,
}

impl LeaseFile {
    fn lasts(&self) -> Duration {
        Duration::from_secs(self.lifetime.into())
    }

    /// When its owner, who writes it now, must stop, so that a write under way arrives before the lease can be broken.
    fn ends(&self, timer: &dyn Timer) -> Duration {
        timer.elapsed() + self.lasts() * 3 / 4
    }
}

/// A lease at the target. Where there is none, it is as one that nobody had and that was given back.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    file: LeaseFile,
    version: Option<Version>,
}

impl Found {
    pub(crate) async fn read(target: &dyn Target) -> Result<Found, PublishError> {
        let Some((bytes, version)) = target.read(LEASE).await? else {
            let file = LeaseFile {
                is_released: true,
                ..LeaseFile::default()
            };
            return Ok(Found {
                file,
                version: None,
            });
        };
        let mut file: LeaseFile = serde_json::from_slice(&bytes).map_err(|error| {
            let reason =
                format!("the lease cannot be read ({error}): delete it when no publication runs");
            PublishError::damaged(LEASE, reason)
        })?;
        // Nobody waits longer for a publisher than a lease can last.
        file.lifetime = file.lifetime.min(LIFETIME);
        Ok(Found {
            file,
            version: Some(version),
        })
    }

    /// Writes the lease if the target has the version that this one replaces. Returns whether it has.
    async fn write(&mut self, target: &dyn Target) -> Result<bool, PublishError> {
        let bytes = serde_json::to_vec(&self.file).unwrap_or_default();
        let written = target
            .write_if(LEASE, bytes.into(), self.version.as_ref())
            .await?;
        let is_written = written.is_some();
        self.version = written.or_else(|| self.version.take());
        Ok(is_written)
    }

    /// The publisher that has the lease, and how many seconds it lasts without being renewed.
    pub(crate) fn holder(&self) -> Option<(&str, u32)> {
        (!self.file.is_released).then_some((&self.file.owner, self.file.lifetime))
    }

    pub(crate) fn refusal(self) -> PublishError {
        PublishError::Leased(self.file.owner)
    }

    /// Waits until the holder of this lease gave no sign for the whole lifetime. Returns the lease as it is then.
    pub(crate) async fn wait_until_over(
        self,
        target: &dyn Target,
        timer: &dyn Timer,
    ) -> Result<Found, PublishError> {
        let over = timer.elapsed() + self.file.lasts();
        loop {
            let remaining = over.saturating_sub(timer.elapsed());
            timer.sleep(remaining.min(self.file.lasts() / 8)).await;
            let now = Found::read(target).await?;
            if now.file.owner != self.file.owner || now.file.changes != self.file.changes {
                return Err(self.refusal());
            }
            if timer.elapsed() >= over {
                return Ok(now);
            }
        }
    }

    /// What publishers may have changed without recording it in this record.
    pub(crate) fn uncertain(&self, record: &Record) -> Uncertain {
        let mut uncertain = self.file.lost.clone();
        if record.lease != self.file.owner {
            uncertain.extend(self.file.own.clone());
        }
        uncertain
    }

    /// Takes the lease, which is free or over, to make these changes.
    pub(crate) async fn take<'a>(
        self,
        target: &'a dyn Target,
        timer: &'a dyn Timer,
        publisher: &str,
        lifetime: u32,
        own: Uncertain,
    ) -> Result<Lease<'a>, PublishError> {
        let random = RandomState::new().hash_one(std::process::id());
        let owner = format!("{publisher} ({random:016x})");
        let file = LeaseFile {
            owner,
            lifetime: lifetime.min(LIFETIME),
            own,
            ..LeaseFile::default()
        };
        let end = file.ends(timer);
        let mut lease = Found { file, ..self };
        if lease.write(target).await? {
            Ok(Lease {
                target,
                timer,
                held: Mutex::new((lease, end)),
            })
        } else {
            Err(Found::read(target).await?.refusal())
        }
    }
}

#[derive(Debug)]
pub(crate) struct Lease<'a> {
    target: &'a dyn Target,
    timer: &'a dyn Timer,
    /// The lease, and when we must stop by our own timer.
    held: Mutex<(Found, Duration)>,
}

impl Lease<'_> {
    /// The name of this lease, which no other one has.
    pub(crate) fn owner(&self) -> String {
        self.held.lock().0.file.owner.clone()
    }

    fn lost(&self) -> PublishError {
        PublishError::LeaseLost(self.held.lock().0.file.lifetime)
    }

    /// Whether nobody can have broken the lease yet. Called before each write.
    pub(crate) fn check(&self) -> Result<(), PublishError> {
        if self.timer.elapsed() < self.held.lock().1 {
            Ok(())
        } else {
            Err(self.lost())
        }
    }

    /// Whether the lease is still ours. Called before each phase: our timer stands still while the machine is suspended.
    pub(crate) async fn confirm(&self) -> Result<(), PublishError> {
        let found = Found::read(self.target).await?;
        let is_ours = found
            .holder()
            .is_some_and(|(owner, _)| owner == self.owner());
        if is_ours {
            self.check()
        } else {
            Err(self.lost())
        }
    }

    /// Adds files that are deleted from now on to what is recorded should the lease be lost.
    pub(crate) fn begin_deletes(&self, paths: &BTreeSet<String>) {
        self.held
            .lock()
            .0
            .file
            .own
            .writes
            .extend(paths.iter().cloned());
    }

    /// Does the work and renews the lease meanwhile. The work is dropped when the lease is lost, or when `stop` ends.
    pub(crate) async fn hold<T>(
        &self,
        stop: impl Future<Output = ()>,
        work: impl Future<Output = Result<T, PublishError>>,
    ) -> Result<T, PublishError> {
        tokio::select! {
            biased;
            () = stop => Err(PublishError::Stopped),
            done = work => done,
            lost = self.renew_repeatedly() => Err(lost),
        }
    }

    async fn renew_repeatedly(&self) -> PublishError {
        loop {
            let (Found { file, .. }, end) = self.held.lock().clone();
            self.timer.sleep(file.lasts() / 4).await;
            let remaining = end.saturating_sub(self.timer.elapsed());
            let renewed = tokio::select! {
                biased;
                renewed = self.change(|_| {}) => renewed,
                () = self.timer.sleep(remaining) => Ok(false),
            };
            match renewed {
                Ok(true) => {}
                Ok(false) => return self.lost(),
                Err(error) => return error,
            }
        }
    }

    /// Changes the lease at the target if it is still ours. Returns whether it is.
    async fn change(&self, change: impl Fn(&mut LeaseFile)) -> Result<bool, PublishError> {
        loop {
            let (mut lease, _) = self.held.lock().clone();
            change(&mut lease.file);
            lease.file.changes = lease.file.changes.wrapping_add(1);
            let end = lease.file.ends(self.timer);
            if lease.write(self.target).await? {
                let held = &mut *self.held.lock();
                // Deletes may have begun during the write.
                lease.file.own = std::mem::take(&mut held.0.file.own);
                *held = (lease, end);
                return Ok(true);
            }
            // It is another publisher's, or has the entry of one that lost it.
            let stored = Found::read(self.target).await?;
            if stored.file.owner != lease.file.owner {
                return Ok(false);
            }
            let held = &mut *self.held.lock();
            held.0.version = stored.version;
            held.0.file.changes = stored.file.changes;
            held.0.file.lost = stored.file.lost;
        }
    }

    /// Gives the lease back, or adds what may have changed to that of another one. `is_complete`: the record says all that it lists.
    pub(crate) async fn end(&self, is_complete: bool) -> Result<(), PublishError> {
        let release = |file: &mut LeaseFile| {
            file.is_released = true;
            if is_complete {
                file.own = Uncertain::default();
            }
        };
        if !self.change(release).await? {
            self.record_loss().await?;
            return Err(self.lost());
        }
        let is_disturbed = is_complete && !self.held.lock().0.file.lost.is_empty();
        if is_disturbed {
            Err(PublishError::Disturbed)
        } else {
            Ok(())
        }
    }

    async fn record_loss(&self) -> Result<(), PublishError> {
        let own = self.held.lock().0.file.own.clone();
        loop {
            let mut lease = Found::read(self.target).await?;
            let is_recorded = lease.file.lost.contains(&own);
            lease.file.lost.extend(own.clone());
            if is_recorded || lease.write(self.target).await? {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use object_store::memory::InMemory;
    use object_store::path::Path;

    use super::*;
    use crate::target::ObjectTarget;

    #[tokio::test]
    async fn deletes_that_begin_during_a_renewal_are_recorded_when_the_lease_is_lost() {
        let target = ObjectTarget::new(Arc::new(InMemory::new()), Path::default());
        let (timer, deleted) = (Instant::now(), BTreeSet::from(["old.html".to_owned()]));
        let take = async |publisher| {
            let found = Found::read(&target).await.unwrap();
            found
                .take(&target, &timer, publisher, LIFETIME, Uncertain::default())
                .await
                .unwrap()
        };
        let lease = take("ana").await;
        assert!(
            lease
                .change(|_| lease.begin_deletes(&deleted))
                .await
                .unwrap()
        );
        take("luis").await;
        assert!(lease.end(false).await.is_err());
        assert_eq!(
            Found::read(&target).await.unwrap().file.lost.writes,
            deleted
        );
    }
}
