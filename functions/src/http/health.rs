//! Health checks for load balancers, alarms and operators.

use crate::app_state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;

/// Whether the process answers. Does not check the store or the platform.
pub(super) async fn health() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

/// Whether the store can save leads, with the outbox's metrics.
pub(super) async fn ready(State(state): State<Arc<AppState>>) -> Response {
    let outbox = async {
        state.outbox.probe().await?;
        state.worker.metrics().await
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
