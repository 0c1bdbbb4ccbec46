//! `leads serve`: the plain HTTP server and its delivery loop.

use crate::Leads;
use anyhow::Context;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a stop waits for requests under way.
const STOP_PATIENCE: Duration = Duration::from_secs(20);

/// Serves until SIGTERM or Ctrl-C, then ends what is under way.
pub(super) async fn serve(leads: Leads, host: IpAddr, port: u16, delivers: bool) -> anyhow::Result<()> {
    let listener = TcpListener::bind((host, port))
        .await
        .with_context(|| format!("cannot listen at {host}:{port}"))?;
    println!("http://{}", listener.local_addr()?);
    let delivery = delivers.then(|| leads.deliver_in_background());
    let service = leads
        .whole_router()
        .into_make_service_with_connect_info::<SocketAddr>();
    let (ending, ended) = tokio::sync::oneshot::channel::<()>();
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop_asked().await;
        tracing::info!(result = "stopping", "server");
        let _ = ending.send(());
    });
    tokio::select! {
        result = server => result?,
        () = async { let _ = ended.await; tokio::time::sleep(STOP_PATIENCE).await } => {
            tracing::warn!(result = "connections cut", "server");
        }
    }
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
