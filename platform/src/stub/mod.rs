//! A stub of the platform as an HTTP server, for development and tests: answers calls 1 to 5 from two files, checks the bearer token,
//! records requests, and can be set to answer wrongly. Below `/receivers/` it takes leads in place of their other receivers. Its
//! control API is under `/_stub/`: `GET|DELETE requests`, `GET|PUT|DELETE behaviour`, `PUT units/{code}`.

mod misbehave;
mod state;

use state::StubState;
pub use state::{Behaviour, Mode, RecordedRequest};

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post, put};
use axum::{Json, Router};
use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::own_names::{OwnNames, refuse_other_names, refuse_other_sites};

/// Configuration of a stub.
#[derive(Debug, Clone)]
pub struct StubConfig {
    /// Address to listen on; port 0 chooses a free one.
    pub address: SocketAddr,
    /// Prefix of every call's path.
    pub base_path: String,
    /// The bearer token that it accepts.
    pub token: String,
    /// Code of its only project.
    pub project_code: String,
    /// File with the units, in the format of a `property/list` answer.
    pub inventory: PathBuf,
    /// File with the amenities, in the format of an `amenities/list` answer.
    pub amenities: PathBuf,
}

/// A running stub. Dropping it stops it.
#[derive(Debug)]
pub struct StubHandle {
    stub: Arc<Stub>,
    /// The server.
    task: JoinSet<()>,
}

impl StubHandle {
    /// Sets the behaviour of a call, like `PUT /_stub/behaviour`.
    pub fn set_behaviour(&self, behaviour: Behaviour) {
        self.stub.state.lock().set_behaviour(behaviour);
    }

    /// The recorded requests of one call, or of all calls, like `GET /_stub/requests`.
    pub fn requests(&self, call: Option<&str>) -> Vec<RecordedRequest> {
        self.stub.state.lock().requests_of(call)
    }

    /// Sets fields of a unit by the platform's names, like `PUT /_stub/units/{code}`. Returns whether the unit exists.
    pub fn change_unit(&self, code: &str, changes: Map<String, Value>) -> bool {
        self.stub.state.lock().change_unit(code, changes)
    }

    /// Stops listening, breaks the open connections, and waits until the port is free.
    pub async fn stop(mut self) {
        self.task.shutdown().await;
    }
}

