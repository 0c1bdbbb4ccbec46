//! Spam: scores, quarantine, release, captchas.

use super::support::mime::{header, parts};
use super::support::platform::{LEAD, MAIL};
use super::support::servers::Mail;
use super::support::{
    Leads, Platform, Settings, accepted, all_accepted, contact, contact_with, received, serve,
    start,
};
use axum::extract::Form;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;

async fn siteverify(Form(form): Form<BTreeMap<String, String>>) -> Json<Value> {
    assert_eq!(form["secret"], "captcha-secret");
    Json(match form["response"].as_str() {
        "person" => json!({"success": true, "score": 0.9}),
        "machine" => json!({"success": true, "score": 0.1}),
        _ => json!({"success": false, "error-codes": ["invalid-input-response"]}),
    })
}

async fn spam_of(settings: &Settings, leads: &Leads, body: &Value) -> Value {
    let reference = accepted(leads, body).await;
    settings.json(&["show", &reference])["lead"]["spam"].clone()
}

#[tokio::test]
async fn suspected_spam_is_quarantined_until_an_operator_releases_it() {
    let (platform, mail) = (Platform::start().await, Mail::start());
    let settings = Settings::to_platform(&platform.url()).with_mail(&mail);
    let (settings, leads) = settings.set("LEADS_QUARANTINE_FROM=5").served();
    let reference = accepted(
        &leads,
        &contact_with("spam-1", json!({"website": "https://spam.test"})),
    )
    .await;
    let notice = received(&mail, 1).await.remove(0);
    assert!(
        header(&notice, "Subject").starts_with("[DUDOSO] "),
        "the team is notified at once"
    );
    assert!(parts(&notice)[0].contains(&format!("ejecuta:\n    leads release {reference}\n")));
    settings
        .prints(&["list", "--state", "quarantined"], &reference)
        .await;
    assert_eq!(
        platform.count(LEAD),
        0,
        "it is not sent to the platform yet"
    );
    assert!(
        settings
            .output(&["release", &reference])
            .contains("released")
    );
    settings.all_are_archived().await;
    assert!(platform.taken(LEAD).contains_key(&reference));
    let sent = platform.requests(LEAD)[0].body["observations"].to_string();
    assert!(
        !sent.contains("[DUDOSO]"),
        "released leads have no spam warning"
    );
    assert_eq!(mail.mails().len(), 1, "the team gets one notice");
    settings.failure(&["release", &reference]);
}

#[tokio::test]
async fn after_the_quarantine_suspected_spam_is_delivered_with_a_warning() {
    let (platform, settings, leads) =
        start("LEADS_QUARANTINE_FROM=5 LEADS_QUARANTINE_SECONDS=1").await;
    let body = contact_with("spam-2", json!({"website": "x", "elapsed_ms": 100}));
    let reference = accepted(&leads, &body).await;
    settings.all_are_archived().await;
    assert!(platform.taken(LEAD).contains_key(&reference));
    let observations = platform.requests(LEAD)[0].body["observations"]
        .as_str()
        .unwrap()
        .to_owned();
    let start = "[DUDOSO] Posible envío automático: se llenó un campo que las personas no ven; ";
    assert!(observations.starts_with(start), "{observations}");
    let mail = &platform.requests(MAIL)[0].body;
    assert_eq!(
        mail["message"], body["message"],
        "the message has no spam warning"
    );
    let note = mail["flatInterested"].as_str().unwrap();
    assert!(note.starts_with("[DUDOSO] Página: "), "{note}");
}

#[tokio::test]
async fn captchas_are_scored_and_an_unreachable_service_gives_no_points() {
    let url = format!(
        "http://{}",
        serve(Router::new().fallback(post(siteverify))).await
    );
    let service = format!("RECAPTCHA_SECRET=captcha-secret RECAPTCHA_URL={url}");
    let (mut settings, mut leads) = Settings::new().set(&service).served();
    for (token, state, score) in [
        ("person", "passed", 0),
        ("machine", "passed", 5),
        ("forged", "refused", 4),
        ("", "missing", 1),
        ("down", "unverified", 0),
    ] {
        if token == "down" {
            (settings, leads) = settings
                .with("RECAPTCHA_URL", "http://127.0.0.1:9/verify")
                .served();
        }
        let body = contact_with(&format!("captcha-{token}"), json!({"captcha": token}));
        let spam = spam_of(&settings, &leads, &body).await;
        assert_eq!(
            (&spam["captcha"]["state"], &spam["score"]),
            (&json!(state), &json!(score)),
            "{token}"
        );
    }
}

#[tokio::test]
async fn many_posts_from_one_address_get_points() {
    let (settings, leads) = Settings::new().served();
    all_accepted(&leads, "rate", 5, 4).await;
    assert_eq!(
        spam_of(&settings, &leads, &contact("rate-5")).await["reasons"],
        json!(["rate:3"])
    );
}
