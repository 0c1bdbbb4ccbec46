//! The ways to answer badly that do not depend on the call: no answer, a late one, another status, another body.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use futures::{StreamExt, future, stream};
use std::convert::Infallible;
use std::io;
use std::time::Duration;

use super::behaviour::{Behaviour, Mode};
use super::calls::failure;
use super::connection::Connection;

/// The size of a huge answer: more than any client here reads.
const HUGE: usize = 11 * 1024 * 1024;

/// Turns the good answer into what `behaviour` asks for.
pub(super) async fn with(behaviour: &Behaviour, good: Response, mut connection: Connection) -> Response {
    match behaviour.mode {
        Mode::Refuse => {
            connection.break_off();
            good
        }
        Mode::Hang => {
            connection.all_broken().await;
            good
        }
        Mode::Slow => {
            tokio::time::sleep(Duration::from_millis(behaviour.delay_ms)).await;
            good
        }
        Mode::Stall => half_then(good, false).await,
        Mode::Break => half_then(good, true).await,
        Mode::Unauthorized => failure(StatusCode::UNAUTHORIZED, "the bearer is missing or wrong"),
        Mode::NotFound => failure(StatusCode::NOT_FOUND, "there is nothing here"),
        Mode::Unprocessable => failure(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the platform does not take this",
        ),
        Mode::TooManyRequests => {
            let mut response = failure(StatusCode::TOO_MANY_REQUESTS, "too many requests");
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(behaviour.retry_after));
            response
        }
        Mode::ServerError => failure(StatusCode::INTERNAL_SERVER_ERROR, "the platform has a fault"),
        Mode::Redirect => {
            let target = [(header::LOCATION, "http://elsewhere.invalid/v2/api/property/list")];
            (StatusCode::TEMPORARY_REDIRECT, target).into_response()
        }
        Mode::Html => {
            Html("<!doctype html><title>Mantenimiento</title><h1>Volvemos pronto</h1>").into_response()
        }
        Mode::CutOff => {
            let whole = bytes(good).await;
            json(whole.slice(..whole.len() / 2))
        }
        Mode::OtherShape => json(r#"{"Status":200,"data":{"properties":[]}}"#),
        Mode::Deep => json(format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))),
        Mode::Huge => huge(good).await,
        Mode::Ok
        | Mode::Empty
        | Mode::Half
        | Mode::UnknownStatus
        | Mode::PriceTimesTen
        | Mode::DuplicateCodes => good,
    }
}

fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}

/// The bytes of an answer of our own, which is in memory anyway.
async fn bytes(response: Response) -> Bytes {
    axum::body::to_bytes(response.into_body(), usize::MAX)
        .await
        .unwrap_or_default()
}

/// Half of the answer, then silence or a break. The head promises all of it.
async fn half_then(good: Response, breaks: bool) -> Response {
    let whole = bytes(good).await;
    let half = whole.slice(..whole.len() / 2);
    let first = stream::iter([Ok::<_, io::Error>(half)]);
    let rest = stream::once(async move {
        if breaks {
            // Long enough for the first half to be on its way.
            tokio::time::sleep(Duration::from_millis(20)).await;
            return Err(io::Error::from(io::ErrorKind::ConnectionReset));
        }
        future::pending().await
    });
    let mut response = json(Body::from_stream(first.chain(rest)));
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, HeaderValue::from(whole.len()));
    response
}

/// The good answer with megabytes of white space before its end: valid JSON that nobody should read.
async fn huge(good: Response) -> Response {
    let whole = bytes(good).await;
    let end = whole.len().saturating_sub(1);
    let (head, tail) = (whole.slice(..end), whole.slice(end..));
    const PIECE: usize = 64 * 1024;
    let padding = std::iter::repeat_n(Bytes::from(vec![b' '; PIECE]), HUGE / PIECE);
    let pieces = std::iter::once(head).chain(padding).chain(std::iter::once(tail));
    json(Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>))))
}
