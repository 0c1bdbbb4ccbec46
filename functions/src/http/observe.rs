//! The headers of every answer and the log line of every request: id, route, status, time. The log line contains no
//! query, address or personal data.

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The Content-Security-Policy of JSON answers; pages set their own.
const JSON_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Where events are counted. Such requests are not logged: there are many, and nobody would look for one of them.
pub(super) const COUNT: &str = "/api/count";

/// Gives the request an id and logs its result.
pub(super) async fn observe(request: Request, next: Next) -> Response {
    let id = request_id();
    let method = request.method().clone();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("unknown".to_owned(), |path| path.as_str().to_owned());
    let start = Instant::now();
    let span = tracing::info_span!("request", id = %id);
    let mut response = next.run(request).instrument(span).await;
    let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if !path.starts_with(COUNT) {
        tracing::info!(%id, %method, path, status = response.status().as_u16(), milliseconds, "request");
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let defaults = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, JSON_POLICY),
    ];
    for (name, value) in defaults {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn request_id() -> String {
    getrandom::u64().map_or_else(|_| "unknown".to_owned(), |number| format!("{number:016x}"))
}
