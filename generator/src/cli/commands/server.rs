//! Shared by the commands that serve: the async runtime, and waiting for a signal to stop.

use std::future::{Future, pending};

use anyhow::anyhow;
use formats::threads::STACK_BYTES;
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};

/// Runs an async command to its end.
pub(super) fn block_on<T>(command: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut runtime = runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().thread_stack_size(STACK_BYTES).build();
    let runtime = runtime.map_err(|error| anyhow!("cannot start the async runtime: {error}"))?;
    runtime.block_on(command)
}

/// Waits for Ctrl+C or SIGTERM.
pub(super) async fn stop_signal() {
    let received = async |kind| match signal(kind) {
        Ok(mut signal) => signal.recv().await,
        // Without a handler the command runs until it is killed.
        Err(_) => pending().await,
    };
    tokio::select! {
        _ = received(SignalKind::interrupt()) => {}
        _ = received(SignalKind::terminate()) => {}
    }
}
