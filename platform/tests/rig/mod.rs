//! A stub on a free port with the shipped inventory, and a client of it that loses patience quickly.

#![allow(
    clippy::unwrap_used,
    dead_code,
    reason = "each test file uses its part of the rig"
)]

use platform::client::{Client, Token};
use platform::config::{Limits, PlatformConfig};
use platform::stub::{self, Behaviour, Mode, Recorded, StubConfig, StubHandle};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;

pub const TOKEN: &str = "bearer-of-the-tests-7f3a";

pub struct Rig {
    pub address: SocketAddr,
    pub stub: StubHandle,
    http: reqwest::Client,
}

pub fn config() -> StubConfig {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    StubConfig {
        address: "127.0.0.1:0".parse().unwrap(),
        base_path: "/v2/api".to_owned(),
        token: TOKEN.to_owned(),
        project_code: "TEST".to_owned(),
        inventory: content.join("inventory.json"),
        amenities: content.join("amenities.json"),
    }
}

pub fn limits() -> Limits {
    Limits {
        connect_ms: 500,
        attempt_ms: 400,
        deadline_ms: 1500,
        attempts: 3,
        backoff_ms: 10,
        answer_bytes: 1 << 20,
    }
}

pub fn client_at(host: &str, limits: Limits) -> Client {
    let config = PlatformConfig {
        project_code: "TEST".to_owned(),
        limits,
        ..PlatformConfig::default()
    };
    Client::new(host, &config, Token::new(TOKEN).unwrap()).unwrap()
}

impl Rig {
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
        client_at(&self.host(), limits())
    }

    pub async fn tell(&self, behaviour: &Behaviour) {
        self.put("behaviour", &json!(behaviour)).await;
    }

    pub async fn mode(&self, mode: Mode) {
        self.tell(&Behaviour::new("*", mode)).await;
    }

    pub async fn times(&self, call: &str, mode: Mode, times: u32) {
        self.tell(&Behaviour {
            times: Some(times),
            ..Behaviour::new(call, mode)
        })
        .await;
    }

    pub async fn put(&self, path: &str, body: &Value) {
        let response = self
            .http
            .put(format!("{}/_stub/{path}", self.host()))
            .json(body)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 204, "{path}");
    }

    pub async fn requests(&self) -> Vec<Recorded> {
        let response = self
            .http
            .get(format!("{}/_stub/requests", self.host()))
            .send()
            .await
            .unwrap();
        response.json().await.unwrap()
    }

    /// A request without the client, as other programs make it.
    pub async fn raw(&self, call: &str, bearer: Option<&str>, body: &str) -> (u16, Value) {
        let mut request = self
            .http
            .post(format!("{}/v2/api/{call}", self.host()))
            .body(body.to_owned());
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        let response = request.send().await.unwrap();
        (
            response.status().as_u16(),
            response.json().await.unwrap_or_default(),
        )
    }
}
