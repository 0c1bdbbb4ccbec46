//! Results of earlier builds, found again by a fingerprint of what they were made from.
//!
//! A cache that is missing, damaged or not writable makes a build slower and changes nothing else.

pub(crate) mod file;
pub mod store;

use std::time::UNIX_EPOCH;

use sha2::{Digest as _, Sha256};

use model::fingerprint::Fingerprint;

/// The folder of all caches, from the project's root.
pub(crate) const FOLDER: &str = ".site/cache";

/// Computes a fingerprint from parts. Each part is preceded by its length, so that no byte can move from one part to the next.
#[derive(Clone, Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The fingerprint of all parts.
    #[must_use]
    pub fn finish(self) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        fingerprint.copy_from_slice(&self.0.finalize()[..16]);
        fingerprint
    }
}

/// When this executable was built, in nanoseconds since 1970: another one may render differently.
pub(crate) fn executable_time() -> u128 {
    let made = std::env::current_exe().and_then(|path| path.metadata()?.modified());
    made.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_separated() {
        let of = |parts: &[&str]| {
            let mut inputs = Inputs::default();
            parts.iter().for_each(|part| inputs.add(part));
            inputs.finish()
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
    }
}