/// Starts a stub on the current tokio runtime. Fails when it cannot serve a file or listen on its address.
pub async fn serve(config: StubConfig) -> Result<(SocketAddr, StubHandle), String> {
    let state = StubState::read_files(&config.inventory, &config.amenities)?;
    let listen = |error| format!("cannot listen on {}: {error}", config.address);
    let listener = TcpListener::bind(config.address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let names = OwnNames {
        address: address.ip(),
        allowed: Vec::new(),
    };
    let calls = format!("/{}/{{*call}}", config.base_path.trim_matches('/')).replace("//", "/");
    let stub = Arc::new(Stub {
        config,
        state: Mutex::new(state),
    });
    let app = Router::new()
        .route(&calls, post(answer))
        .route("/receivers/{*receiver}", any(receive))
        .nest("/_stub", control_routes())
        .with_state(Arc::clone(&stub))
        .layer(from_fn(refuse_other_sites))
        .layer(from_fn_with_state(names, refuse_other_names));
    let mut task = JoinSet::new();
    task.spawn(misbehave::serve(listener, app));
    Ok((address, StubHandle { stub, task }))
}

#[derive(Debug)]
struct Stub {
    config: StubConfig,
    state: Mutex<StubState>,
}

type SharedStub = State<Arc<Stub>>;

type Answer = (StatusCode, Json<Value>);

/// The fields of call 1 (specification, section 7).
const LEAD: &str = "contact_lead_name email phone register_contact send_notification zones source_name medium_name \
    observations carrousel status campaign adSet ad form cost sales revenue utm_term utm_content campaign_id";

const MAIL: &str = "name email phone message emailTo emailCC flatInterested recaptchaVersion";

/// Answers one call as its behaviour says and records it.
async fn answer(
    State(stub): SharedStub,
    Path(call): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let authorized = token == Some(&stub.config.token);
    let parsed = serde_json::from_slice(&body);
    let as_text = |_: &serde_json::Error| Value::from(String::from_utf8_lossy(&body));
    let recorded = parsed.as_ref().map_or_else(as_text, Value::clone);
    let (number, behaviour) = stub
        .state
        .lock()
        .record(&call, authorized, &headers, recorded);
    let correct = match (authorized, parsed) {
        (false, _) => failure(
            StatusCode::UNAUTHORIZED,
            "the bearer token is missing or wrong",
        ),
        (true, Err(_)) => failure(StatusCode::BAD_REQUEST, "the body is not JSON"),
        (true, Ok(body)) => correct_answer(&stub, &call, &body, &behaviour),
    };
    send(&stub, number, &behaviour, correct).await
}

/// Answers in place of who else receives leads: a webhook, HubSpot, EasyBroker, whose list of contact requests is empty.
async fn receive(
    State(stub): SharedStub,
    Path(receiver): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let recorded = serde_json::from_slice(&body).unwrap_or_default();
    let (number, behaviour) = stub
        .state
        .lock()
        .record(&receiver, true, &headers, recorded);
    let correct = (
        StatusCode::OK,
        Json(json!({"status": "successful", "content": []})),
    );
    send(&stub, number, &behaviour, correct).await
}

async fn send(stub: &Stub, number: usize, behaviour: &Behaviour, correct: Answer) -> Response {
    let response = misbehave::apply(behaviour, correct).await;
    if !matches!(behaviour.mode, Mode::Refuse | Mode::Hang) {
        stub.state
            .lock()
            .answered(number, response.status().as_u16());
    }
    response
}

/// The answer to an authorized call. For modes with wrong data, its items are changed.
fn correct_answer(stub: &Stub, call: &str, body: &Value, behaviour: &Behaviour) -> Answer {
    let project_field = match call {
        "property/list" | "amenities/list" => Some("real_estate_development_code"),
        "property/detail" => Some("realEstateCode"),
        _ => None,
    };
    if project_field.is_some_and(|field| body[field] != stub.config.project_code) {
        return failure(StatusCode::NOT_FOUND, "there is no such project");
    }
    // With the fields of `names` that `body` lacks.
    let lacks = |names: &str| {
        let missing: Vec<&str> = names
            .split_whitespace()
            .filter(|name| body.get(name).is_none())
            .collect();
        let message = format!("missing: {}", missing.join(", "));
        (!missing.is_empty()).then(|| failure(StatusCode::UNPROCESSABLE_ENTITY, &message))
    };
    let success = |answer: Value| (StatusCode::OK, Json(answer));
    let data = |name: &str, data: Value| success(json!({"Status": 200, "Data": {name: data}}));
    let state = &stub.state.lock();
    match call {
        "property/list" => data("Property", state.units_as(behaviour).into()),
        "property/detail" => {
            let unit = state.unit_as(behaviour, body["propertyCode"].as_str().unwrap_or_default());
            unit.map_or_else(no_such_unit, |unit| data("Property", unit))
        }
        "amenities/list" => data("Amenities", state.amenities_as(behaviour.mode).into()),
        "lead/createLeadWebsite" => lacks(LEAD).unwrap_or_else(|| success(json!({"Status": 200}))),
        "sendContactMail" => lacks(MAIL).unwrap_or_else(|| data("Status", "success".into())),
        _ => failure(StatusCode::NOT_FOUND, "there is no such call"),
    }
}

fn failure(status: StatusCode, message: &str) -> Answer {
    (
        status,
        Json(json!({"Status": status.as_u16(), "Message": message})),
    )
}

fn no_such_unit() -> Answer {
    failure(StatusCode::NOT_FOUND, "there is no such unit")
}

/// The routes of the control API, below `/_stub`. They need no bearer token, because the stub is for local use.
fn control_routes() -> Router<Arc<Stub>> {
    let list_requests =
        async |State(stub): SharedStub, Query(filter): Query<BTreeMap<String, String>>| {
            Json(
                stub.state
                    .lock()
                    .requests_of(filter.get("call").map(String::as_str)),
            )
        };
    let clear_requests = async |State(stub): SharedStub| {
        stub.state.lock().requests.clear();
        StatusCode::NO_CONTENT
    };
    let list_behaviours = async |State(stub): SharedStub| {
        Json(
            stub.state
                .lock()
                .behaviours
                .values()
                .cloned()
                .collect::<Vec<_>>(),
        )
    };
    let set_behaviour = async |State(stub): SharedStub, Json(behaviour): Json<Behaviour>| {
        stub.state.lock().set_behaviour(behaviour);
        StatusCode::NO_CONTENT
    };
    let clear_behaviours = async |State(stub): SharedStub| {
        stub.state.lock().behaviours.clear();
        StatusCode::NO_CONTENT
    };
    // The names of the fields are the platform's.
    let change_unit = async |State(stub): SharedStub,
                             Path(code): Path<String>,
                             Json(changes): Json<Map<String, Value>>| {
        if stub.state.lock().change_unit(&code, changes) {
            StatusCode::NO_CONTENT.into_response()
        } else {
            no_such_unit().into_response()
        }
    };
    Router::new()
        .route("/requests", get(list_requests).delete(clear_requests))
        .route(
            "/behaviour",
            get(list_behaviours)
                .put(set_behaviour)
                .delete(clear_behaviours),
        )
        .route("/units/{code}", put(change_unit))
}
