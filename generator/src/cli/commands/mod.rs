//! One file per command: its arguments and what it does.

pub(super) mod build;
pub(super) mod check;
pub(super) mod platform_stub;
pub(super) mod pull;
pub(super) mod serve;
mod server;
mod source;
