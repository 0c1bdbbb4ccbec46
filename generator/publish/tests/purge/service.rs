//! A service on this machine that records requests and answers as told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

/// A request that the service received.
#[derive(Clone, Debug)]
pub struct Received {
    pub method: String,
    pub path: String,
    pub authorization: String,
    pub headers: Vec<String>,
    pub body: String,
}

/// An answer: the status, the value of `Retry-After`, the body.
pub type Answer = (u16, Option<u64>, String);

#[derive(Clone, Default)]
struct Shared {
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

/// A running service.
pub struct Service {
    pub url: String,
    shared: Shared,
}

impl Service {
    /// Starts the service. It gives these answers, and then accepts everything.
    pub async fn start(answers: impl IntoIterator<Item = Answer>) -> Service {
        let shared = Shared::default();
        shared.answers.lock().unwrap().extend(answers);
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Service { url, shared }
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Shared>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let header = |name: &str| {
        let value = head.headers.get(name).map(|value| value.to_str().unwrap());
        value.unwrap_or_default().to_owned()
    };
    shared.received.lock().unwrap().push(Received {
        method: head.method.to_string(),
        path: head.uri.to_string(),
        authorization: header("authorization"),
        headers: head.headers.keys().map(ToString::to_string).collect(),
        body: String::from_utf8(body.to_vec()).unwrap(),
    });
    let next = shared.answers.lock().unwrap().pop_front();
    let (status, wait, text) = next.unwrap_or((201, None, "{\"success\": true}".to_owned()));
    let status = StatusCode::from_u16(status).unwrap();
    match wait {
        Some(seconds) => (status, [("retry-after", seconds.to_string())], text).into_response(),
        None => (status, text).into_response(),
    }
}
