//! The development server of `site serve`: it serves the built site as the host will, receives leads, and reloads pages
//! when their sources change.

mod address;
mod answer;
mod cdn_rules;
mod fallback;
mod file_cache;
mod live_reload;
mod router;
mod state;
mod watch;
mod workbench;

pub use cdn_rules::CdnRules;
pub use router::router;
pub use state::{BuildOutcome, ServeState};
pub use watch::Changes;
