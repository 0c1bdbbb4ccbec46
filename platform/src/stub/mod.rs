//! A stub of the platform as an HTTP server, for development and tests: answers calls 1 to 5 from two files, checks the
//! bearer token, records requests, and can be set to answer wrongly. Stores nothing on disk. Below `/receivers/` it takes
//! leads in place of their other receivers.
//!
//! Its control API is under `/_stub/`: `GET|DELETE requests`, `GET|PUT|DELETE behaviour`, `PUT units/{code}`.

mod behaviour;
mod calls;
mod data;
mod misbehave;

pub use behaviour::{Behaviour, Mode};
pub use data::RecordedRequest;

use crate::own_names::{OwnNames, refuse_other_names, refuse_other_sites};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, post};
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Map, Value};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

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

/// Why a stub did not start: a file that it cannot serve, or an address that is not available.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StubError(String);

/// A running stub. Dropping it stops it.
pub struct StubHandle {
    stub: Arc<Stub>,
    task: JoinHandle<()>,
}

impl fmt::Debug for StubHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StubHandle").finish_non_exhaustive()
    }
}

impl StubHandle {
    /// Sets the behaviour of a call, like `PUT /_stub/behaviour`.
    pub fn set_behaviour(&self, behaviour: Behaviour) {
        self.stub.state().plan.set(behaviour);
    }

    /// The recorded requests of one call, or of all calls, like `GET /_stub/requests`.
    pub fn requests(&self, call: Option<&str>) -> Vec<RecordedRequest> {
        self.stub.state().requests.for_call(call)
    }

    /// Sets fields of a unit by the platform's names, like `PUT /_stub/units/{code}`. Returns whether the unit exists.
    pub fn change_unit(&self, code: &str, changes: Map<String, Value>) -> bool {
        self.stub.state().data.change(code, changes)
    }

    /// Stops listening, breaks the open connections, and waits until the port is free.
    pub async fn stop(mut self) {
        self.task.abort();
        // It always ends with an error: it was cancelled, here or with its runtime.
        let _ = (&mut self.task).await;
    }

    /// Runs until the process ends.
    pub async fn run(mut self) {
        let _ = (&mut self.task).await;
    }
}

impl Drop for StubHandle {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Starts a stub on the current tokio runtime. Returns its address and its handle.
pub async fn serve(config: StubConfig) -> Result<(SocketAddr, StubHandle), StubError> {
    let data = data::Data::read_files(&config.inventory, &config.amenities)?;
    let listen = |error| StubError(format!("cannot listen on {}: {error}", config.address));
    let listener = TcpListener::bind(config.address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let shared = Arc::new(Stub {
        token: config.token,
        project_code: config.project_code,
        state: Mutex::new(State {
            data,
            plan: behaviour::AnswerPlan::default(),
            requests: data::Requests::default(),
        }),
    });
    let names = OwnNames::new(address.ip(), Vec::new());
    let app = router(&config.base_path, Arc::clone(&shared), names);
    let task = tokio::spawn(misbehave::serve(listener, app));
    Ok((address, StubHandle { stub: shared, task }))
}

fn router(base_path: &str, shared: Arc<Stub>, names: OwnNames) -> Router {
    let base_path = base_path.trim_matches('/');
    let calls = format!("/{base_path}/{{*call}}").replace("//", "/");
    Router::new()
        .route(&calls, post(calls::answer))
        .route("/receivers/{*receiver}", any(calls::receive))
        .nest("/_stub", calls::control_routes())
        .with_state(shared)
        .layer(from_fn(refuse_other_sites))
        .layer(from_fn_with_state(names, refuse_other_names))
}

/// State shared by all requests.
struct Stub {
    token: String,
    project_code: String,
    state: Mutex<State>,
}

struct State {
    data: data::Data,
    plan: behaviour::AnswerPlan,
    requests: data::Requests,
}

impl Stub {
    /// Locks the state, which stays valid when a request panics.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}
