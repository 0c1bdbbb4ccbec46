//! The platform's stub, in this process, over HTTP.

use platform::stub::{self, RecordedRequest, StubConfig, StubHandle};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::LazyLock;
use tokio::runtime::Runtime;

pub const TOKEN: &str = "bearer-of-the-tests-5f1c";
pub const LEAD: &str = "lead/createLeadWebsite";
pub const MAIL: &str = "sendContactMail";

/// The stub runs in its own thread, so that it answers while a test blocks on a process.
pub(super) static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
});

pub struct Platform {
    address: SocketAddr,
    handle: StubHandle,
}

impl Platform {
    pub async fn start() -> Self {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    pub async fn start_at(address: SocketAddr) -> Self {
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/torre/content");
        let config = StubConfig {
            address,
            base_path: "/v2/api".to_owned(),
            token: TOKEN.to_owned(),
            project_code: "test".to_owned(),
            inventory: content.join("inventory.json"),
            amenities: content.join("amenities.json"),
        };
        let (address, handle) = RUNTIME.spawn(stub::serve(config)).await.unwrap().unwrap();
        Self { address, handle }
    }

    /// Stops the stub: connections to its address are refused.
    pub async fn stop(self) -> SocketAddr {
        self.handle.stop().await;
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn behave(&self, behaviour: Value) {
        self.handle
            .set_behaviour(serde_json::from_value(behaviour).unwrap());
    }

    pub fn mode(&self, mode: &str) {
        self.behave(json!({"call": "*", "mode": mode}));
    }

    pub fn requests(&self, call: &str) -> Vec<RecordedRequest> {
        self.handle.requests(Some(call))
    }

    /// How often one call accepted each lead (status 200), by reference.
    pub fn taken(&self, call: &str) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for request in self
            .requests(call)
            .iter()
            .filter(|request| request.status == Some(200))
        {
            *counts.entry(reference(&request.body)).or_insert(0) += 1;
        }
        counts
    }

    pub fn count(&self, call: &str) -> usize {
        self.requests(call).len()
    }
}

/// The lead's reference in the text of a call 1 or 2.
pub fn reference(body: &Value) -> String {
    let text = body["observations"]
        .as_str()
        .or(body["flatInterested"].as_str())
        .unwrap_or_default();
    text.rsplit("Folio: ").next().unwrap_or_default().to_owned()
}
