//! Connections of the HTTP server, with a limit on their number, a timeout for request heads and a graceful stop.
//!
//! `axum::serve` has neither limit: a client that sends a head byte by byte could keep a connection open for ever.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::net::SocketAddr;
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
/// Timeout of a request head, and of an idle connection between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a stop waits for running requests.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after an error of accepting, usually a temporary lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves `router` until `stop`, then waits for running requests.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
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
                    let keep_alive = permits.available_permits() >= (MAX_CONNECTIONS - KEPT_ALIVE) as usize;
                    let serve = connection(stream, peer, router.clone(), stopped.clone(), keep_alive);
                    tokio::spawn(async move {
                        serve.await;
                        drop(permit);
                    });
                }
            }
        }
    }
    tracing::info!(result = "stopping", "server");
    drop(listener);
    let _ = stopping.send(());
    if tokio::time::timeout(STOP_TIMEOUT, permits.acquire_many(MAX_CONNECTIONS))
        .await
        .is_err()
    {
        tracing::warn!(result = "open connections dropped", "server");
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
    keep_alive: bool,
) {
    // Answers are small and complete, so they are sent without delay.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: Request<_>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .keep_alive(keep_alive)
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT);
    let mut connection =
        pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)));
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
