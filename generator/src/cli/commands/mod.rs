//! One file per command: its arguments and what it does.

pub(super) mod add;
pub(super) mod build;
pub(super) mod check;
pub(super) mod explain;
pub(super) mod geometry;
pub(super) mod host_files;
pub(super) mod new;
pub(super) mod platform_stub;
#[cfg(feature = "publish")]
pub(super) mod publishing;
pub(super) mod pull;
mod rebuild;
pub(super) mod schedule;
pub(super) mod schema;
pub(super) mod serve;
mod server;
mod source;
pub(super) mod theme;
pub(super) mod upgrade;
