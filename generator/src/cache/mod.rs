//! Results of earlier builds, found again by a fingerprint of what they were made from.
//!
//! A cache that is missing, damaged or not writable makes a build slower and changes nothing else.

pub(crate) mod file;
pub mod fingerprint;
pub mod store;

/// The folder of all caches, from the project's root.
pub(crate) const FOLDER: &str = ".site/cache";
