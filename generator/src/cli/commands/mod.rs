//! One file per command: its arguments and what it does.

pub(super) mod add;
pub(super) mod build;
pub(super) mod check;
pub(super) mod explain;
pub(super) mod geometry;
pub(super) mod host_files;
pub(super) mod new;
pub(super) mod on_paper;
pub(super) mod platform_stub;
#[cfg(feature = "publish")]
pub(super) mod publishing;
pub(super) mod pull;
mod rebuild;
pub(super) mod schedule;
pub(super) mod schema;
pub(super) mod serve;
mod source;
pub(super) mod theme;
pub(super) mod upgrade;

use anyhow::anyhow;
use formats::STACK_BYTES;
use tokio::runtime;

/// Runs an async command to its end.
fn block_on<T>(command: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut runtime = runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().thread_stack_size(STACK_BYTES).build();
    runtime.map_err(|error| anyhow!("cannot start the async runtime: {error}"))?.block_on(command)
}
