//! `site serve`: builds, serves what was built as the CDN will, takes leads, and follows the author's edits.

mod address;
mod answer;
mod cdn_rules;
mod content_type;
mod fallback;
mod file_cache;
mod live_reload;
mod router;
mod state;
mod watch;
mod workbench;

pub use router::router;
pub use state::{BuildOutcome, ServeState};
pub use watch::Changes;
