//! The OpenAPI description. `functions/tests/leads/description.rs` and `scripts/check-lead-function` check the function
//! against it.

use axum::http::header;
use axum::response::IntoResponse;

/// The description as JSON text.
pub(super) const DESCRIPTION: &str = include_str!("../../openapi.json");

/// `GET /api/openapi.json`.
pub(super) async fn serve() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION)
}
