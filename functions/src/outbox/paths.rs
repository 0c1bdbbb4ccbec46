//! Paths of the objects below the outbox's root.

use super::names::WorkName;
use super::state::WorkObject;
use crate::lead::Reference;

/// Path of a lead that is not delivered through all its channels yet.
pub(super) fn waiting_path(reference: &Reference) -> String {
    format!("waiting/{reference}.json")
}

/// Path of a lead that was delivered through all its channels.
pub(super) fn delivered_path(reference: &Reference) -> String {
    format!("delivered/{reference}.json")
}

/// Path of an object that records a lead's progress.
pub(super) fn work_path(reference: &Reference, name: WorkName) -> String {
    format!("work/{reference}/{name}")
}

/// The reference in the path of a lead.
pub(super) fn parse_lead_path(path: &str) -> Option<Reference> {
    Reference::parse(path.rsplit('/').next()?.strip_suffix(".json")?)
}

/// The reference and the name in the path of a work object.
pub(super) fn parse_work_path(path: &str, written_ms: i64) -> Option<(Reference, WorkObject)> {
    let mut parts = path.rsplit('/');
    let name = WorkName::parse(parts.next()?)?;
    Some((Reference::parse(parts.next()?)?, WorkObject { name, written_ms }))
}
