//! A service on this machine that records requests and answers as told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use tokio::net::TcpListener;

/// An answer: the status, the value of `Retry-After`, the body.
pub type Answer = (u16, Option<u64>, String);

/// What was received, and the next answers.
type Shared = Arc<(Mutex<Vec<Request<String>>>, Mutex<VecDeque<Answer>>)>;

pub struct Service {
    pub url: String,
    shared: Shared,
}

impl Service {
    /// Starts the service. It gives these answers, and then accepts everything.
    pub async fn start(answers: impl IntoIterator<Item = Answer>) -> Service {
        let shared: Shared =
            Arc::new((Mutex::default(), Mutex::new(answers.into_iter().collect())));
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Service { url, shared }
    }

    pub fn received(&self) -> Vec<Request<String>> {
        self.shared.0.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Shared>, head: Parts, body: String) -> impl IntoResponse {
    shared
        .0
        .lock()
        .unwrap()
        .push(Request::from_parts(head, body));
    let next = shared.1.lock().unwrap().pop_front();
    let (status, wait, text) = next.unwrap_or((201, None, "{\"success\": true}".to_owned()));
    let wait = wait.map(|seconds| [("retry-after", seconds.to_string())]);
    (StatusCode::from_u16(status).unwrap(), wait, text)
}
