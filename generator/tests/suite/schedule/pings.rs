//! A dead man's switch that records the pings it receives.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::Uri;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The path of the check; what a ping appends to it is recorded.
const CHECK: &str = "/canary-of-the-check-51c0";

/// A running service.
pub(super) struct PingServer {
    /// The address of its only check.
    pub(super) url: String,
    received: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl PingServer {
    pub(super) fn start() -> PingServer {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let received: Arc<Mutex<Vec<String>>> = Arc::default();
        let record = Arc::clone(&received);
        let routes = Router::new().fallback(async move |uri: Uri| {
            let event = uri.path().strip_prefix(CHECK).unwrap().to_owned();
            record.lock().unwrap().push(event);
            "OK"
        });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}{CHECK}", listener.local_addr().unwrap());
        runtime.spawn(async { axum::serve(listener, routes).await });
        PingServer { url, received, _runtime: runtime }
    }

    /// What was appended to the address by each ping since the last call.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}
