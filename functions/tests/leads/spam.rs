//! Spam: scores, quarantine, release, captchas.

use super::support::platform::{LEAD, MAIL};
use super::support::{Platform, Settings, accepted, contact, eventually};
use axum::extract::Form;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Starts a substitute for `siteverify` and returns its URL.
async fn siteverify() -> String {
    let answer = |Form(form): Form<BTreeMap<String, String>>| async move {
        assert_eq!(form["secret"], "captcha-secret");
        Json(match form["response"].as_str() {
            "person" => json!({"success": true, "score": 0.9}),
            "machine" => json!({"success": true, "score": 0.1}),
            _ => json!({"success": false, "error-codes": ["invalid-input-response"]}),
        })
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/verify", post(answer))).await });
    format!("http://{address}/verify")
}

async fn spam_of(settings: &Settings, leads: &super::support::Leads, body: &Value) -> Value {
    let reference = accepted(leads, body).await;
    let shown = settings.json(&["show", &reference]);
    shown["lead"]["spam"].clone()
}

#[tokio::test]
async fn suspected_spam_is_quarantined_until_an_operator_releases_it() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_QUARANTINE_FROM", "5");
    let leads = settings.serve();
    let mut body = contact("spam-1");
    body["website"] = json!("https://spam.test");
    let reference = accepted(&leads, &body).await;
    eventually(10, "the first attempt ends", || async { settings.has_work_object("lease.0001.free") }).await;
    assert_eq!(platform.count(LEAD), 0, "it is not sent");
    settings.prints(&["list", "--state", "quarantined"], &reference).await;
    assert!(settings.output(&["release", &reference]).contains("released"));
    settings.all_are_archived().await;
    assert!(platform.taken(LEAD).contains_key(&reference));
    let sent = &platform.requests(LEAD)[0].body;
    assert!(
        !sent["observations"].as_str().unwrap().contains("[DUDOSO]"),
        "released leads have no spam warning"
    );
    let again = settings.run(&["release", &reference]);
    assert!(!again.status.success(), "a lead can be released only once");
}

#[tokio::test]
async fn after_the_quarantine_suspected_spam_is_delivered_with_a_warning() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_QUARANTINE_FROM", "5")
        .with("LEADS_QUARANTINE_SECONDS", "1");
    let leads = settings.serve();
    let mut body = contact("spam-2");
    body["website"] = json!("x");
    body["elapsed_ms"] = json!(100);
    let reference = accepted(&leads, &body).await;
    settings.all_are_archived().await;
    assert!(platform.taken(LEAD).contains_key(&reference));
    let sent = &platform.requests(LEAD)[0].body;
    let observations = sent["observations"].as_str().unwrap();
    let start = "[DUDOSO] Posible envío automático: se llenó un campo que las personas no ven; ";
    assert!(observations.starts_with(start), "{observations}");
    let mail = &platform.requests(MAIL)[0].body;
    assert_eq!(mail["message"], body["message"], "the message has no spam warning");
    let note = mail["flatInterested"].as_str().unwrap();
    assert!(note.starts_with("[DUDOSO] Página: "), "{note}");
}

#[tokio::test]
async fn captchas_are_scored_and_an_unreachable_service_gives_no_points() {
    let settings =
        Settings::new().with("RECAPTCHA_SECRET", "captcha-secret").with("RECAPTCHA_URL", &siteverify().await);
    let leads = settings.serve();
    let with = |key: &str, token: &str| {
        let mut body = contact(key);
        body["captcha"] = json!(token);
        body
    };
    for (key, token, state, score) in [
        ("captcha-1", "person", "passed", 0),
        ("captcha-2", "machine", "passed", 5),
        ("captcha-3", "forged", "refused", 4),
        ("captcha-4", "", "missing", 1),
    ] {
        let spam = spam_of(&settings, &leads, &with(key, token)).await;
        assert_eq!((&spam["captcha"]["state"], &spam["score"]), (&json!(state), &json!(score)), "{token}");
    }

    let settings = settings.with("RECAPTCHA_URL", "http://127.0.0.1:9/verify");
    let leads = settings.serve();
    let down = spam_of(&settings, &leads, &with("captcha-5", "person")).await;
    assert_eq!((&down["captcha"]["state"], &down["score"]), (&json!("unverified"), &json!(0)));
}

#[tokio::test]
async fn many_posts_from_one_address_get_points() {
    let settings = Settings::new();
    let leads = settings.serve();
    for number in 0..5 {
        accepted(&leads, &contact(&format!("rate-{number}"))).await;
    }
    assert_eq!(spam_of(&settings, &leads, &contact("rate-5")).await["reasons"], json!(["rate:3"]));
}
