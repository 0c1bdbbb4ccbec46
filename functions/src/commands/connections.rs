//! Connections of the plain HTTP server: bounded in number and in the time of their heads, and ended gently.
//!
//! `axum::serve` has neither bound: who sends a head letter by letter would hold a connection for good.

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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// Connections at the same time; each costs some 50 KB at most.
const MOST_CONNECTIONS: u32 = 1024;
/// How long a head may take, and how long a connection may be idle between two requests.
const LONGEST_HEAD: Duration = Duration::from_secs(10);
/// How long a stop waits for requests under way.
const STOP_PATIENCE: Duration = Duration::from_secs(20);
/// Rest after an error of accepting, which is a lack of something that passes.
const ACCEPT_REST: Duration = Duration::from_millis(200);

/// Serves `router` until `stop`, then lets the requests under way end.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS as usize));
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accept = async {
            let place = Arc::clone(&places).acquire_owned().await.ok()?;
            match listener.accept().await {
                Ok((stream, peer)) => Some((stream, peer, place)),
                Err(error) => {
                    tracing::warn!(%error, result = "not accepted", "server");
                    tokio::time::sleep(ACCEPT_REST).await;
                    None
                }
            }
        };
        tokio::select! {
            () = &mut stop => break,
            accepted = accept => {
                if let Some((stream, peer, place)) = accepted {
                    tokio::spawn(connection(stream, peer, router.clone(), stopped.clone(), place));
                }
            }
        }
    }
    tracing::info!(result = "stopping", "server");
    drop(listener);
    let _ = stopping.send(());
    if tokio::time::timeout(STOP_PATIENCE, places.acquire_many(MOST_CONNECTIONS))
        .await
        .is_err()
    {
        tracing::warn!(result = "connections cut", "server");
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
    _place: OwnedSemaphorePermit,
) {
    // Answers are small and whole: they must not wait for more.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: Request<_>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_HEAD);
    let mut connection =
        pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)));
    let gone = tokio::select! {
        result = connection.as_mut() => result.is_err(),
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await.is_err()
        }
    };
    if gone {
        tracing::debug!(result = "connection broken", "server");
    }
}
