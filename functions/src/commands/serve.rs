//! `leads serve`: the HTTP server and its delivery loop. It limits connections and has deadlines for clients, which `axum::serve` has
//! not: a client that sends a head byte by byte, or never reads, could keep a connection open for ever.

use crate::spam::network;
use crate::{Leads, LeadsConfig};
use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep};
use tower::ServiceExt;

/// Most simultaneous connections; each needs at most about 50 KB.
const MAX_CONNECTIONS: u32 = 1024;
/// With more connections than this, new ones end after one request, so that idle ones do not take the place of visitors.
const KEPT_ALIVE: u32 = MAX_CONNECTIONS / 2;
/// The statuses of posts that are refused before their body is read, or while it is.
const UNREAD: [StatusCode; 5] = [
    StatusCode::FORBIDDEN,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    StatusCode::TOO_MANY_REQUESTS,
];
/// How long a stop waits for running requests.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after an error of accepting, usually a temporary lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves until SIGTERM or Ctrl-C, then waits for running requests and delivery attempts.
pub(super) async fn serve(
    leads: Arc<Leads>,
    host: IpAddr,
    port: u16,
    with_delivery: bool,
) -> anyhow::Result<()> {
    leads.site.get().await?;
    let listener = TcpListener::bind((host, port))
        .await
        .with_context(|| format!("cannot listen on {host}:{port}"))?;
    // Whoever reads the address may stop the server at once.
    let stop = system::stop_signal();
    super::print(format_args!("http://{}", listener.local_addr()?))?;
    if with_delivery {
        leads.deliver_in_background();
    }
    accept_connections(listener, leads.whole_router(), &leads.config, stop).await;
    // Also without a loop: attempts that started within requests must end, so that they release their leases.
    leads.finish().await;
    tracing::info!(result = "stopped", "server");
    Ok(())
}

/// Serves `router` until `stop`, then waits for running requests.
async fn accept_connections(
    listener: TcpListener,
    router: Router,
    config: &LeadsConfig,
    stop: impl Future<Output = ()>,
) {
    let idle = config.idle;
    // Proxies share their addresses among all visitors.
    let per_address = match config.trusted_proxies {
        0 => config.connections_per_address,
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
    if tokio::time::timeout(STOP_TIMEOUT, permits.acquire_many(MAX_CONNECTIONS))
        .await
        .is_err()
    {
        tracing::warn!(result = "open connections dropped", "server");
    }
}

/// Says that the connection ends after an answer to a post whose body was not read: a client would else send the next one.
fn announce_end<B>(mut response: Response<B>) -> Response<B> {
    if UNREAD.contains(&response.status()) {
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
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
    let service = router
        .map_request(move |request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request
        })
        .map_response(announce_end);
    let mut builder = Builder::new();
    builder
        .keep_alive(keep_alive)
        .timer(TokioTimer::new())
        .header_read_timeout(idle);
    let stream = TokioIo::new(ReadDeadline {
        stream,
        timeout: idle,
        deadline: None,
    });
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

/// A connection that breaks when an answer, from the moment on when the client's buffers are full, is not read within a
/// time. Bytes read meanwhile do not prolong the time, so that a client cannot read one now and then.
struct ReadDeadline {
    stream: TcpStream,
    timeout: Duration,
    /// Runs while an answer is not sent as a whole.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for ReadDeadline {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ReadDeadline {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = Pin::new(&mut self.stream).poll_write(context, bytes) {
            return Poll::Ready(result);
        }
        let timeout = self.timeout;
        let deadline = self
            .deadline
            .get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Called when an answer is written as a whole.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
