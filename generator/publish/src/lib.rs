//! Brings a built site to the place that visitors get it from: a folder or an object store.
//!
//! The crate knows files with their headers, targets and records; it does not know how a site is built.
