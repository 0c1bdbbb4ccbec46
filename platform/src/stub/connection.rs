//! Connections that the stub can break, to test clients with dropped TCP connections.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Accepts connections.
pub(super) struct Connections {
    listener: TcpListener,
    breaker: Breaker,
}

/// Breaks all connections at once.
#[derive(Clone)]
pub(super) struct Breaker(Arc<watch::Sender<bool>>);

impl Breaker {
    pub(super) fn break_all(&self) {
        self.0.send_replace(true);
    }
}

impl Connections {
    pub(super) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            breaker: Breaker(Arc::new(watch::channel(false).0)),
        }
    }

    pub(super) fn breaker(&self) -> Breaker {
        self.breaker.clone()
    }
}

impl Listener for Connections {
    type Io = Breakable;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Breakable, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    let connection = Connection {
                        broken: Arc::default(),
                        all: self.breaker.0.subscribe(),
                    };
                    return (Breakable { stream, connection }, address);
                }
                // Usually a lack of file descriptors: wait until some are free.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The connection of a request.
#[derive(Clone)]
pub(super) struct Connection {
    broken: Arc<AtomicBool>,
    all: watch::Receiver<bool>,
}

impl Connection {
    /// Breaks the connection: it is reset at the next write.
    pub(super) fn break_off(&self) {
        self.broken.store(true, Ordering::Release);
    }

    /// Waits until all connections are broken.
    pub(super) async fn all_broken(&mut self) {
        // An error means that the server has ended, which breaks all connections too.
        let _ = self.all.wait_for(|broken| *broken).await;
    }

    fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire) || *self.all.borrow()
    }
}

impl Connected<IncomingStream<'_, Connections>> for Connection {
    fn connect_info(stream: IncomingStream<'_, Connections>) -> Self {
        stream.io().connection.clone()
    }
}

/// A stream that can be broken.
pub(super) struct Breakable {
    stream: TcpStream,
    connection: Connection,
}

impl Breakable {
    fn check(&self) -> io::Result<()> {
        if self.connection.is_broken() {
            // With a zero linger the peer gets a reset, as from a killed process.
            let _ = self.stream.set_zero_linger();
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl AsyncRead for Breakable {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Breakable {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
