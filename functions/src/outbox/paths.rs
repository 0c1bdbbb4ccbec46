//! Where objects are, below the outbox.

use super::names::WorkName;
use super::standing::WorkObject;
use crate::lead::Reference;

/// An accepted lead that has not arrived everywhere.
pub(super) fn waiting_name(reference: &Reference) -> String {
    format!("waiting/{reference}.json")
}

/// A lead that has arrived everywhere.
pub(super) fn kept_name(reference: &Reference) -> String {
    format!("kept/{reference}.json")
}

/// A part of a lead's progress.
pub(super) fn work_name(reference: &Reference, name: WorkName) -> String {
    format!("work/{reference}/{name}")
}

/// The lead whose object this is.
pub(super) fn lead_reference(path: &str) -> Option<Reference> {
    Reference::parse(path.rsplit('/').next()?.strip_suffix(".json")?)
}

/// The lead and the part of its progress that this object is.
pub(super) fn split_work(path: &str, written_ms: i64) -> Option<(Reference, WorkObject)> {
    let mut parts = path.rsplit('/');
    let name = WorkName::parse(parts.next()?)?;
    Some((Reference::parse(parts.next()?)?, WorkObject { name, written_ms }))
}
