//! The stub's control API. It needs no bearer token, because the stub is for local use.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, put};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

use super::behaviour::Behaviour;
use super::{Stub, calls};

#[derive(Deserialize)]
struct CallFilter {
    call: Option<String>,
}

type SharedStub = State<Arc<Stub>>;

/// The routes of the API, below `/_stub`.
pub(super) fn routes() -> Router<Arc<Stub>> {
    let list_requests = async |State(stub): SharedStub, Query(filter): Query<CallFilter>| {
        Json(stub.state().requests.for_call(filter.call.as_deref()))
    };
    let clear_requests = async |State(stub): SharedStub| {
        stub.state().requests.clear();
        StatusCode::NO_CONTENT
    };
    let list_behaviours = async |State(stub): SharedStub| Json(stub.state().plan.all());
    let set_behaviour = async |State(stub): SharedStub, Json(behaviour): Json<Behaviour>| {
        stub.state().plan.set(behaviour);
        StatusCode::NO_CONTENT
    };
    let clear_behaviours = async |State(stub): SharedStub| {
        stub.state().plan.clear();
        StatusCode::NO_CONTENT
    };
    // The names of the fields are the platform's.
    let change_unit =
        async |State(stub): SharedStub, Path(code): Path<String>, Json(changes): Json<Map<String, Value>>| {
            match stub.state().data.change(&code, changes) {
                true => StatusCode::NO_CONTENT.into_response(),
                false => calls::failure(StatusCode::NOT_FOUND, "there is no such unit"),
            }
        };
    Router::new()
        .route("/requests", get(list_requests).delete(clear_requests))
        .route("/behaviour", get(list_behaviours).put(set_behaviour).delete(clear_behaviours))
        .route("/units/{code}", put(change_unit))
}
