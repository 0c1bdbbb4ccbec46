//! What the commands that serve share: the runtime, and the wish to stop.

use std::future::Future;

use crate::cli::console::Console;
use crate::cli::exit_status::Status;

/// Runs a command that waits for the network.
pub(super) fn block_on(console: &Console, command: impl Future<Output = Status>) -> Status {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(command),
        Err(error) => {
            console.say(&format!("site: the system gives no threads: {error}"));
            Status::NotWritten
        }
    }
}

/// Waits for Ctrl+C, or for the signal with which a system stops its services.
pub(super) async fn asked_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a signal there is no such wish.
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
