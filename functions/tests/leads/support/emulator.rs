//! Emulates the parts of AWS Lambda's runtime API that a function uses: next event, response, error.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::{Mutex, mpsc, oneshot};

type Answer = Result<Value, Value>;

struct Runtime {
    events: Mutex<mpsc::Receiver<(Value, oneshot::Sender<Answer>)>>,
    waiting: Mutex<HashMap<String, oneshot::Sender<Answer>>>,
}

/// A running emulator.
pub struct Emulator {
    pub address: String,
    events: mpsc::Sender<(Value, oneshot::Sender<Answer>)>,
}

impl Emulator {
    pub async fn start() -> Self {
        let (events, receiver) = mpsc::channel(10);
        let runtime = Arc::new(Runtime { events: Mutex::new(receiver), waiting: Mutex::default() });
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(answer))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(error))
            .with_state(runtime);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, events }
    }

    /// Sends an event and waits for the function's answer.
    pub async fn invoke(&self, event: Value) -> Answer {
        let (sender, receiver) = oneshot::channel();
        self.events.send((event, sender)).await.unwrap();
        tokio::time::timeout(Duration::from_secs(20), receiver).await.expect("no answer within 20 s").unwrap()
    }
}

async fn next(State(runtime): State<Arc<Runtime>>) -> Response {
    let Some((event, sender)) = runtime.events.lock().await.recv().await else {
        return StatusCode::GONE.into_response();
    };
    let mut waiting = runtime.waiting.lock().await;
    let id = format!("request-{}", waiting.len());
    waiting.insert(id.clone(), sender);
    let deadline =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap() + Duration::from_secs(30);
    let headers = [
        ("lambda-runtime-aws-request-id", id),
        ("lambda-runtime-deadline-ms", deadline.as_millis().to_string()),
        (
            "lambda-runtime-invoked-function-arn",
            "arn:aws:lambda:us-east-1:123456789012:function:leads".to_owned(),
        ),
    ];
    (headers, Json(event)).into_response()
}

async fn done(runtime: &Runtime, id: &str, answer: Answer) -> StatusCode {
    let sender = runtime.waiting.lock().await.remove(id);
    let _ = sender.unwrap().send(answer);
    StatusCode::ACCEPTED
}

async fn answer(State(runtime): State<Arc<Runtime>>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    done(&runtime, &id, Ok(serde_json::from_slice(&body).unwrap())).await
}

async fn error(State(runtime): State<Arc<Runtime>>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    done(&runtime, &id, Err(serde_json::from_slice(&body).unwrap())).await
}
