//! Calls 3, 4 and 5 over HTTP: correct answers, and the error of each wrong one.

mod support;

use platform::client::{CallError, ErrorKind};
use platform::config::Limits;
use platform::stub::{Behaviour, Mode};
use platform::unit::{Status, UnitCode};
use serde_json::json;
use std::time::Duration;
use support::{Fixture, TOKEN, UNITS, client_at, limits};

async fn error_of(mode: Mode) -> (CallError, usize) {
    let fixture = Fixture::start().await;
    fixture.set_mode(mode);
    let error = fixture
        .client()
        .property_list()
        .await
        .expect_err("the call must fail");
    (error, fixture.requests().len())
}

#[tokio::test]
async fn units_and_amenities_are_read() {
    let fixture = Fixture::start().await;
    let units = fixture.client().property_list().await.unwrap();
    let amenities = fixture.client().amenities_list().await.unwrap();
    assert_eq!((units.len(), amenities.len()), (UNITS, 2));
    for status in Status::ALL {
        assert!(units.iter().any(|unit| unit.status == status), "{status}");
    }
    let sent = fixture.requests();
    assert_eq!(
        (sent[0].call.as_str(), sent[0].authorized),
        ("property/list", true)
    );
    assert_eq!(sent[0].body, json!({"real_estate_development_code": "TEST"}));
    assert_eq!(sent[1].body, json!({"real_estate_development_code": "TEST"}));
}

#[tokio::test]
async fn one_unit_is_read() {
    let fixture = Fixture::start().await;
    let code = UnitCode::new("O-301").unwrap();
    let changes = json!({"price": "$5,000,000.50 MXN", "status": "Vendido"});
    let changes = changes.as_object().unwrap().clone();
    assert!(fixture.stub.change_unit("O-301", changes));
    let unit = fixture.client().property_detail(&code).await.unwrap();
    assert_eq!(
        (unit.code, unit.price.centavos(), unit.status),
        (code, 500_000_050, Status::Sold)
    );
    assert_eq!(
        fixture.requests()[0].body,
        json!({"realEstateCode": "TEST", "propertyCode": "O-301"})
    );
    let unknown = fixture
        .client()
        .property_detail(&UnitCode::new("X-1").unwrap())
        .await
        .unwrap_err();
    assert_eq!(unknown.status(), Some(404));
}

#[tokio::test]
async fn a_404_for_amenities_is_an_empty_list() {
    let fixture = Fixture::start().await;
    fixture.set_mode(Mode::NotFound);
    assert_eq!(fixture.client().amenities_list().await, Ok(vec![]));
    assert_eq!(
        fixture.client().property_list().await.unwrap_err().status(),
        Some(404)
    );
}

#[tokio::test]
async fn temporary_errors_are_retried() {
    for mode in [Mode::ServerError, Mode::Refuse, Mode::Break, Mode::Hang] {
        let fixture = Fixture::start().await;
        fixture.set_mode_for("property/list", mode, 2);
        assert_eq!(
            fixture.client().property_list().await.unwrap().len(),
            UNITS,
            "{mode:?}"
        );
        assert_eq!(fixture.requests().len(), 3, "{mode:?}");
    }
}

#[tokio::test]
async fn permanent_errors_are_not_retried() {
    for (mode, status) in [
        (Mode::Unauthorized, 401),
        (Mode::NotFound, 404),
        (Mode::Unprocessable, 422),
    ] {
        let (error, requests) = error_of(mode).await;
        assert_eq!((error.status(), requests), (Some(status), 1));
    }
}

#[tokio::test]
async fn the_number_of_attempts_is_limited() {
    let (error, requests) = error_of(Mode::ServerError).await;
    assert_eq!((error.status(), requests), (Some(500), 3));
}

#[tokio::test]
async fn a_429_is_retried() {
    let fixture = Fixture::start().await;
    fixture.set_mode_for("property/list", Mode::TooManyRequests, 1);
    assert!(fixture.client().property_list().await.is_ok());
    assert_eq!(fixture.requests().len(), 2);
}

