//! Reads a body within its limits: format, size, time.

use super::origin;
use super::response::Rejection;
use crate::config::{BODY_LIMIT, REQUEST_LIMIT};
use crate::post::BodyKind;
use axum::body::Body;
use axum::http::{HeaderMap, header};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;

/// Up to this many bytes of a body that is too large are read, so that its sender gets the answer instead of a broken
/// connection.
const DRAIN_LIMIT: usize = 2 * 1024 * 1024;

/// The format that the header `Content-Type` names.
pub(super) fn kind(headers: &HeaderMap) -> Option<BodyKind> {
    BodyKind::from_content_type(origin::single(headers, &header::CONTENT_TYPE)?)
}

/// Reads a body of at most [`BODY_LIMIT`] bytes within [`REQUEST_LIMIT`].
pub(super) async fn read_body(headers: &HeaderMap, body: Body) -> Result<Bytes, Rejection> {
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > DRAIN_LIMIT) {
        return Err(Rejection::TooLarge);
    }
    tokio::time::timeout(REQUEST_LIMIT, collect(body)).await.map_err(|_| Rejection::TooSlow)?
}

async fn collect(mut body: Body) -> Result<Bytes, Rejection> {
    let mut bytes = BytesMut::new();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Rejection::Unreadable)?.into_data() else {
            continue;
        };
        length += data.len();
        if length > DRAIN_LIMIT {
            break;
        }
        if length <= BODY_LIMIT {
            bytes.extend_from_slice(&data);
        }
    }
    if length > BODY_LIMIT { Err(Rejection::TooLarge) } else { Ok(bytes.freeze()) }
}
