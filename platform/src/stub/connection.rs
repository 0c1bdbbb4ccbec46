//! The stub's connections: those of refused requests are closed without an answer, and all of them when the stub stops.

use axum::body::Body;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use axum::{BoxError, Router};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// Marks an answer that is not sent: the connection is closed instead.
#[derive(Clone)]
struct Refused;

/// An answer that closes the connection instead of being sent.
pub(super) fn refused() -> Response {
    let mut response = ().into_response();
    response.extensions_mut().insert(Refused);
    response
}

/// Serves `app`. Dropping the future closes all connections.
pub(super) async fn serve(listener: TcpListener, app: Router) {
    let mut connections = JoinSet::new();
    let service = app.map_request(|request: Request<_>| request.map(Body::new)).map_result(answer_or_error);
    let service = TowerToHyperService::new(service);
    loop {
        while connections.try_join_next().is_some() {}
        match listener.accept().await {
            Ok((stream, _)) => {
                let service = service.clone();
                connections.spawn(async move {
                    let server = Builder::new(TokioExecutor::new()).http1_only();
                    // An error ends only this connection.
                    let _ = server.serve_connection(TokioIo::new(stream), service).await;
                });
            }
            // Usually a lack of file descriptors: wait until some are free.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// The server closes the connection of a request whose service fails.
fn answer_or_error(answer: Result<Response, Infallible>) -> Result<Response, BoxError> {
    let Ok(response) = answer;
    match response.extensions().get::<Refused>() {
        Some(Refused) => Err("refused".into()),
        None => Ok(response),
    }
}
