//! A stub on a free port with the inventory of `examples/torre`, other platforms, and a client with short timeouts.

use axum::Router;
use axum::extract::State;
use axum::http::Request;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use platform::client::{CallError, Client, bearer};
use platform::config::{Limits, PlatformConfig};
use platform::stub::{self, Behaviour, Mode, RecordedRequest, StubConfig, StubHandle};
use platform::unit::Unit;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

pub const TOKEN: &str = "bearer-of-the-tests-7f3a";

/// How many units that inventory has.
pub const UNITS: usize = 84;

pub struct Fixture {
    pub address: SocketAddr,
    pub stub: StubHandle,
    pub http: reqwest::Client,
}

pub fn config() -> StubConfig {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/torre/content");
    StubConfig {
        address: "127.0.0.1:0".parse().unwrap(),
        base_path: "/v2/api".to_owned(),
        token: TOKEN.to_owned(),
        project_code: "TEST".to_owned(),
        inventory: content.join("inventory.json"),
        amenities: content.join("amenities.json"),
    }
}

/// Limits that a busy machine keeps.
pub const PATIENT: Limits = Limits {
    connect_ms: 25_000,
    attempt_ms: 25_000,
    deadline_ms: 50_000,
    attempts: 3,
    backoff_ms: 10,
    answer_bytes: 1 << 20,
};

/// Limits for a platform that does not answer.
pub const IMPATIENT: Limits = Limits {
    attempt_ms: 400,
    deadline_ms: 1500,
    ..PATIENT
};

pub fn client_at(host: &str, limits: Limits) -> Client {
    client(
        host,
        PlatformConfig {
            limits,
            ..PlatformConfig::default()
        },
    )
}

/// A client of the stub's project.
pub fn client(host: &str, config: PlatformConfig) -> Client {
    let config = PlatformConfig {
        project_code: "TEST".to_owned(),
        ..config
    };
    Client::new(host, &config, bearer(TOKEN).unwrap()).unwrap()
}

/// The units of call 3, without those of an earlier pull.
pub async fn list(client: &Client) -> Result<Vec<Unit>, CallError> {
    client
        .properties(&[], &BTreeMap::new())
        .await
        .map(|properties| properties.units)
}

impl Fixture {
    pub async fn start() -> Self {
        let (address, stub) = stub::serve(config()).await.unwrap();
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self {
            address,
            stub,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    pub fn host(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn client(&self) -> Client {
        client_at(&self.host(), PATIENT)
    }

    pub fn set_mode(&self, mode: Mode) {
        self.stub.set_behaviour(Behaviour::new("*", mode));
    }

    pub fn set_mode_for(&self, call: &str, mode: Mode, times: u32) {
        let times = Some(times);
        self.stub.set_behaviour(Behaviour {
            times,
            ..Behaviour::new(call, mode)
        });
    }

    pub fn change(&self, changes: &Value) {
        let changed = self
            .stub
            .change_unit("O-301", changes.as_object().unwrap().clone());
        assert!(changed, "{changes}");
    }

    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.stub.requests(None)
    }

    pub async fn raw(&self, call: &str, bearer: Option<&str>, body: &str) -> (u16, Value) {
        let url = format!("{}/v2/api/{call}", self.host());
        let request = self.http.post(url).body(body.to_owned());
        let request = bearer
            .into_iter()
            .fold(request, reqwest::RequestBuilder::bearer_auth);
        let response = request.send().await.unwrap();
        (
            response.status().as_u16(),
            response.json().await.unwrap_or_default(),
        )
    }
}

/// A request as the platform got it.
pub type Sent = Request<Value>;

type SentRequests = Arc<Mutex<Vec<Sent>>>;
type Shared = (SentRequests, Arc<dyn Fn(&Sent) -> Value + Send + Sync>);

/// A platform that answers as a function says.
pub struct Platform {
    pub url: String,
    sent: SentRequests,
}

impl Platform {
    pub async fn start(answers: impl Fn(&Sent) -> Value + Send + Sync + 'static) -> Platform {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (url, sent) = (
            format!("http://{}", listener.local_addr().unwrap()),
            SentRequests::default(),
        );
        let state: Shared = (Arc::clone(&sent), Arc::new(answers));
        let app = Router::new().fallback(answer).with_state(state);
        tokio::spawn(async { axum::serve(listener, app).await });
        Platform { url, sent }
    }

    pub fn requests(&self) -> Vec<Sent> {
        self.sent.lock().unwrap().clone()
    }
}

async fn answer(
    State((sent, answers)): State<Shared>,
    head: Parts,
    body: String,
) -> impl IntoResponse {
    let request = Request::from_parts(head, serde_json::from_str(&body).unwrap_or_default());
    sent.lock().unwrap().push(request.clone());
    let text = match answers(&request) {
        Value::String(raw) => raw,
        value => value.to_string(),
    };
    ([("content-type", "application/json")], text)
}
