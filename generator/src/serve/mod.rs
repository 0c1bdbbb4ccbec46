//! The development server of `site serve`: it serves the built site as the host will, receives leads, and keeps open
//! pages as their sources are.

mod address;
mod answer;
mod cdn_rules;
mod edit;
mod fallback;
mod file_cache;
mod framing;
mod leads_page;
mod live;
mod new_month;
mod own_browser;
mod previews;
mod router;
mod shown_problem;
mod start_page;
mod state;
mod stub_switch;
mod watch;
mod workbench;

pub use cdn_rules::CdnRules;
pub use edit::Editor;
pub use router::router;
pub use shown_problem::ShownProblem;
pub use start_page::Overview;
pub use state::{BuildOutcome, ServeState};
pub use stub_switch::StubSwitch;
pub use watch::Changes;
