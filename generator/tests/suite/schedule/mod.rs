//! `scripts/scheduled-publish`: its statuses and pings.

mod pings;
mod script;
