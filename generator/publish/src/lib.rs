//! Brings a built site to the place that visitors get it from: a folder or an object store. What the crate stores for itself is
//! below [`layout::PRIVATE`] at the target, which must never be public.
//!
//! Files with a hash in their name are uploaded before the pages that refer to them, and deleted several publications after the last
//! page that did. Each file is replaced as a whole. While a publication runs, and after one that was killed, a visitor can therefore
//! get new pages beside old ones, and each of them is whole with everything that it refers to. The next run repairs the rest.

pub mod clock;
pub mod error;
pub mod hash;
pub mod layout;
mod leads;
pub mod lease;
mod plan;
pub mod publication;
pub mod purge;
pub mod record;
pub mod state;
pub mod target;
pub mod upload;
