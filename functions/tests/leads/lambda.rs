//! The binary as a Lambda function, with an emulated runtime API and the documented event formats as files.

use super::support::child::ChildProcess;
use super::support::platform::LEAD;
use super::support::process::binary;
use super::support::{PATIENCE, Platform, Settings, THANKS, serve, wait_for};
use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};

const EVENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/events");

type Answer = Result<Value, Value>;

/// Emulates the parts of the runtime API that a function uses, for one event at a time: next event, response, error.
struct Emulator {
    address: String,
    events: mpsc::Sender<Value>,
    answers: Mutex<mpsc::Receiver<Answer>>,
}

impl Emulator {
    async fn start() -> Self {
        let (events, sent) = mpsc::channel(1);
        let (answered, answers) = mpsc::channel(1);
        let sent = Arc::new(Mutex::new(sent));
        let next = async move || {
            sent.lock()
                .await
                .recv()
                .await
                .map_or(StatusCode::GONE.into_response(), with_context)
        };
        let done = |answer: fn(Value) -> Answer| {
            let answered = answered.clone();
            post(async move |body: Bytes| {
                answered
                    .send(answer(serde_json::from_slice(&body).unwrap()))
                    .await
                    .unwrap();
                StatusCode::ACCEPTED
            })
        };
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", done(Ok))
            .route("/2018-06-01/runtime/invocation/{id}/error", done(Err));
        let address = serve(router).await;
        Self {
            address,
            events,
            answers: Mutex::new(answers),
        }
    }

    /// Sends an event and waits for the function's answer.
    async fn invoke(&self, event: &Value) -> Answer {
        self.events.send(event.clone()).await.unwrap();
        let mut answers = self.answers.lock().await;
        let answer = tokio::time::timeout(PATIENCE, answers.recv());
        answer.await.expect("no answer").unwrap()
    }
}

/// An event with the headers that describe its invocation.
fn with_context(event: Value) -> axum::response::Response {
    let deadline = Timestamp::now() + SignedDuration::from_secs(30);
    let deadline = [(
        "lambda-runtime-deadline-ms",
        deadline.as_millisecond().to_string(),
    )];
    let function = "arn:aws:lambda:us-east-1:123456789012:function:leads";
    let headers = [
        ("lambda-runtime-aws-request-id", "request"),
        ("lambda-runtime-invoked-function-arn", function),
    ];
    (deadline, headers, axum::Json(event)).into_response()
}

fn start(settings: &Settings, emulator: &Emulator) -> ChildProcess {
    let context = [
        ("AWS_LAMBDA_RUNTIME_API", emulator.address.as_str()),
        ("AWS_LAMBDA_FUNCTION_NAME", "leads"),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128"),
        ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
        ("AWS_LAMBDA_LOG_STREAM_NAME", "stream"),
        ("AWS_LAMBDA_LOG_GROUP_NAME", "group"),
    ];
    let mut command = settings.command(&binary());
    ChildProcess::start(command.envs(context).stderr(Stdio::null()))
}

fn event(name: &str) -> Value {
    serde_json::from_slice(&fs::read(format!("{EVENTS}/{name}")).unwrap()).unwrap()
}

#[tokio::test]
async fn every_documented_event_format_is_answered() {
    let emulator = Emulator::start().await;
    let platform = Platform::start().await;
    let settings =
        Settings::to_platform(&platform.url()).with("LEADS_ORIGINS", "https://ceibalta.example");
    let _function = start(&settings, &emulator);
    let mut accepted = 0;
    for file in fs::read_dir(EVENTS).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let case = event(&name);
        let answer = emulator
            .invoke(&case["event"])
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        for (key, expected) in case["expected"].as_object().unwrap() {
            let found = match key.as_str() {
                "location" if answer["headers"][key].is_string() => &answer["headers"][key],
                "location" => &answer["multiValueHeaders"][key][0],
                _ => &answer[key],
            };
            assert_eq!(found, expected, "{name}: {answer}");
        }
        let status = answer["statusCode"].as_i64();
        let posted = !name.ends_with("health.json") && matches!(status, Some(200 | 303));
        accepted += usize::from(posted);
        if posted && status == Some(200) {
            let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
            assert_eq!(body["message"], THANKS, "{name}");
        }
    }
    assert_eq!(
        settings.objects("delivered").len(),
        accepted,
        "each accepted event is one lead"
    );
    assert_eq!(accepted, 11);
}

#[tokio::test]
async fn a_scheduled_event_delivers_what_a_request_could_not() {
    let emulator = Emulator::start().await;
    let platform = Platform::start().await;
    platform.mode("server_error");
    let settings =
        Settings::to_platform(&platform.url()).with("LEADS_ORIGINS", "https://ceibalta.example");
    let _function = start(&settings, &emulator);
    let answer = emulator
        .invoke(&event("api-gateway-v2.json")["event"])
        .await
        .unwrap();
    assert_eq!(answer["statusCode"], 200);
    platform.mode("ok");
    let schedule = &event("schedule.json")["event"];
    let report = wait_for("a scheduled event delivers the lead", async || {
        let report = emulator.invoke(schedule).await.unwrap();
        (report["delivered"] != 0).then_some(report)
    })
    .await;
    let counts = (&report["delivered"], &report["before"]["waiting"]);
    assert_eq!(counts, (&json!(1), &json!(1)), "{report}");
    assert_eq!(platform.taken(LEAD).len(), 1);
    let error = emulator.invoke(&json!({"something": "else"})).await;
    assert!(
        error.is_err(),
        "an unknown event is an error of the invocation and does not end the process"
    );
    let report = emulator.invoke(schedule).await.unwrap();
    assert_eq!(report["delivered"], 0);
}
