//! One file per command: its arguments and what it does.

mod build;
mod check;
mod completions;
mod failure;
mod platform_stub;
mod pull;
mod runtime;
mod serve;
mod source;

pub use build::BuildArguments;
pub use check::CheckArguments;
pub use completions::CompletionsArguments;
pub use platform_stub::StubArguments;
pub use pull::PullArguments;
pub use serve::ServeArguments;
