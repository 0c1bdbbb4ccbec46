//! A stub on a free port with the inventory of `examples/torre`, and a client with short timeouts.

use platform::client::{CallError, Client, bearer};
use platform::config::{Limits, PlatformConfig};
use platform::stub::{self, Behaviour, Mode, RecordedRequest, StubConfig, StubHandle};
use platform::unit::Unit;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;

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
    connect_ms: 10_000,
    attempt_ms: 10_000,
    deadline_ms: 30_000,
    attempts: 3,
    backoff_ms: 10,
    answer_bytes: 1 << 20,
};

/// Limits for a platform that does not answer.
pub const IMPATIENT: Limits = Limits { attempt_ms: 400, deadline_ms: 1500, ..PATIENT };

pub fn client_at(host: &str, limits: Limits) -> Client {
    client(host, PlatformConfig { limits, ..PlatformConfig::default() })
}

/// A client of the stub's project.
pub fn client(host: &str, config: PlatformConfig) -> Client {
    let config = PlatformConfig { project_code: "TEST".to_owned(), ..config };
    Client::new(host, &config, bearer(TOKEN).unwrap()).unwrap()
}

/// The units of call 3, without those of an earlier pull.
pub async fn list(client: &Client) -> Result<Vec<Unit>, CallError> {
    client.properties(&[], &BTreeMap::new()).await.map(|properties| properties.units)
}

impl Fixture {
    pub async fn start() -> Self {
        let (address, stub) = stub::serve(config()).await.unwrap();
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { address, stub, http: reqwest::Client::builder().no_proxy().build().unwrap() }
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
        self.stub.set_behaviour(Behaviour { times, ..Behaviour::new(call, mode) });
    }

    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.stub.requests(None)
    }

    /// Sends a request without the client.
    pub async fn raw(&self, call: &str, bearer: Option<&str>, body: &str) -> (u16, Value) {
        let url = format!("{}/v2/api/{call}", self.host());
        let mut request = self.http.post(url).body(body.to_owned());
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }
}
