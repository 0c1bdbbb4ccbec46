//! What several tests need: folders and their files, requests, and finished sites.

#![allow(dead_code, reason = "the golden sites use a part of it")]

#[path = "../../../../functions/tests/leads/support/child.rs"]
pub mod child;
pub mod command;
pub mod files;
#[path = "../../../../functions/tests/leads/support/mime.rs"]
pub mod mime;
pub mod pdf;
pub mod platform;
pub mod pull_fixture;
pub mod recorder;
pub mod rendered;
pub mod requests;
pub mod sample_site;
#[path = "../../../../functions/tests/leads/support/servers.rs"]
pub mod servers;
pub mod torre;

use std::time::Duration;

/// How long a test waits for what must happen: this ends what hangs, and a slow or busy machine is no failure.
pub const PATIENCE: Duration = Duration::from_secs(180);
