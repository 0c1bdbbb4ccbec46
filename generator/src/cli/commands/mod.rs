//! One file per command: its arguments and what it does.

pub(super) mod build;
pub(super) mod check;
pub(super) mod explain;
pub(super) mod geometry;
pub(super) mod host_files;
pub(super) mod new;
pub(super) mod platform_stub;
#[cfg(feature = "publish")]
pub(super) mod publish;
pub(super) mod pull;
mod rebuild;
#[cfg(feature = "publish")]
pub(super) mod releases;
#[cfg(feature = "publish")]
pub(super) mod restore;
#[cfg(feature = "publish")]
pub(super) mod rollback;
pub(super) mod schema;
pub(super) mod serve;
mod server;
mod source;
#[cfg(feature = "publish")]
mod target;
pub(super) mod theme;
