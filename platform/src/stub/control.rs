//! The stub's own controls, under `/_stub/`. They need no bearer: the stub is for this machine.

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
pub(super) struct Which {
    call: Option<String>,
}

/// `GET /_stub/requests[?call=property/list]`
pub(super) async fn requests(
    State(stub): State<Arc<Stub>>,
    Query(which): Query<Which>,
) -> Json<Vec<Recorded>> {
    Json(stub.state().requests.of(which.call.as_deref()))
}

/// `DELETE /_stub/requests`
pub(super) async fn clear_requests(State(stub): State<Arc<Stub>>) -> StatusCode {
    stub.state().requests.clear();
    StatusCode::NO_CONTENT
}

/// `GET /_stub/summary`: how many requests of each call had which status.
pub(super) async fn summary(State(stub): State<Arc<Stub>>) -> Json<Value> {
    Json(json!(stub.state().requests.summary()))
}

/// `GET /_stub/behaviour`: the behaviours in force.
pub(super) async fn behaviour(State(stub): State<Arc<Stub>>) -> Json<Vec<Behaviour>> {
    Json(stub.state().plan.all())
}

/// `PUT /_stub/behaviour` with a [`Behaviour`].
pub(super) async fn behave(State(stub): State<Arc<Stub>>, Json(behaviour): Json<Behaviour>) -> StatusCode {
    stub.state().plan.tell(behaviour);
    StatusCode::NO_CONTENT
}

/// `DELETE /_stub/behaviour`: well again, for every call.
pub(super) async fn behave_well(State(stub): State<Arc<Stub>>) -> StatusCode {
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
