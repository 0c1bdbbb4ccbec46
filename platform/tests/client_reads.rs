//! Calls 3, 4 and 5 over real HTTP: what a good platform gives, and what each bad one ends as.

mod rig;

use platform::client::{CallError, ErrorKind};
use platform::config::Limits;
use platform::stub::{Behaviour, Mode};
use platform::unit::{Status, UnitCode};
use rig::{Rig, TOKEN, client_at, limits};
use serde_json::json;
use std::time::{Duration, Instant};

async fn refused(mode: Mode) -> (CallError, usize) {
    let rig = Rig::start().await;
    rig.mode(mode).await;
    let error = rig
        .client()
        .property_list()
        .await
        .expect_err("a fault was asked for");
    (error, rig.requests().await.len())
}

#[tokio::test]
async fn the_units_and_the_amenities_come_over_http() {
    let rig = Rig::start().await;
    let units = rig.client().property_list().await.unwrap();
    let amenities = rig.client().amenities_list().await.unwrap();
    assert_eq!((units.len(), amenities.len()), (69, 3));
    for status in Status::ALL {
        assert!(units.iter().any(|unit| unit.status == status), "{status}");
    }
    let sent = rig.requests().await;
    assert_eq!(
        (sent[0].call.as_str(), sent[0].authorized),
        ("property/list", true)
    );
    assert_eq!(sent[0].body, json!({"real_estate_development_code": "TEST"}));
    assert_eq!(sent[1].body, json!({"real_estate_development_code": "TEST"}));
}

#[tokio::test]
async fn one_unit_comes_with_its_detail() {
    let rig = Rig::start().await;
    let code = UnitCode::new("O-301").unwrap();
    rig.put(
        "units/O-301",
        &json!({"price": "$5,000,000.50 MXN", "status": "Vendido"}),
    )
    .await;
    let unit = rig.client().property_detail(&code).await.unwrap();
    assert_eq!(
        (unit.code, unit.price.centavos(), unit.status),
        (code, 500_000_050, Status::Sold)
    );
    assert_eq!(
        rig.requests().await[0].body,
        json!({"realEstateCode": "TEST", "propertyCode": "O-301"})
    );
    let nobody = rig
        .client()
        .property_detail(&UnitCode::new("X-1").unwrap())
        .await
        .unwrap_err();
    assert_eq!(nobody.status(), Some(404));
}

#[tokio::test]
async fn no_amenities_is_no_fault() {
    let rig = Rig::start().await;
    rig.mode(Mode::NotFound).await;
    assert_eq!(rig.client().amenities_list().await, Ok(vec![]));
    assert_eq!(
        rig.client().property_list().await.unwrap_err().status(),
        Some(404)
    );
}

#[tokio::test]
async fn faults_that_pass_are_tried_again() {
    for mode in [Mode::ServerError, Mode::Refuse, Mode::Break, Mode::Hang] {
        let rig = Rig::start().await;
        rig.times("property/list", mode, 2).await;
        assert_eq!(rig.client().property_list().await.unwrap().len(), 69, "{mode:?}");
        assert_eq!(rig.requests().await.len(), 3, "{mode:?}");
    }
}

#[tokio::test]
async fn faults_that_stay_are_not() {
    for (mode, status) in [
        (Mode::Unauthorized, 401),
        (Mode::NotFound, 404),
        (Mode::Unprocessable, 422),
    ] {
        let (error, requests) = refused(mode).await;
        assert_eq!((error.status(), requests), (Some(status), 1));
    }
}

#[tokio::test]
async fn attempts_end() {
    let (error, requests) = refused(Mode::ServerError).await;
    assert_eq!((error.status(), requests), (Some(500), 3));
}

