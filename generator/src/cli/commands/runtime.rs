//! Shared by the commands that serve: the async runtime, and waiting for a signal to stop.

use std::future::Future;

use crate::cli::console::Console;
use crate::cli::exit_status::Status;

/// Runs an async command to its end.
pub(super) fn block_on(console: &Console, command: impl Future<Output = Status>) -> Status {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(command),
        Err(error) => {
            console.say(&format!("site: cannot start the async runtime: {error}"));
            Status::NotWritten
        }
    }
}

/// Waits for Ctrl+C or SIGTERM.
pub(super) async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler the command runs until it is killed.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
