//! The lease of a target: only its holder publishes. It lists the files that its holder may have changed, so that the
//! next publisher can repair what a killed one left.
//!
//! Every change of the lease is a conditional write. A released lease remains at the target with nothing in it.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::error::PublishError;
use crate::layout;
use crate::record::Record;
use crate::target::{Target, Version};

/// How long a lease lasts without being renewed.
pub(crate) const DURATION: Duration = Duration::from_secs(120);

/// How often a lease is renewed.
const RENEWAL: Duration = Duration::from_secs(30);

/// The lease as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeaseFile {
    /// Who has it: a person or machine, and a random part.
    owner: String,
    /// When it ends.
    expires_at: jiff::Timestamp,
    /// The number of the release that its holder publishes.
    release: u64,
    /// The paths at the target that the holder, or a killed one before it, may have changed. Empty when released.
    writes: BTreeSet<String>,
}

/// A lease as it was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found(Option<(LeaseFile, Version)>);

impl Found {
    /// The lease at a target.
    pub(crate) async fn read(target: &dyn Target) -> Result<Found, PublishError> {
        let Some((bytes, version)) = target.read(layout::LEASE).await? else {
            return Ok(Found(None));
        };
        let lease = serde_json::from_slice(&bytes).map_err(|error| PublishError::Damaged {
            path: layout::LEASE.to_owned(),
            reason: format!("the lease cannot be read ({error}): delete it when no publication runs"),
        })?;
        Ok(Found(Some((lease, version))))
    }

    /// Whether a publisher is at work.
    ///
    /// # Errors
    /// [`PublishError::Leased`] if one is.
    pub(crate) fn refuse_if_held(&self, clock: &Clock) -> Result<(), PublishError> {
        match &self.0 {
            Some((lease, _)) if clock.now() < lease.expires_at => Err(PublishError::Leased {
                owner: lease.owner.clone(),
                until: lease.expires_at,
            }),
            _ => Ok(()),
        }
    }

    /// The paths that a publisher may have changed after this record was written.
    pub(crate) fn uncertain(&self, record: Option<&Record>) -> BTreeSet<String> {
        let recorded = record.map_or(0, |record| record.release.number);
        match &self.0 {
            Some((lease, _)) if lease.release > recorded => lease.writes.clone(),
            _ => BTreeSet::new(),
        }
    }

    /// Takes the lease, to write these paths for the release of this number.
    ///
    /// # Errors
    /// [`PublishError::Leased`] when another publisher has or gets it.
    pub(crate) async fn take<'a>(
        self,
        target: &'a dyn Target,
        clock: Clock,
        publisher: &str,
        release: u64,
        writes: BTreeSet<String>,
    ) -> Result<Lease<'a>, PublishError> {
        self.refuse_if_held(&clock)?;
        let expected = self.0.map(|(_, version)| version);
        let deadline = Instant::now() + DURATION;
        let file = LeaseFile {
            owner: format!("{publisher} ({})", nonce()),
            expires_at: clock.after(DURATION),
            release,
            writes,
        };
        let version = write(target, &file, expected.as_ref()).await?;
        let Some(version) = version else {
            Found::read(target).await?.refuse_if_held(&clock)?;
            // It was taken and released in the meantime.
            return Err(PublishError::Moved(layout::LEASE));
        };
        Ok(Lease {
            target,
            clock,
            held: Mutex::new((file, version, deadline)),
        })
    }
}

/// A lease that this process holds.
#[derive(Debug)]
pub(crate) struct Lease<'a> {
    target: &'a dyn Target,
    clock: Clock,
    /// The file, its version, and when it ends by our own clock, which nobody sets.
    held: Mutex<(LeaseFile, Version, Instant)>,
}

impl Lease<'_> {
    fn held(&self) -> MutexGuard<'_, (LeaseFile, Version, Instant)> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the lease is still ours. Called before each write.
    pub(crate) fn check(&self) -> Result<(), PublishError> {
        if Instant::now() < self.held().2 {
            Ok(())
        } else {
            Err(PublishError::LeaseLost(DURATION.as_secs()))
        }
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
            tokio::time::sleep(RENEWAL).await;
            let deadline = Instant::now() + DURATION;
            let file = self.held().0.clone();
            let renewed = LeaseFile {
                expires_at: self.clock.after(DURATION),
                ..file
            };
            if let Err(error) = self.replace(renewed, deadline).await {
                return error;
            }
        }
    }

    async fn replace(&self, file: LeaseFile, deadline: Instant) -> Result<(), PublishError> {
        let (version, last_deadline) = {
            let held = self.held();
            (held.1.clone(), held.2)
        };
        let remaining = last_deadline.saturating_duration_since(Instant::now());
        let written = tokio::time::timeout(remaining, write(self.target, &file, Some(&version))).await;
        let lost = || PublishError::LeaseLost(DURATION.as_secs());
        let version = written.map_err(|_| lost())??.ok_or_else(lost)?;
        *self.held() = (file, version, deadline);
        Ok(())
    }

    /// Releases the lease. `is_complete`: everything that it lists is as the record says.
    pub(crate) async fn release(&self, is_complete: bool) -> Result<(), PublishError> {
        let mut file = self.held().0.clone();
        file.expires_at = self.clock.now();
        if is_complete {
            file.writes = BTreeSet::new();
        }
        self.replace(file, Instant::now()).await
    }
}

/// Writes the lease, unless somebody else did. A write that was repeated because its answer was lost is ours.
async fn write(
    target: &dyn Target,
    file: &LeaseFile,
    expected: Option<&Version>,
) -> Result<Option<Version>, PublishError> {
    let bytes = serde_json::to_vec(file).unwrap_or_default();
    write_once(target, layout::LEASE, bytes, expected).await
}

/// A conditional write; when it is refused because our own first attempt succeeded without an answer, it counts.
pub(crate) async fn write_once(
    target: &dyn Target,
    path: &str,
    bytes: Vec<u8>,
    expected: Option<&Version>,
) -> Result<Option<Version>, PublishError> {
    if let Some(version) = target.write_if(path, bytes.clone().into(), expected).await? {
        return Ok(Some(version));
    }
    let now = target.read(path).await?;
    Ok(now.and_then(|(stored, version)| (stored == bytes).then_some(version)))
}

/// Tells two runs of one publisher apart.
fn nonce() -> String {
    let random = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::process::id());
    format!("{random:016x}")
}
