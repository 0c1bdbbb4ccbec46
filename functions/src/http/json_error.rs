//! Errors as JSON, `{"error": "..."}`.

use crate::languages;
use crate::messages;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use model::lang::Lang;
use serde_json::json;
use std::any::Any;

/// An error whose message is the string `key` in `lang`.
pub(super) fn error(status: StatusCode, lang: Lang, key: &str) -> Response {
    (status, Json(json!({"error": messages::text(lang, key)}))).into_response()
}

/// The answer to a method that the path does not support.
pub(super) async fn method_not_allowed() -> Response {
    error(
        StatusCode::METHOD_NOT_ALLOWED,
        languages::first(),
        "errors.not_allowed",
    )
}

/// The answer to a path that has no route.
pub(super) async fn not_found() -> Response {
    error(StatusCode::NOT_FOUND, languages::first(), "errors.not_found")
}

/// The answer after a panic. The log says only that it happened, because its message may contain personal data.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!(result = "panic", "request");
    error(
        StatusCode::INTERNAL_SERVER_ERROR,
        languages::first(),
        "form.failure",
    )
}
