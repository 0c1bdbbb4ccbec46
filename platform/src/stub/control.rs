//! The stub's control API, under `/_stub/`. It needs no bearer token, because the stub is for local use.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

use super::behaviour::Behaviour;
use super::record::Recorded;
use super::{Stub, calls};

#[derive(Deserialize)]
pub(super) struct CallFilter {
    call: Option<String>,
}

/// `GET /_stub/requests[?call=property/list]`
pub(super) async fn requests(
    State(stub): State<Arc<Stub>>,
    Query(filter): Query<CallFilter>,
) -> Json<Vec<Recorded>> {
    Json(stub.state().requests.for_call(filter.call.as_deref()))
}

/// `DELETE /_stub/requests`
pub(super) async fn clear_requests(State(stub): State<Arc<Stub>>) -> StatusCode {
    stub.state().requests.clear();
    StatusCode::NO_CONTENT
}

/// `GET /_stub/summary`: number of requests by call and status.
pub(super) async fn summary(State(stub): State<Arc<Stub>>) -> Json<Value> {
    Json(json!(stub.state().requests.summary()))
}

/// `GET /_stub/behaviour`: the current behaviours.
pub(super) async fn behaviour(State(stub): State<Arc<Stub>>) -> Json<Vec<Behaviour>> {
    Json(stub.state().plan.all())
}

/// `PUT /_stub/behaviour` with a [`Behaviour`].
pub(super) async fn set_behaviour(
    State(stub): State<Arc<Stub>>,
    Json(behaviour): Json<Behaviour>,
) -> StatusCode {
    stub.state().plan.set(behaviour);
    StatusCode::NO_CONTENT
}

/// `DELETE /_stub/behaviour`: answers every call correctly again.
pub(super) async fn clear_behaviour(State(stub): State<Arc<Stub>>) -> StatusCode {
    stub.state().plan.clear();
    StatusCode::NO_CONTENT
}

/// `PUT /_stub/units/{code}` with the fields to change, by the platform's names.
pub(super) async fn change_unit(
    State(stub): State<Arc<Stub>>,
    Path(code): Path<String>,
    Json(changes): Json<Map<String, Value>>,
) -> Response {
    if stub.state().data.change(&code, changes) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        calls::failure(StatusCode::NOT_FOUND, "there is no such unit")
    }
}
