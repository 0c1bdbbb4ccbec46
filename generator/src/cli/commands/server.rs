//! Shared by the commands that serve: the async runtime.

use std::future::Future;

use anyhow::anyhow;
use formats::threads::STACK_BYTES;
use tokio::runtime;

/// Runs an async command to its end.
pub(super) fn block_on<T>(command: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut runtime = runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().thread_stack_size(STACK_BYTES).build();
    let runtime = runtime.map_err(|error| anyhow!("cannot start the async runtime: {error}"))?;
    runtime.block_on(command)
}
