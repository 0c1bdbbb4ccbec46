//! `leads serve`: the HTTP server and its delivery loop.

use super::connections;
use crate::Leads;
use anyhow::Context;
use std::net::IpAddr;
use tokio::net::TcpListener;

/// Serves until SIGTERM or Ctrl-C, then waits for running requests and delivery attempts.
pub(super) async fn serve(leads: Leads, host: IpAddr, port: u16, with_delivery: bool) -> anyhow::Result<()> {
    leads.check_site().await?;
    let listener =
        TcpListener::bind((host, port)).await.with_context(|| format!("cannot listen on {host}:{port}"))?;
    // Whoever reads the address may stop the server at once.
    let stop = system::stop_signal();
    println!("http://{}", listener.local_addr()?);
    if with_delivery {
        leads.deliver_in_background();
    }
    connections::serve(listener, leads.whole_router(), &leads.state.config, stop).await;
    // Also without a loop: attempts that started within requests must end, so that they release their leases.
    leads.finish().await;
    tracing::info!(result = "stopped", "server");
    Ok(())
}
