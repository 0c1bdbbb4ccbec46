//! Errors as JSON, `{"error": "..."}`.

use crate::site::LoadedSite;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use lead_site::Language;
use serde_json::json;
use std::any::Any;
use std::sync::Arc;

/// An error whose message is the string `key` in `language`.
pub(super) fn error(status: StatusCode, language: &Language, key: &str) -> Response {
    message(status, language.string(key))
}

pub(super) fn message(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": message}))).into_response()
}

/// The answer to a method that the path does not support.
pub(super) async fn method_not_allowed(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    error(StatusCode::METHOD_NOT_ALLOWED, site.language(""), "errors.not_allowed")
}

/// The answer to a path that has no route.
pub(super) async fn not_found(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    error(StatusCode::NOT_FOUND, site.language(""), "errors.not_found")
}

/// The answer after a panic. The log says only that it happened, because its message may contain personal data.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!(result = "panic", "request");
    message(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
}
