//! Calls 3 and 5 over HTTP: correct answers, and the error of each wrong one.

use crate::support::{Fixture, IMPATIENT, PATIENT, TOKEN, UNITS, client_at, list};
use platform::client::{CallError, ErrorKind};
use platform::config::Limits;
use platform::stub::{Behaviour, Mode};
use platform::unit::Status;
use serde_json::json;
use std::time::Duration;

/// The error of call 3 in a mode, and the number of its attempts.
async fn error_of(mode: Mode, limits: Limits) -> (CallError, usize) {
    let fixture = Fixture::start().await;
    fixture.set_mode(mode);
    let client = client_at(&fixture.host(), limits);
    let error = list(&client).await.expect_err("the call must fail");
    // No error contains the bearer token.
    assert!(!format!("{error} {error:?}").contains(TOKEN), "{mode:?}");
    let sent = fixture.requests();
    assert!(!serde_json::to_string(&sent).expect("JSON").contains(TOKEN));
    (error, sent.len())
}

#[tokio::test]
async fn units_and_amenities_are_read() {
    let fixture = Fixture::start().await;
    let units = list(&fixture.client()).await.unwrap();
    let amenities = fixture.client().amenities_list().await.unwrap();
    assert_eq!((units.len(), amenities.len()), (UNITS, 2));
    for status in Status::ALL {
        assert!(units.iter().any(|unit| unit.status == status), "{status:?}");
    }
    let sent = fixture.requests();
    assert_eq!(
        (sent[0].call.as_str(), sent[0].authorized),
        ("property/list", true)
    );
    assert_eq!(
        [&sent[0].body, &sent[1].body],
        [&json!({"real_estate_development_code": "TEST"}); 2]
    );
    fixture.set_mode(Mode::NotFound);
    assert_eq!(
        fixture.client().amenities_list().await,
        Ok(vec![]),
        "no amenities"
    );
    fixture.set_mode(Mode::Huge);
    let large = Limits {
        answer_bytes: 64 << 20,
        ..PATIENT
    };
    assert_eq!(
        list(&client_at(&fixture.host(), large)).await.unwrap(),
        units,
        "the limit can be raised"
    );
}

#[tokio::test]
async fn temporary_errors_are_retried() {
    for (mode, limits) in [
        (Mode::ServerError, PATIENT),
        (Mode::TooManyRequests, PATIENT),
        (Mode::Refuse, PATIENT),
        (Mode::Break, PATIENT),
        (
            Mode::Hang,
            Limits {
                attempt_ms: 2_000,
                ..PATIENT
            },
        ),
    ] {
        let fixture = Fixture::start().await;
        fixture.set_mode_for("property/list", mode, 2);
        let units = list(&client_at(&fixture.host(), limits)).await.unwrap();
        assert_eq!(
            (units.len(), fixture.requests().len()),
            (UNITS, 3),
            "{mode:?}"
        );
    }
}

#[tokio::test]
async fn permanent_errors_are_not_retried_and_do_not_contain_the_bearer_token() {
    for (mode, status, attempts) in [
        (Mode::Unauthorized, 401, 1),
        (Mode::NotFound, 404, 1),
        (Mode::Unprocessable, 422, 1),
        (Mode::ServerError, 500, 3),
    ] {
        let (error, requests) = error_of(mode, PATIENT).await;
        assert!(
            matches!(error.kind, ErrorKind::Status { status: found, .. } if found == status),
            "{error}"
        );
        assert_eq!(requests, attempts);
    }
    let redirect = ErrorKind::Redirect {
        status: 307,
        to: "elsewhere.invalid".to_owned(),
    };
    let not_json = ErrorKind::NotJson("text/html".to_owned());
    let too_large = ErrorKind::TooLarge { limit: 1 << 20 };
    for (mode, kind) in [
        (Mode::Html, not_json),
        (Mode::Redirect, redirect),
        (Mode::Huge, too_large),
    ] {
        let (error, requests) = error_of(mode, PATIENT).await;
        assert_eq!((error.kind, requests), (kind, 1), "{mode:?}");
    }
    for mode in [Mode::CutOff, Mode::Deep] {
        let (error, requests) = error_of(mode, PATIENT).await;
        assert!(
            matches!(error.kind, ErrorKind::BrokenJson(_)),
            "{mode:?}: {error}"
        );
        assert_eq!(requests, 1);
    }
    let (error, _) = error_of(Mode::OtherShape, PATIENT).await;
    let message =
        "property/list: the answer has nothing at `Data.Property` instead of a list of units";
    assert!(error.to_string().starts_with(message), "{error}");
    let (error, _) = error_of(Mode::UnknownStatus, PATIENT).await;
    let message = r#"unit L-101, field status ('status' on the platform): "en litigio""#;
    assert!(error.to_string().contains(message), "{error}");
}

#[tokio::test]
async fn a_requested_wait_longer_than_the_timeout_is_not_waited_for() {
    let fixture = Fixture::start().await;
    fixture.stub.set_behaviour(Behaviour {
        retry_after: 600,
        ..Behaviour::new("*", Mode::TooManyRequests)
    });
    let error = list(&fixture.client()).await.unwrap_err();
    let retry_after = Some(Duration::from_secs(600));
    assert_eq!(
        error.kind,
        ErrorKind::Status {
            status: 429,
            retry_after
        }
    );
    assert_eq!(fixture.requests().len(), 1);
}

#[tokio::test]
async fn a_missing_answer_is_a_timeout_and_a_slow_one_is_accepted() {
    for mode in [Mode::Hang, Mode::Stall] {
        let (error, _) = error_of(mode, IMPATIENT).await;
        assert!(
            matches!(error.kind, ErrorKind::Timeout(_)),
            "{mode:?}: {error}"
        );
    }
    let fixture = Fixture::start().await;
    let slow = Behaviour {
        delay_ms: 150,
        ..Behaviour::new("*", Mode::Slow)
    };
    fixture.stub.set_behaviour(slow);
    assert!(list(&fixture.client()).await.is_ok());
}

#[tokio::test]
async fn connections_that_are_refused_dropped_or_without_tls_are_told_apart() {
    let fixture = Fixture::start().await;
    for port in [1, fixture.address.port()] {
        let client = client_at(&format!("https://127.0.0.1:{port}"), PATIENT);
        let error = list(&client).await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Connect(_)), "{error}");
    }
    assert!(fixture.requests().is_empty());
    let (error, _) = error_of(Mode::Refuse, PATIENT).await;
    assert!(matches!(error.kind, ErrorKind::Interrupted(_)), "{error}");
}
