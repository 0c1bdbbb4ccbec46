//! The development server of `site serve`: it serves the built site as the host will, receives leads, and keeps open
//! pages as their sources are.

// A request's path becomes a file's in `served_folder` alone. Tests write their files themselves.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod answer;
#[expect(clippy::disallowed_methods, reason = "two files of fixed names")]
mod cdn_rules;
pub(crate) mod edit;
mod live;
mod router;
#[expect(clippy::disallowed_methods, reason = "opens files below a folder")]
mod served_folder;
#[expect(clippy::disallowed_methods, reason = "the files of problems, not of requests")]
mod shown_problem;
mod start_page;
mod state;
mod workbench;

pub use cdn_rules::CdnRules;
pub use edit::Editor;
pub use live::FileChanges;
pub use router::router;
pub use shown_problem::ShownProblem;
pub use start_page::Overview;
pub use start_page::StubSwitch;
pub use state::{BuildOutcome, ServeState};
