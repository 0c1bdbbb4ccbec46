//! Names and contents of the outbox's objects. A lead's state is in the names alone, so that one listing shows what is due.
//!
//! `work/<reference>/lease.0001`, `lease.0001.free`, `lead.0001.retry.<ms>`, `lead.0002.delivered`,
//! `notice.0040.dead_lettered`, `notice.0041.restarted`, `hubspot.0001.postponed.<ms>`, `quarantined.<ms>`, `released`.

use super::state::{DeliveryState, WorkObject};
use crate::lead::{ChannelName, Lead, Reference};
use jiff::Timestamp;
use object_store::ObjectMeta;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use strum::IntoStaticStr;

/// One object under `work/<reference>/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkName {
    /// A worker took the lease with this number; the content says until when.
    Lease(u32),
    /// The owner released the lease with this number.
    LeaseReleased(u32),
    /// The result of an attempt at a channel. Attempts at a channel are numbered from 1; numbers are never reused.
    Attempt {
        channel: ChannelName,
        number: u32,
        outcome: Outcome,
    },
    /// In quarantine until this time (milliseconds since 1970).
    QuarantinedUntil(i64),
    Released,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Outcome {
    /// Failed; the next attempt is due at this time (milliseconds since 1970).
    #[strum(serialize = "retry")]
    RetryAt(i64),
    /// Not sent, because the channel sends no lead before this time (milliseconds since 1970).
    #[strum(serialize = "postponed")]
    PostponedTo(i64),
    Delivered,
    /// Given up after the last attempt or after a permanent failure, until an operator retries.
    DeadLettered,
    /// An operator asked for a retry; attempts are counted from here.
    Restarted,
}

impl fmt::Display for WorkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lease(number) => write!(f, "lease.{number:04}"),
            Self::LeaseReleased(number) => write!(f, "lease.{number:04}.free"),
            Self::QuarantinedUntil(until) => write!(f, "quarantined.{until}"),
            Self::Released => f.write_str("released"),
            Self::Attempt {
                channel,
                number,
                outcome,
            } => {
                write!(f, "{}.{number:04}.{}", channel.as_str(), outcome.into_str())?;
                match outcome {
                    Outcome::RetryAt(next) | Outcome::PostponedTo(next) => write!(f, ".{next}"),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl WorkName {
    /// Parses a name; `None` for names that this version does not know.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        Some(match parts[..] {
            ["released"] => Self::Released,
            ["quarantined", until] => Self::QuarantinedUntil(until.parse().ok()?),
            ["lease", number] => Self::Lease(number.parse().ok()?),
            ["lease", number, "free"] => Self::LeaseReleased(number.parse().ok()?),
            [channel, number, ref outcome @ ..] => Self::Attempt {
                channel: ChannelName::parse(channel)?,
                number: number.parse().ok()?,
                outcome: match outcome {
                    ["retry", next] => Outcome::RetryAt(next.parse().ok()?),
                    ["postponed", next] => Outcome::PostponedTo(next.parse().ok()?),
                    ["delivered"] => Outcome::Delivered,
                    ["dead_lettered"] => Outcome::DeadLettered,
                    ["restarted"] => Outcome::Restarted,
                    _ => return None,
                },
            },
            _ => return None,
        })
    }
}

pub(super) fn waiting_path(reference: &Reference) -> String {
    format!("waiting/{reference}.json")
}

pub(super) fn delivered_path(reference: &Reference) -> String {
    format!("delivered/{reference}.json")
}

pub(super) fn work_path(reference: &Reference, name: WorkName) -> String {
    format!("work/{reference}/{name}")
}

/// The reference of the lead that a listed object is, and when it was written (milliseconds since 1970).
pub(super) fn parse_lead(listed: &ObjectMeta) -> Option<(Reference, i64)> {
    let reference = listed
        .location
        .filename()?
        .strip_suffix(".json")?
        .parse()
        .ok()?;
    Some((reference, listed.last_modified.timestamp_millis()))
}

/// The reference and the work object that a listed object is.
pub(super) fn parse_work_object(listed: &ObjectMeta) -> Option<(Reference, WorkObject)> {
    let (folder, name) = listed.location.as_ref().rsplit_once('/')?;
    let reference = folder.rsplit('/').next()?.parse().ok()?;
    let (name, written_ms) = (
        WorkName::parse(name)?,
        listed.last_modified.timestamp_millis(),
    );
    Some((reference, WorkObject { name, written_ms }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveResult {
    New,
    Existing,
    Conflict,
}

impl SaveResult {
    pub(super) fn compare(earlier: &Lead, lead: &Lead) -> Self {
        if earlier.fingerprint == lead.fingerprint {
            Self::Existing
        } else {
            Self::Conflict
        }
    }
}

/// A lead that was delivered through all its channels, with its delivery history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DeliveredLead {
    pub lead: Lead,
    pub finished_at: Timestamp,
    pub history: Vec<HistoryEntry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HistoryEntry {
    /// Name of the work object, like `lead.0001.delivered`.
    pub object: String,
    #[serde(flatten)]
    pub content: RecordContent,
}

/// Content of an attempt record, and of a release from quarantine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RecordContent {
    pub at: Timestamp,
    /// What happened, without personal data.
    pub note: String,
}

/// What the names of a lead's objects say.
#[derive(Debug, Default)]
pub(crate) struct ScannedLead {
    /// When it was saved (milliseconds since 1970); `None` when it is no longer waiting, or not yet.
    pub saved_ms: Option<i64>,
    pub state: DeliveryState,
}

/// The state of the whole outbox.
pub(crate) type Scan = BTreeMap<Reference, ScannedLead>;

#[cfg(test)]
mod tests {
    use super::{Outcome, WorkName};
    use crate::lead::ChannelName;

    #[test]
    fn names_are_parsed_as_written() {
        use Outcome::{DeadLettered, Delivered, PostponedTo, Restarted, RetryAt};
        use WorkName::{Lease, LeaseReleased, QuarantinedUntil, Released};
        let (channel, number) = (ChannelName::NOTICE, 12);
        let outcomes = [
            RetryAt(-5),
            PostponedTo(5),
            Delivered,
            DeadLettered,
            Restarted,
        ]
        .into_iter();
        let attempts = outcomes.map(|outcome| WorkName::Attempt {
            channel,
            number,
            outcome,
        });
        for name in attempts.chain([
            Lease(1),
            LeaseReleased(12345),
            QuarantinedUntil(1),
            Released,
        ]) {
            assert_eq!(WorkName::parse(&name.to_string()), Some(name), "{name}");
        }
        for unknown in [
            "",
            "x",
            "lease",
            "lead.1.x",
            "Other.0001.delivered",
            "a-name-that-no-channel-has.0001.delivered",
            "lead.0001.retry.x",
        ] {
            assert_eq!(WorkName::parse(unknown), None, "{unknown}");
        }
    }
}
