//! A failing platform delays leads but loses none; a failing store rejects posts.

use super::support::platform::{LEAD, MAIL};
use super::support::{Leads, Platform, Settings, accepted, client, contact, eventually, is_delivered, post};
use serde_json::{Value, json};

#[tokio::test]
async fn a_failing_platform_only_delays_leads() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "0.7");
    let leads = settings.serve();
    let modes = "refuse hang slow too_many_requests server_error html unauthorized not_found cut_off break stall redirect";
    let modes: Vec<&str> = modes.split(' ').collect();
    for mode in &modes {
        platform.behave(json!({"call": LEAD, "mode": mode, "times": 2, "delay_ms": 1500}));
        platform.behave(json!({"call": MAIL, "mode": mode, "times": 2, "delay_ms": 1500}));
        let reference = accepted(&leads, &contact(&format!("mode-{mode}"))).await;
        settings.all_are_archived().await;
        let shown = settings.json(&["show", &reference]);
        assert_eq!(shown["state"], "delivered", "{mode}");
        // An answer that breaks off after its status 200 counts as delivered, because a repeat would send it twice.
        assert!(platform.taken(MAIL).contains_key(&reference) || ["break", "stall"].contains(mode), "{mode}");
        platform.mode("ok");
    }
    let count = modes.len();
    println!("torture: a platform that misbehaves, leads | {count} | {count} | 0 | 0");
}

#[tokio::test]
async fn leads_are_delivered_when_an_unreachable_platform_returns() {
    let stopped = Platform::start().await.stop().await;
    let settings = Settings::to_platform(&stopped.url());
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("gone-1")).await;
    eventually(10, "a second attempt fails", || async {
        leads.log().matches("\"result\":\"retry\"").count() > 2
    })
    .await;
    assert_eq!(settings.objects("waiting").len(), 1);
    let platform = stopped.restart().await;
    is_delivered(&platform, &settings, &reference).await;
}

#[tokio::test]
async fn retry_after_pauses_the_channel_for_all_leads() {
    let platform = Platform::start().await;
    platform.behave(json!({"call": LEAD, "mode": "too_many_requests", "retry_after": 2, "times": 1}));
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let first = accepted(&leads, &contact("quiet-1")).await;
    let second = accepted(&leads, &contact("quiet-2")).await;
    eventually(10, "call 2 of the second lead is recorded", || async {
        settings.has_work_object(&format!("{second}/contact.0001.delivered"))
    })
    .await;
    assert_eq!(platform.count(LEAD), 1, "call 1 is paused for all leads");
    let shown = settings.json(&["show", &first]);
    let mut objects =
        shown["history"].as_array().unwrap().iter().map(|entry| entry["object"].as_str().unwrap());
    let retry_at = objects.find_map(|object| object.strip_prefix("lead.0001.retry."));
    let retry_at: i64 = retry_at.unwrap().parse().unwrap();
    let received: jiff::Timestamp = shown["lead"]["received_at"].as_str().unwrap().parse().unwrap();
    assert!(retry_at >= received.as_millisecond() + 2000, "{shown}");
    is_delivered(&platform, &settings, &first).await;
    is_delivered(&platform, &settings, &second).await;
}

#[tokio::test]
async fn the_last_attempt_dead_letters_and_an_operator_retries() {
    let platform = Platform::start().await;
    platform.behave(json!({"call": LEAD, "mode": "server_error"}));
    let settings = Settings::to_platform(&platform.url()).with("LEADS_ATTEMPTS", "3");
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("dead-1")).await;
    settings.prints(&["list", "--state", "dead_lettered"], &reference).await;
    assert_eq!(platform.count(LEAD), 3);
    assert!(leads.log().contains("\"result\":\"dead_lettered\""), "it is logged");
    let status = settings.json(&["status"]);
    assert_eq!((&status["waiting"], &status["dead_lettered"]), (&json!(1), &json!(1)));
    platform.mode("ok");
    platform.behave(json!({"call": LEAD, "mode": "ok"}));
    let report = settings.json(&["deliver"]);
    assert_eq!((&report["delivered"], &report["pending"]), (&json!(0), &json!(0)));
    assert_eq!(platform.count(LEAD), 3, "a dead-lettered lead waits for an operator");
    let listed = settings.output(&["list", "--state", "dead_lettered"]);
    assert!(listed.starts_with(&format!("dead_lettered {reference}")), "{listed}");
    assert!(settings.output(&["retry", "--all"]).contains(&reference));
    is_delivered(&platform, &settings, &reference).await;
    assert_eq!(platform.count(MAIL), 1, "what was delivered is not sent again");
}

#[tokio::test]
async fn a_lead_that_the_platform_rejects_is_dead_lettered_at_once() {
    let platform = Platform::start().await;
    platform.behave(json!({"call": LEAD, "mode": "unprocessable"}));
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("refused-1")).await;
    settings.prints(&["list", "--state", "dead_lettered"], &reference).await;
    assert_eq!(platform.count(LEAD), 1);
}

#[tokio::test]
async fn with_a_full_store_posts_are_rejected() {
    let settings = Settings::new();
    std::fs::create_dir_all(settings.store()).unwrap();
    // A process with a file size limit of 0: every write fails, as on a full disk.
    let binary = env!("CARGO_BIN_EXE_leads");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"{binary}\" serve --port 0 2>/dev/null");
    let leads = settings.start(settings.command("bash").args(["-c", &script]));
    assert_unavailable(&leads, &settings).await;
}

#[tokio::test]
async fn without_a_writable_store_posts_are_rejected() {
    let settings = Settings::new();
    let leads = settings.serve();
    // A file replaces the folder, so that not even root can create an object in it.
    std::fs::remove_dir_all(settings.store()).unwrap();
    std::fs::write(settings.store(), "not a folder").unwrap();
    assert_unavailable(&leads, &settings).await;
}

async fn assert_unavailable(leads: &Leads, settings: &Settings) {
    let response = post(leads, &contact("full-1")).await.unwrap();
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "60");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body, json!({"error": "Inténtelo más tarde"}));
    assert!(settings.objects("").is_empty(), "stored: {:?}", settings.objects(""));
    let ready = client().get(leads.url("/api/ready")).send().await.unwrap();
    assert_eq!(ready.status(), 503);
    println!("torture: a store that is full or not writable | 1 | 1 | 0 | 0");
}
