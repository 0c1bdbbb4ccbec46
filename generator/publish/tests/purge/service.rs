//! A service on this machine that records requests and answers as told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Request as Received, StatusCode};
use axum::response::IntoResponse;
use tokio::net::TcpListener;

/// An answer: the status, the value of `Retry-After`, the body.
pub type Answer = (u16, Option<u64>, String);

#[derive(Clone, Default)]
struct Shared {
    received: Arc<Mutex<Vec<Received<String>>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

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

    pub fn received(&self) -> Vec<Received<String>> {
        self.shared.received.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Shared>, request: Request) -> impl IntoResponse {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    shared.received.lock().unwrap().push(Received::from_parts(head, body));
    let next = shared.answers.lock().unwrap().pop_front();
    let (status, wait, text) = next.unwrap_or((201, None, "{\"success\": true}".to_owned()));
    let wait = wait.map(|seconds| [("retry-after", seconds.to_string())]);
    (StatusCode::from_u16(status).unwrap(), wait, text)
}
