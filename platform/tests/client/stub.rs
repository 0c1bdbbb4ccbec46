//! The stub itself: its checks, its recorded requests, its control API.

use crate::support::{Fixture, TOKEN, config};
use platform::stub;
use serde_json::{Value, json};

const PROJECT: &str = r#"{"real_estate_development_code": "TEST"}"#;

#[tokio::test]
async fn the_bearer_token_the_project_and_the_fields_are_checked() {
    let fixture = Fixture::start().await;
    for (call, bearer, body, status) in [
        ("property/list", None, PROJECT, 401),
        ("property/list", Some("wrong"), PROJECT, 401),
        ("property/list", Some(TOKEN), "{}", 404),
        ("property/list", Some(TOKEN), "no json", 400),
        ("property/drop", Some(TOKEN), PROJECT, 404),
        ("property/list", Some(TOKEN), PROJECT, 200),
    ] {
        assert_eq!(fixture.raw(call, bearer, body).await.0, status);
        let sent = fixture.requests();
        let last = sent.last().unwrap();
        assert_eq!(
            (last.authorized, last.status),
            (bearer == Some(TOKEN), Some(status))
        );
    }
    assert_eq!(fixture.requests()[3].body, json!("no json"));
    let of_mail = "email, phone, message, emailTo, emailCC, flatInterested, recaptchaVersion";
    for (call, body, missing) in [
        ("sendContactMail", r#"{"name": "Ana"}"#, of_mail),
        (
            "lead/createLeadWebsite",
            "{}",
            "contact_lead_name, email, phone, ",
        ),
    ] {
        let (status, answer) = fixture.raw(call, Some(TOKEN), body).await;
        assert_eq!(status, 422, "{call}");
        assert!(
            answer["Message"]
                .as_str()
                .unwrap()
                .starts_with(&format!("missing: {missing}")),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn pages_of_other_sites_cannot_use_the_stub() {
    let fixture = Fixture::start().await;
    let own = fixture.address.to_string();
    for path in [
        "_stub/behaviour",
        "_stub/requests",
        "v2/api/property/list",
        "none",
    ] {
        for (name, value) in [
            ("host", "evil.example"),
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
        ] {
            for method in ["GET", "POST", "DELETE"] {
                let url = format!("{}/{path}", fixture.host());
                let request = fixture.http.request(method.parse().unwrap(), url);
                let answer = request.header(name, value).send().await.unwrap();
                assert_eq!(answer.status(), 403, "{method} {path} {name}");
            }
        }
    }
    assert!(fixture.requests().is_empty());
    let url = format!("{}/_stub/requests", fixture.host());
    let request = fixture
        .http
        .get(url)
        .header("origin", format!("http://{own}"));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn the_control_api_changes_the_stub() {
    let fixture = Fixture::start().await;
    let url = |path: &str| format!("{}/_stub/{path}", fixture.host());
    let put = |path: &str, body: Value| fixture.http.put(url(path)).json(&body).send();
    let get = async |path: &str| -> Value {
        let response = fixture.http.get(url(path)).send().await.unwrap();
        response.json().await.unwrap()
    };
    let behaviour = json!({"call": "property/list", "mode": "server_error", "times": 1});
    assert_eq!(put("behaviour", behaviour).await.unwrap().status(), 204);
    assert_eq!(
        put("behaviour", json!({"call": "*", "mode": "unauthorized"}))
            .await
            .unwrap()
            .status(),
        204
    );
    assert_eq!(get("behaviour").await[1]["mode"], "server_error");
    assert_eq!(
        fixture.raw("property/list", Some(TOKEN), PROJECT).await.0,
        500,
        "the call's own behaviour"
    );
    assert_eq!(
        fixture.raw("property/list", Some(TOKEN), PROJECT).await.0,
        401,
        "that of all calls"
    );
    for wrong in [
        json!({"call": "*", "mode": "explode"}),
        json!({"call": "*", "mode": "ok", "time": 1}),
    ] {
        assert_eq!(put("behaviour", wrong).await.unwrap().status(), 422);
    }
    assert_eq!(get("requests?call=property/list").await[1]["status"], 401);
    let change = |code: &str| put(&format!("units/{code}"), json!({"price": 1}));
    assert_eq!(change("O-301").await.unwrap().status(), 204);
    assert_eq!(change("X-1").await.unwrap().status(), 404);
    for path in ["behaviour", "requests"] {
        let response = fixture.http.delete(url(path)).send().await.unwrap();
        assert_eq!(response.status(), 204);
        assert_eq!(get(path).await, json!([]), "{path}");
    }
}

#[tokio::test]
async fn files_that_cannot_be_served_are_named() {
    let config = stub::StubConfig {
        inventory: "nowhere/inventory.json".into(),
        ..config()
    };
    let error = stub::serve(config).await.unwrap_err().to_string();
    assert!(
        error.starts_with("nowhere/inventory.json cannot be served"),
        "{error}"
    );
}
