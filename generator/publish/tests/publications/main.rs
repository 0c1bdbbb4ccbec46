//! Publications to a store in memory and to a folder: what is uploaded, kept and deleted; interruptions at every
//! operation; other publishers.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod answers;
mod folder;
mod interruptions;
mod releases;
mod schedules;
mod state;
mod support;
mod time;
mod uploads;