#[tokio::test]
async fn a_requested_wait_longer_than_the_timeout_is_not_waited_for() {
    let fixture = Fixture::start().await;
    fixture.stub.set_behaviour(Behaviour {
        retry_after: 600,
        ..Behaviour::new("*", Mode::TooManyRequests)
    });
    let error = fixture.client().property_list().await.unwrap_err();
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
async fn a_missing_answer_is_a_timeout() {
    for mode in [Mode::Hang, Mode::Stall] {
        let fixture = Fixture::start().await;
        fixture.set_mode(mode);
        let error = fixture.client().property_list().await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Timeout(_)), "{mode:?}: {error}");
    }
}

#[tokio::test]
async fn a_slow_answer_within_the_timeout_is_accepted() {
    let fixture = Fixture::start().await;
    fixture.stub.set_behaviour(Behaviour {
        delay_ms: 150,
        ..Behaviour::new("*", Mode::Slow)
    });
    assert!(fixture.client().property_list().await.is_ok());
}

#[tokio::test]
async fn a_refused_and_a_dropped_connection_are_different_errors() {
    let fixture = Fixture::start().await;
    let (host, client) = (fixture.host(), fixture.client());
    assert!(client.property_list().await.is_ok());
    fixture.stub.stop().await;
    let error = client_at(&host, limits()).property_list().await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Connect(_)), "{error}");
    assert!(!error.may_have_arrived());
    let (error, _) = error_of(Mode::Refuse).await;
    assert!(matches!(error.kind, ErrorKind::Interrupted(_)), "{error}");
    assert!(error.may_have_arrived());
}

#[tokio::test]
async fn a_failed_tls_connection_is_a_connection_error() {
    let fixture = Fixture::start().await;
    for port in [1, fixture.address.port()] {
        let client = client_at(&format!("https://127.0.0.1:{port}"), limits());
        let error = client.property_list().await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Connect(_)), "{error}");
    }
    assert!(fixture.requests().is_empty());
}

#[tokio::test]
async fn answers_that_are_not_json_are_rejected_without_a_retry() {
    let (error, requests) = error_of(Mode::Html).await;
    assert_eq!(
        (error.kind, requests),
        (ErrorKind::NotJson("text/html".to_owned()), 1)
    );
    for mode in [Mode::CutOff, Mode::Deep] {
        let (error, requests) = error_of(mode).await;
        assert!(
            matches!(error.kind, ErrorKind::BrokenJson(_)),
            "{mode:?}: {error}"
        );
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn an_answer_above_the_size_limit_is_rejected() {
    let (error, requests) = error_of(Mode::Huge).await;
    assert_eq!(
        (error.kind, requests),
        (ErrorKind::TooLarge { limit: 1 << 20 }, 1)
    );
    let fixture = Fixture::start().await;
    fixture.set_mode(Mode::Huge);
    let large_limit = Limits {
        answer_bytes: 64 << 20,
        attempt_ms: 20_000,
        deadline_ms: 20_000,
        ..limits()
    };
    assert_eq!(
        client_at(&fixture.host(), large_limit)
            .property_list()
            .await
            .unwrap()
            .len(),
        UNITS
    );
}

#[tokio::test]
async fn an_answer_in_another_format_is_described() {
    let (error, _) = error_of(Mode::OtherShape).await;
    let message = "property/list: the answer should have an object at Data, but has nothing there";
    assert_eq!(error.to_string(), message);
    let (error, _) = error_of(Mode::UnknownStatus).await;
    assert!(
        error
            .to_string()
            .contains(r#"unit L-101, field status ('status' on the platform): "en litigio""#)
    );
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (error, requests) = error_of(Mode::Redirect).await;
    assert_eq!(requests, 1);
    assert_eq!(
        error.kind,
        ErrorKind::Redirect {
            status: 307,
            to: "elsewhere.invalid".to_owned()
        }
    );
}

#[tokio::test]
async fn errors_do_not_contain_the_bearer_token() {
    use Mode::*;
    let fixture = Fixture::start().await;
    for mode in [
        Refuse,
        Stall,
        Break,
        Unauthorized,
        NotFound,
        ServerError,
        Redirect,
        Html,
        CutOff,
        OtherShape,
        Huge,
    ] {
        fixture.set_mode(mode);
        let error = fixture.client().property_list().await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains(TOKEN), "{mode:?}");
    }
    let sent = serde_json::to_string(&fixture.requests()).unwrap();
    assert!(!sent.contains(TOKEN));
}
