//! The stub itself: its checks, its recorded requests, its control API.

use crate::support::{Fixture, PATIENT, TOKEN, UNITS, client_at, config};
use platform::config::Limits;
use platform::stub::{self, Mode};
use serde_json::{Value, json};

const PROJECT: &str = r#"{"real_estate_development_code": "TEST"}"#;

#[tokio::test]
async fn the_bearer_token_and_the_project_are_checked() {
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
        assert_eq!((last.authorized, last.status), (bearer == Some(TOKEN), Some(status)));
    }
    let sent = fixture.requests();
    assert_eq!(sent[3].body, json!("no json"));
}

#[tokio::test]
async fn pages_of_other_sites_cannot_use_the_stub() {
    let fixture = Fixture::start().await;
    let own = fixture.address.to_string();
    for path in ["_stub/behaviour", "_stub/requests", "v2/api/property/list", "none"] {
        for (name, value) in
            [("host", "evil.example"), ("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")]
        {
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
    let request = fixture.http.get(url).header("origin", format!("http://{own}"));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn an_incomplete_lead_is_rejected_with_its_missing_fields() {
    let fixture = Fixture::start().await;
    let (status, body) = fixture.raw("sendContactMail", Some(TOKEN), r#"{"name": "Ana"}"#).await;
    assert_eq!(status, 422);
    let message = "missing: email, phone, message, emailTo, emailCC, flatInterested, recaptchaVersion";
    assert_eq!(body["Message"], message);
    let lead = fixture.raw("lead/createLeadWebsite", Some(TOKEN), "{}").await;
    assert_eq!(lead.0, 422);
}

#[tokio::test]
async fn a_stub_that_stops_frees_its_port_and_breaks_its_connections() {
    let fixture = Fixture::start().await;
    fixture.set_mode(Mode::Hang);
    let many = Limits { attempts: 12, ..PATIENT };
    let client = client_at(&fixture.host(), many);
    let waiting = tokio::spawn(async move { crate::support::list(&client).await });
    while fixture.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let address = fixture.address;
    fixture.stub.stop().await;
    let again = stub::StubConfig { address, ..config() };
    let (_, second) = stub::serve(again).await.unwrap();
    let units = waiting.await.unwrap().unwrap();
    assert_eq!(units.len(), UNITS, "the client retried and reached the second stub");
    second.stop().await;
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
    assert_eq!(get("behaviour").await[0]["mode"], "server_error");
    assert_eq!(fixture.raw("property/list", Some(TOKEN), PROJECT).await.0, 500);
    assert_eq!(fixture.raw("property/list", Some(TOKEN), PROJECT).await.0, 200);
    assert_eq!(get("requests?call=property/list").await[1]["status"], 200);
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
    let config = stub::StubConfig { inventory: "nowhere/inventory.json".into(), ..config() };
    let error = stub::serve(config).await.unwrap_err().to_string();
    assert!(error.starts_with("nowhere/inventory.json cannot be served"), "{error}");
}
