//! Pages with texts that were saved after the last build began: they are served instead of those in the built site.

use std::collections::HashMap;

use bytes::Bytes;
use parking_lot::Mutex;

/// The pages.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<Pages>);

#[derive(Debug, Default)]
struct Pages {
    /// Each page by its path, with its number among all that were ever added.
    by_path: HashMap<String, (u64, Bytes)>,
    /// How many pages were added, ever.
    added: u64,
}

impl Previews {
    pub(super) fn get(&self, path: &str) -> Option<Bytes> {
        self.0.lock().by_path.get(path).map(|(_, html)| html.clone())
    }

    pub(super) fn add(&self, path: String, html: String) {
        let mut pages = self.0.lock();
        pages.added += 1;
        let number = pages.added;
        pages.by_path.insert(path, (number, html.into()));
    }

    /// How many pages were added so far. A build that begins now reads their texts.
    pub(super) fn added(&self) -> u64 {
        self.0.lock().added
    }

    /// Removes the pages whose texts a build has read, given what [`Previews::added`] was when it began.
    pub(super) fn remove_built(&self, added: u64) {
        self.0.lock().by_path.retain(|_, (number, _)| *number > added);
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
