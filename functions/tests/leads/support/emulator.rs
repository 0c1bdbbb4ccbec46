//! Emulates the parts of AWS Lambda's runtime API that a function uses: next event, response, error.

use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};

type Answer = Result<Value, Value>;

/// A running emulator, which sends one event at a time.
pub struct Emulator {
    pub address: String,
    events: mpsc::Sender<Value>,
    answers: Mutex<mpsc::Receiver<Answer>>,
}

impl Emulator {
    pub async fn start() -> Self {
        let (events, sent) = mpsc::channel(1);
        let (answered, answers) = mpsc::channel(1);
        let sent = Arc::new(Mutex::new(sent));
        let next = move || {
            let sent = Arc::clone(&sent);
            async move { sent.lock().await.recv().await.map_or(StatusCode::GONE.into_response(), with_context) }
        };
        let done = |answer: fn(Value) -> Answer| {
            let answered = answered.clone();
            post(move |body: Bytes| {
                let answered = answered.clone();
                async move {
                    answered.send(answer(serde_json::from_slice(&body).unwrap())).await.unwrap();
                    StatusCode::ACCEPTED
                }
            })
        };
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", done(Ok))
            .route("/2018-06-01/runtime/invocation/{id}/error", done(Err));
        let address = super::serve(router).await;
        Self { address, events, answers: Mutex::new(answers) }
    }

    /// Sends an event and waits for the function's answer.
    pub async fn invoke(&self, event: &Value) -> Answer {
        self.events.send(event.clone()).await.unwrap();
        let mut answers = self.answers.lock().await;
        let answer = tokio::time::timeout(Duration::from_secs(20), answers.recv());
        answer.await.expect("no answer within 20 s").unwrap()
    }
}

/// An event with the headers that describe its invocation.
fn with_context(event: Value) -> axum::response::Response {
    let deadline = Timestamp::now() + SignedDuration::from_secs(30);
    let headers = [
        ("lambda-runtime-aws-request-id", "request".to_owned()),
        ("lambda-runtime-deadline-ms", deadline.as_millisecond().to_string()),
        (
            "lambda-runtime-invoked-function-arn",
            "arn:aws:lambda:us-east-1:123456789012:function:leads".to_owned(),
        ),
    ];
    (headers, axum::Json(event)).into_response()
}
