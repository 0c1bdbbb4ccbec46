//! Paths of the objects below the outbox's root.

use super::names::WorkName;
use super::state::WorkObject;
use super::store::Listed;
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

/// The reference and the work object that a listed object is.
pub(super) fn parse_work_object(listed: &Listed) -> Option<(Reference, WorkObject)> {
    let (folder, name) = listed.path.rsplit_once('/')?;
    let (name, written_ms) = (WorkName::parse(name)?, listed.written_ms);
    let reference = Reference::parse(folder.rsplit('/').next()?)?;
    Some((reference, WorkObject { name, written_ms }))
}
