//! `leads serve`: the plain HTTP server and its delivery loop.

use super::connections;
use crate::Leads;
use anyhow::Context;
use std::net::IpAddr;
use tokio::net::TcpListener;

/// Serves until SIGTERM or Ctrl-C, then ends what is under way.
pub(super) async fn serve(leads: Leads, host: IpAddr, port: u16, delivers: bool) -> anyhow::Result<()> {
    let listener = TcpListener::bind((host, port))
        .await
        .with_context(|| format!("cannot listen at {host}:{port}"))?;
    println!("http://{}", listener.local_addr()?);
    let delivery = delivers.then(|| leads.deliver_in_background());
    connections::serve(listener, leads.whole_router(), stop_asked()).await;
    // Also without a loop: turns that began within requests end, so that no lease is left behind.
    leads.finish().await;
    drop(delivery);
    tracing::info!(result = "stopped", "server");
    Ok(())
}

/// Waits for SIGTERM or Ctrl-C.
async fn stop_asked() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
