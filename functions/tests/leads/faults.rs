//! A platform that misbehaves and a store that is full: nothing is lost, nothing is promised in vain.

use super::support::platform::{LEAD, MAIL};
use super::support::{Leads, Platform, Settings, accepted, arrives, client, contact, eventually, post};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_misbehaving_platform_only_delays() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "0.7");
    let leads = settings.serve();
    let modes = [
        "refuse",
        "hang",
        "slow",
        "too_many_requests",
        "server_error",
        "html",
        "unauthorized",
        "not_found",
        "cut_off",
        "break",
        "stall",
        "redirect",
    ];
    for mode in modes {
        platform
            .behave(json!({"call": LEAD, "mode": mode, "times": 2, "delay_ms": 1500}))
            .await;
        platform
            .behave(json!({"call": MAIL, "mode": mode, "times": 2, "delay_ms": 1500}))
            .await;
        let reference = accepted(&leads, &contact(&format!("mode-{mode}"))).await;
        eventually(20, mode, || async { settings.objects("waiting").is_empty() }).await;
        let story: Value = serde_json::from_str(&settings.output(&["show", &reference])).unwrap();
        assert_eq!(story["state"], "delivered", "{mode}");
        // A lead that broke off after the head of its 200 was taken: repeating it would double it.
        assert!(
            platform.taken(MAIL).await.contains_key(&reference) || mode == "break" || mode == "stall",
            "{mode}"
        );
        platform.mode("ok").await;
    }
}

#[tokio::test]
async fn a_platform_that_is_gone_comes_back() {
    let down = Platform::start().await.down().await;
    let settings = Settings::to_platform(&down.url());
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("gone-1")).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(settings.objects("waiting").len(), 1);
    let platform = down.up().await;
    arrives(&platform, &settings, &reference).await;
}

#[tokio::test]
async fn retry_after_is_honoured_for_all_leads() {
    let platform = Platform::start().await;
    platform
        .behave(json!({"call": LEAD, "mode": "too_many_requests", "retry_after": 2, "times": 1}))
        .await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let first = accepted(&leads, &contact("quiet-1")).await;
    let start = std::time::Instant::now();
    let second = accepted(&leads, &contact("quiet-2")).await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(
        platform.count(LEAD).await,
        1,
        "nobody asked again before the time"
    );
    arrives(&platform, &settings, &first).await;
    arrives(&platform, &settings, &second).await;
    assert!(start.elapsed() >= Duration::from_millis(1900));
}

#[tokio::test]
async fn the_last_attempt_parks_and_an_operator_starts_again() {
    let platform = Platform::start().await;
    platform
        .behave(json!({"call": LEAD, "mode": "server_error"}))
        .await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_ATTEMPTS", "3");
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("park-1")).await;
    eventually(10, "it is parked", || async {
        settings
            .output(&["list", "--state", "parked"])
            .contains(&reference)
    })
    .await;
    assert_eq!(platform.count(LEAD).await, 3);
    assert!(leads.log().contains("\"result\":\"parked\""), "and reported");
    let status: Value = serde_json::from_str(&settings.output(&["status"])).unwrap();
    assert_eq!(
        (status["waiting"].as_u64(), status["parked"].as_u64()),
        (Some(1), Some(1))
    );
    platform.mode("ok").await;
    platform.behave(json!({"call": LEAD, "mode": "ok"})).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(
        platform.count(LEAD).await,
        3,
        "a parked lead waits for its operator"
    );
    assert!(settings.output(&["retry", "--all"]).contains(&reference));
    arrives(&platform, &settings, &reference).await;
    assert_eq!(
        platform.count(MAIL).await,
        1,
        "what had arrived is not sent again"
    );
}

#[tokio::test]
async fn a_lead_the_platform_refuses_is_parked_at_once() {
    let platform = Platform::start().await;
    platform
        .behave(json!({"call": LEAD, "mode": "unprocessable"}))
        .await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("refused-1")).await;
    eventually(10, "it is parked", || async {
        settings
            .output(&["list", "--state", "parked"])
            .contains(&reference)
    })
    .await;
    assert_eq!(platform.count(LEAD).await, 1);
}

#[tokio::test]
async fn a_full_store_accepts_nothing_and_says_so() {
    let settings = Settings::new();
    std::fs::create_dir_all(settings.store()).unwrap();
    // A process whose files must not grow: every write fails as on a full disk.
    let binary = env!("CARGO_BIN_EXE_leads");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {binary} serve --port 0 2>/dev/null");
    let leads = settings.start(settings.command("bash").args(["-c", &script]));
    refuses(&leads, &settings).await;
}

#[tokio::test]
async fn a_read_only_store_accepts_nothing_and_says_so() {
    let settings = Settings::new();
    let leads = settings.serve();
    // What a folder is made of gives way to a file: no object can be made in it, by root neither.
    std::fs::remove_dir_all(settings.store()).unwrap();
    std::fs::write(settings.store(), "not a folder").unwrap();
    refuses(&leads, &settings).await;
}

async fn refuses(leads: &Leads, settings: &Settings) {
    let response = post(leads, &contact("full-1")).await.unwrap();
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "60");
    assert_eq!(
        response.json::<Value>().await.unwrap(),
        json!({"error": "Inténtelo más tarde"})
    );
    assert!(
        settings.objects("").is_empty(),
        "nothing is stored: {:?}",
        settings.objects("")
    );
    let ready = client().get(leads.url("/api/ready")).send().await.unwrap();
    assert_eq!(ready.status(), 503);
}
