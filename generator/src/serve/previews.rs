//! Pages with texts that were saved after the last build began: they are served instead of those in the built site.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

/// The pages by their path, each with its number among all that were ever added; and that number of the last one.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<(HashMap<String, (u64, Bytes)>, u64)>);

impl Previews {
    pub(super) fn get(&self, path: &str) -> Option<Bytes> {
        self.lock().0.get(path).map(|(_, html)| html.clone())
    }

    pub(super) fn add(&self, path: String, html: String) {
        let (pages, added) = &mut *self.lock();
        *added += 1;
        pages.insert(path, (*added, html.into()));
    }

    /// How many pages were added so far. A build that begins now reads their texts.
    pub(super) fn added(&self) -> u64 {
        self.lock().1
    }

    /// Removes the pages whose texts a build has read, given what [`Previews::added`] was when it began.
    pub(super) fn remove_built(&self, added: u64) {
        self.lock().0.retain(|_, (number, _)| *number > added);
    }

    fn lock(&self) -> MutexGuard<'_, (HashMap<String, (u64, Bytes)>, u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_replaces_the_pages_that_it_has_read() {
        let previews = Previews::default();
        previews.add("/a".to_owned(), "one".to_owned());
        previews.add("/b".to_owned(), "one".to_owned());
        let begun = previews.added();
        previews.add("/b".to_owned(), "two".to_owned());
        previews.remove_built(begun);
        assert_eq!(previews.get("/a"), None);
        assert_eq!(previews.get("/b"), Some(Bytes::from("two")));
    }
}
