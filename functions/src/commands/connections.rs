//! Connections of the HTTP server, with limits on their number, deadlines for clients and a graceful stop.
//!
//! `axum::serve` has no such limits: a client that sends a head byte by byte, or never reads, could keep a connection open
//! for ever.

use super::read_deadline::ReadDeadline;
use crate::Config;
use crate::spam::network;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

/// Most simultaneous connections; each needs at most about 50 KB.
const MAX_CONNECTIONS: u32 = 1024;
/// With more connections than this, new ones end after one request, so that idle ones do not take the place of visitors.
const KEPT_ALIVE: u32 = MAX_CONNECTIONS / 2;
/// How long a stop waits for running requests.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after an error of accepting, usually a temporary lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves `router` until `stop`, then waits for running requests.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    stop: impl Future<Output = ()>,
) {
    let idle = config.connections.idle;
    // Proxies share their addresses among all visitors.
    let per_address = match config.trusted_proxies {
        0 => config.connections.per_address,
        _ => 0,
    };
    // A token of each address, of which every open connection has a clone.
    let mut peers: HashMap<IpAddr, Arc<()>> = HashMap::new();
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accept = async {
            let permit = Arc::clone(&permits).acquire_owned().await.ok()?;
            match listener.accept().await {
                Ok((stream, peer)) => Some((stream, peer, permit)),
                Err(error) => {
                    tracing::warn!(%error, result = "not accepted", "server");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    None
                }
            }
        };
        tokio::select! {
            () = &mut stop => break,
            accepted = accept => {
                if let Some((stream, peer, permit)) = accepted {
                    peers.retain(|_, token| Arc::strong_count(token) > 1);
                    let token = Arc::clone(peers.entry(network(peer.ip())).or_default());
                    if per_address > 0 && Arc::strong_count(&token) > per_address + 1 {
                        tracing::debug!(result = "too many connections of one address", "server");
                        continue;
                    }
                    let keep_alive = permits.available_permits() >= (MAX_CONNECTIONS - KEPT_ALIVE) as usize;
                    let serve = connection(stream, peer, router.clone(), stopped.clone(), keep_alive, idle);
                    tokio::spawn(async move {
                        serve.await;
                        drop((permit, token));
                    });
                }
            }
        }
    }
    tracing::info!(result = "stopping", "server");
    drop(listener);
    let _ = stopping.send(());
    if tokio::time::timeout(STOP_TIMEOUT, permits.acquire_many(MAX_CONNECTIONS)).await.is_err() {
        tracing::warn!(result = "open connections dropped", "server");
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
    keep_alive: bool,
    idle: Duration,
) {
    // Answers are small and complete, so they are sent without delay.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: Request<_>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().keep_alive(keep_alive).timer(TokioTimer::new()).header_read_timeout(idle);
    let stream = TokioIo::new(ReadDeadline::new(stream, idle));
    let mut connection = pin!(builder.serve_connection(stream, TowerToHyperService::new(service)));
    let broken = tokio::select! {
        result = connection.as_mut() => result.is_err(),
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await.is_err()
        }
    };
    if broken {
        tracing::debug!(result = "connection broken", "server");
    }
}
