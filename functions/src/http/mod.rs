//! The routes of the lead function.

use crate::Leads;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

/// All routes of the lead function.
pub(crate) fn router(_leads: &Leads) -> Router {
    Router::new().route("/api/health", get(health))
}

/// Alive: says nothing about the store or the platform.
async fn health() -> Json<serde_json::Value> {
    Json(json!({"status": "ok"}))
}
