//! The binary as a Lambda function, with an emulated runtime API and the documented event formats as files.

use super::support::child::ChildProcess;
use super::support::emulator::Emulator;
use super::support::platform::LEAD;
use super::support::{Platform, Settings, wait_for};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Starts the function as Lambda does.
fn start(settings: &Settings, emulator: &Emulator) -> ChildProcess {
    let context = [
        ("AWS_LAMBDA_RUNTIME_API", emulator.address.as_str()),
        ("AWS_LAMBDA_FUNCTION_NAME", "leads"),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128"),
        ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
        ("AWS_LAMBDA_LOG_STREAM_NAME", "stream"),
        ("AWS_LAMBDA_LOG_GROUP_NAME", "group"),
    ];
    let mut command = settings.command(env!("CARGO_BIN_EXE_leads"));
    ChildProcess::start(command.envs(context).stderr(Stdio::null()))
}

fn event_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/events");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn header(answer: &Value, name: &str) -> Option<String> {
    let single = answer["headers"][name].as_str().map(str::to_owned);
    single.or_else(|| answer["multiValueHeaders"][name][0].as_str().map(str::to_owned))
}

#[tokio::test]
async fn every_documented_event_format_is_answered() {
    let emulator = Emulator::start().await;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_ORIGINS", "https://ceibalta.example");
    let _function = start(&settings, &emulator);
    let mut accepted = 0;
    for path in event_files() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let case: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let answer =
            emulator.invoke(case["event"].clone()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        for (key, expected) in case["expected"].as_object().unwrap() {
            if key == "location" {
                assert_eq!(header(&answer, key).as_deref(), expected.as_str(), "{name}");
            } else {
                assert_eq!(&answer[key], expected, "{name}: {answer}");
            }
        }
        let posted = !name.ends_with("health") && matches!(answer["statusCode"].as_i64(), Some(200 | 303));
        accepted += usize::from(posted);
        if answer["statusCode"] == 200 && posted {
            let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
            let thanks = "Correo envíado correctamente. Pronto nos contactaremos contigo";
            assert_eq!(body["message"], thanks, "{name}");
        }
    }
    assert_eq!(settings.objects("delivered").len(), accepted, "each accepted event is one lead");
    assert_eq!(accepted, 11);
}

#[tokio::test]
async fn a_scheduled_event_delivers_what_a_request_could_not() {
    let emulator = Emulator::start().await;
    let platform = Platform::start().await;
    platform.mode("server_error");
    let settings = Settings::to_platform(&platform.url()).with("LEADS_ORIGINS", "https://ceibalta.example");
    let _function = start(&settings, &emulator);
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/events").join(name);
        serde_json::from_str::<Value>(&std::fs::read_to_string(path).unwrap()).unwrap()["event"].clone()
    };
    let answer = emulator.invoke(read("api-gateway-v2.json")).await.unwrap();
    assert_eq!(answer["statusCode"], 200);
    platform.mode("ok");
    let report = wait_for(10, "a scheduled event delivers the lead", || async {
        let report = emulator.invoke(read("schedule.json")).await.unwrap();
        (report["delivered"] != 0).then_some(report)
    })
    .await;
    let counts = (&report["delivered"], &report["before"]["waiting"]);
    assert_eq!(counts, (&json!(1), &json!(1)), "{report}");
    assert_eq!(platform.taken(LEAD).len(), 1);
    let error = emulator.invoke(json!({"something": "else"})).await;
    assert!(error.is_err(), "an unknown event is an error of the invocation and does not end the process");
    let report = emulator.invoke(read("schedule.json")).await.unwrap();
    assert_eq!(report["delivered"], 0);
}
