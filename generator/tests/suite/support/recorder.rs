//! An HTTP server that records what it is asked.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{StatusCode, Uri};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// A running server with one address.
pub struct Recorder {
    pub url: String,
    received: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl Recorder {
    /// A server with a path before all others, which answers with these statuses, and then with 200.
    pub fn start(path: &'static str, statuses: &'static [u16]) -> Recorder {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let received: Arc<Mutex<Vec<String>>> = Arc::default();
        let record = Arc::clone(&received);
        let statuses = Arc::new(Mutex::new(statuses.iter()));
        let routes = Router::new().fallback(async move |uri: Uri, body: String| {
            record
                .lock()
                .unwrap()
                .push(uri.path().strip_prefix(path).unwrap().to_owned() + &body);
            StatusCode::from_u16(*statuses.lock().unwrap().next().unwrap_or(&200)).unwrap()
        });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}{path}", listener.local_addr().unwrap());
        runtime.spawn(async { axum::serve(listener, routes).await });
        Recorder {
            url,
            received,
            _runtime: runtime,
        }
    }

    /// The rest of the path and the body of each request since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}
