//! Is it alive, is it ready: for load balancers, alarms and people.

use crate::service::Parts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;

/// Alive: says nothing about the store or the platform.
pub(super) async fn health() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

/// Ready: the store takes a lead. Tells the outbox's numbers, among them the age of the oldest undelivered lead.
pub(super) async fn ready(State(parts): State<Arc<Parts>>) -> Response {
    let outbox = async {
        parts.outbox.probe().await?;
        parts.courier.metrics().await
    };
    match outbox.await {
        Ok(metrics) => Json(json!({"status": "ready", "outbox": metrics})).into_response(),
        Err(error) => {
            tracing::error!(%error, result = "not ready", "request");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                Json(json!({"status": "not ready", "error": "the store does not take leads"})),
            )
                .into_response()
        }
    }
}
