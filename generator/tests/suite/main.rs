//! The generator's integration tests, in one binary so that they are compiled and linked once. The golden sites have a
//! binary of their own, with one named test for each site (`sites.rs`).
//!
//! Tests of the repository's own site need the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod architecture;
mod codes;
mod developments;
mod documents;
mod editor;
mod feeds;
mod finished_pages;
mod hostile_texts;
mod hosts;
mod incremental;
mod islands;
mod large_inventory;
mod money;
mod page_costs;
mod process;
mod promises;
mod pull;
mod schedule;
mod schemas;
mod share;
mod support;
mod theme;
mod whole_site;
