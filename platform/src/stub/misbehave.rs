//! Wrong answers that do not depend on the call: none, late, another status, another body. The stub serves its connections itself:
//! those of refused requests are closed without an answer, and all of them when it stops.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use futures::{StreamExt, future, stream};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower::ServiceExt;

use super::failure;
use super::state::{Behaviour, Mode};

/// Size of a huge answer, larger than the default limit of the client.
const HUGE: usize = 11 * 1024 * 1024;

/// The time between two bytes of an answer that trickles: shorter than any timeout for silence.
const TRICKLE: Duration = Duration::from_millis(20);

pub(super) async fn apply(behaviour: &Behaviour, correct: Response) -> Response {
    match behaviour.mode {
        // The body fails before anything is sent, which closes the connection.
        Mode::Refuse => Body::from_stream(stream::iter([Err::<Bytes, _>(reset())])).into_response(),
        Mode::Hang => future::pending().await,
        Mode::Slow => {
            tokio::time::sleep(Duration::from_millis(behaviour.delay_ms)).await;
            correct
        }
        Mode::Stall => half_then(correct, false).await,
        Mode::Trickle => trickle(correct).await,
        Mode::Break => half_then(correct, true).await,
        Mode::Unauthorized => failure(StatusCode::UNAUTHORIZED, "the bearer token is missing or wrong"),
        Mode::NotFound => failure(StatusCode::NOT_FOUND, "not found"),
        Mode::Unprocessable => failure(StatusCode::UNPROCESSABLE_ENTITY, "the platform rejects this"),
        Mode::TooManyRequests => {
            let mut response = failure(StatusCode::TOO_MANY_REQUESTS, "too many requests");
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(behaviour.retry_after));
            response
        }
        Mode::ServerError => failure(StatusCode::INTERNAL_SERVER_ERROR, "internal error"),
        Mode::Redirect => {
            let target = [(header::LOCATION, "http://elsewhere.invalid/v2/api/property/list")];
            (StatusCode::TEMPORARY_REDIRECT, target).into_response()
        }
        Mode::Html => {
            Html("<!doctype html><title>Mantenimiento</title><h1>Volvemos pronto</h1>").into_response()
        }
        Mode::CutOff => {
            let whole = bytes(correct).await;
            json(whole.slice(..whole.len() / 2))
        }
        Mode::OtherShape => json(r#"{"Status":200,"data":{"properties":[]}}"#),
        Mode::Deep => json(format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))),
        Mode::Huge => huge(correct).await,
        Mode::Ok
        | Mode::Empty
        | Mode::Half
        | Mode::UnknownStatus
        | Mode::PriceTimesTen
        | Mode::DuplicateCodes
        | Mode::Incomplete
        | Mode::WrongTypes
        | Mode::OtherUnit => correct,
    }
}

fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}

async fn bytes(response: Response) -> Bytes {
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default()
}

fn reset() -> io::Error {
    io::ErrorKind::ConnectionReset.into()
}

/// Half of the answer, then nothing or a break. `Content-Length` is that of the whole answer.
async fn half_then(correct: Response, breaks: bool) -> Response {
    let whole = bytes(correct).await;
    let half = whole.slice(..whole.len() / 2);
    let first = stream::iter([Ok::<_, io::Error>(half)]);
    let rest = stream::once(async move {
        if breaks {
            // So that the first half is sent before the break.
            tokio::time::sleep(Duration::from_millis(20)).await;
            return Err(reset());
        }
        future::pending().await
    });
    let mut response = json(Body::from_stream(first.chain(rest)));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(whole.len()));
    response
}

/// The answer byte by byte. `Content-Length` is that of the whole answer.
async fn trickle(correct: Response) -> Response {
    let whole = bytes(correct).await;
    let length = HeaderValue::from(whole.len());
    let pieces = stream::iter(0..whole.len()).then(move |at| {
        let byte = whole.slice(at..=at);
        async move {
            tokio::time::sleep(TRICKLE).await;
            Ok::<_, Infallible>(byte)
        }
    });
    let mut response = json(Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_LENGTH, length);
    response
}

/// The correct answer with megabytes of white space before its end.
async fn huge(correct: Response) -> Response {
    let whole = bytes(correct).await;
    let end = whole.len().saturating_sub(1);
    let (head, tail) = (whole.slice(..end), whole.slice(end..));
    const PIECE: usize = 64 * 1024;
    let padding = std::iter::repeat_n(Bytes::from(vec![b' '; PIECE]), HUGE / PIECE);
    let pieces = std::iter::once(head).chain(padding).chain(std::iter::once(tail));
    json(Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>))))
}

/// Serves `app`. Dropping the future closes all connections.
pub(super) async fn serve(listener: TcpListener, app: Router) {
    let mut connections = JoinSet::new();
    let service = TowerToHyperService::new(app.map_request(|request: Request<_>| request.map(Body::new)));
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
