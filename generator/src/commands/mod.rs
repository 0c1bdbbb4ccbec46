//! One file per command: its arguments and what it does.

mod build;
mod check;
mod completions;
mod failure;
mod pull;
mod source;

pub use build::BuildArguments;
pub use check::CheckArguments;
pub use completions::CompletionsArguments;
pub use pull::PullArguments;
