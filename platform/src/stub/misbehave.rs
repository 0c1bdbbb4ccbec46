//! Wrong answers that do not depend on the call: none, late, another status, another body. The stub serves its connections itself:
//! those of refused requests are closed without an answer, and all of them when it stops.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use futures::{Stream, StreamExt, future, stream};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::state::{Behaviour, Mode};
use super::{Answer, failure};

/// Size of the white space in a huge answer, larger than the default limit of the client.
const HUGE: usize = 11 * 1024 * 1024;

/// The time between two bytes of an answer that trickles: shorter than any timeout for silence.
const TRICKLE: Duration = Duration::from_millis(20);

pub(super) async fn apply(behaviour: &Behaviour, correct: Answer) -> Response {
    let whole = Bytes::from(correct.1.to_string());
    let half = whole.slice(..whole.len() / 2);
    let fail = |status, message| failure(status, message).into_response();
    match behaviour.mode {
        // The body fails before anything is sent, which closes the connection.
        Mode::Refuse => Body::from_stream(stream::iter([Err::<Bytes, _>(reset())])).into_response(),
        Mode::Hang => future::pending().await,
        Mode::Slow => {
            sleep(Duration::from_millis(behaviour.delay_ms)).await;
            correct.into_response()
        }
        Mode::Stall => announced(
            whole.len(),
            stream::iter([Ok(half)]).chain(stream::pending()),
        ),
        Mode::Trickle => {
            let byte = async |byte| {
                sleep(TRICKLE).await;
                Ok(Bytes::from_owner([byte]))
            };
            announced(whole.len(), stream::iter(whole).then(byte))
        }
        Mode::Break => {
            // So that the first half is sent before the break.
            let rest = async {
                sleep(Duration::from_millis(20)).await;
                Err(reset())
            };
            announced(
                whole.len(),
                stream::iter([Ok(half)]).chain(stream::once(rest)),
            )
        }
        Mode::Unauthorized => fail(
            StatusCode::UNAUTHORIZED,
            "the bearer token is missing or wrong",
        ),
        Mode::NotFound => fail(StatusCode::NOT_FOUND, "not found"),
        Mode::Unprocessable => fail(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the platform rejects this",
        ),
        Mode::TooManyRequests => {
            let wait = [(header::RETRY_AFTER, behaviour.retry_after.to_string())];
            (
                wait,
                failure(StatusCode::TOO_MANY_REQUESTS, "too many requests"),
            )
                .into_response()
        }
        Mode::ServerError => fail(StatusCode::INTERNAL_SERVER_ERROR, "internal error"),
        Mode::Redirect => {
            let target = [(
                header::LOCATION,
                "http://elsewhere.invalid/v2/api/property/list",
            )];
            (StatusCode::TEMPORARY_REDIRECT, target).into_response()
        }
        Mode::Html => Html("<!doctype html><title>Mantenimiento</title><h1>Volvemos pronto</h1>")
            .into_response(),
        Mode::CutOff => json(half),
        Mode::OtherShape => json(r#"{"Status":200,"data":{"properties":[]}}"#),
        Mode::Deep => json(format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))),
        Mode::Huge => {
            // White space before its end.
            let (head, end) = whole.split_at(whole.len() - 1);
            json([head, &vec![b' '; HUGE], end].concat())
        }
        // These change the data, or nothing.
        _ => correct.into_response(),
    }
}

fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}

fn reset() -> io::Error {
    io::ErrorKind::ConnectionReset.into()
}

/// A body of which `Content-Length` says that it has `length` bytes.
fn announced(
    length: usize,
    body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> Response {
    let mut response = json(Body::from_stream(body));
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    response
}

/// Serves `app`. Dropping the future closes all connections.
pub(super) async fn serve(listener: TcpListener, app: Router) {
    let mut connections = JoinSet::new();
    let service = TowerToHyperService::new(app);
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
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}
