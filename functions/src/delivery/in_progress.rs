//! The leads that this process is delivering.

use crate::lead::Reference;
use parking_lot::Mutex;
use std::collections::HashSet;

/// The leads that this process is delivering. Excludes a second attempt even if the clock jumps past a lease.
#[derive(Debug, Default)]
pub(super) struct InProgress {
    leads: Mutex<HashSet<Reference>>,
}

/// An entry of [`InProgress`]. Dropping it removes the lead.
pub(super) struct Entry<'a> {
    leads: &'a InProgress,
    reference: Reference,
}

impl InProgress {
    /// Adds a lead; `None` when it is already being delivered.
    pub(super) fn start(&self, reference: &Reference) -> Option<Entry<'_>> {
        let mut leads = self.leads.lock();
        leads.insert(reference.clone()).then(|| Entry { leads: self, reference: reference.clone() })
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut leads = self.leads.leads.lock();
        leads.remove(&self.reference);
    }
}