#[tokio::test]
async fn the_wait_that_the_platform_asks_for_is_kept() {
    let rig = Rig::start().await;
    rig.times("property/list", Mode::TooManyRequests, 1).await;
    let start = Instant::now();
    assert!(rig.client().property_list().await.is_ok());
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_wait_longer_than_the_deadline_ends_the_call_at_once() {
    let rig = Rig::start().await;
    rig.tell(&Behaviour {
        retry_after: 600,
        ..Behaviour::new("*", Mode::TooManyRequests)
    })
    .await;
    let start = Instant::now();
    let error = rig.client().property_list().await.unwrap_err();
    let retry_after = Some(Duration::from_secs(600));
    assert_eq!(
        error.kind,
        ErrorKind::Status {
            status: 429,
            retry_after
        }
    );
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn silence_ends_within_the_deadline() {
    for mode in [Mode::Hang, Mode::Stall] {
        let rig = Rig::start().await;
        rig.mode(mode).await;
        let start = Instant::now();
        let error = rig.client().property_list().await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Timeout(_)), "{mode:?}: {error}");
        assert!(start.elapsed() < Duration::from_secs(3), "{mode:?}");
    }
}

#[tokio::test]
async fn a_slow_answer_in_time_is_an_answer() {
    let rig = Rig::start().await;
    rig.tell(&Behaviour {
        delay_ms: 150,
        ..Behaviour::new("*", Mode::Slow)
    })
    .await;
    assert!(rig.client().property_list().await.is_ok());
}

#[tokio::test]
async fn nobody_there_is_told_apart_from_a_dropped_connection() {
    let rig = Rig::start().await;
    let (host, client) = (rig.host(), rig.client());
    assert!(client.property_list().await.is_ok());
    rig.stub.stop().await;
    let error = client_at(&host, limits()).property_list().await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Connect(_)), "{error}");
    assert!(!error.may_have_arrived());
    let (error, _) = refused(Mode::Refuse).await;
    assert!(matches!(error.kind, ErrorKind::Interrupted(_)), "{error}");
    assert!(error.may_have_arrived());
}

#[tokio::test]
async fn a_secure_connection_can_be_tried() {
    let rig = Rig::start().await;
    for port in [1, rig.address.port()] {
        let client = client_at(&format!("https://127.0.0.1:{port}"), limits());
        let error = client.property_list().await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Connect(_)), "{error}");
    }
    assert!(rig.requests().await.is_empty());
}

#[tokio::test]
async fn what_is_no_json_is_refused_at_once() {
    let (error, requests) = refused(Mode::Html).await;
    assert_eq!(
        (error.kind, requests),
        (ErrorKind::NotJson("text/html".to_owned()), 1)
    );
    for mode in [Mode::CutOff, Mode::Deep] {
        let (error, requests) = refused(mode).await;
        assert!(
            matches!(error.kind, ErrorKind::BrokenJson(_)),
            "{mode:?}: {error}"
        );
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn a_huge_answer_is_not_read_to_its_end() {
    let (error, requests) = refused(Mode::Huge).await;
    assert_eq!(
        (error.kind, requests),
        (ErrorKind::TooLarge { limit: 1 << 20 }, 1)
    );
    let rig = Rig::start().await;
    rig.mode(Mode::Huge).await;
    let roomy = Limits {
        answer_bytes: 64 << 20,
        attempt_ms: 20_000,
        deadline_ms: 20_000,
        ..limits()
    };
    assert_eq!(
        client_at(&rig.host(), roomy).property_list().await.unwrap().len(),
        69
    );
}

#[tokio::test]
async fn another_shape_names_what_is_missing() {
    let (error, _) = refused(Mode::OtherShape).await;
    let message = "property/list: the answer should hold an object at Data, but has nothing there";
    assert_eq!(error.to_string(), message);
    let (error, _) = refused(Mode::UnknownStatus).await;
    assert!(
        error
            .to_string()
            .contains(r#"unit L-101, field status ('status' on the platform): "en litigio""#)
    );
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (error, requests) = refused(Mode::Redirect).await;
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
async fn the_bearer_is_in_no_error() {
    use Mode::*;
    let rig = Rig::start().await;
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
        rig.mode(mode).await;
        let error = rig.client().property_list().await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains(TOKEN), "{mode:?}");
    }
    let sent = serde_json::to_string(&rig.requests().await).unwrap();
    assert!(!sent.contains(TOKEN));
}
