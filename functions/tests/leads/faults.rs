//! A failing platform delays leads but loses none; a failing store rejects posts.

use super::support::object_server::ObjectServer;
use super::support::platform::{LEAD, MAIL};
use super::support::process::binary;
use super::support::{
    Platform, Settings, accepted, contact, eventually, is_delivered, post, serve, start,
};
use axum::Router;
use axum::http::Uri;
use axum::response::Redirect;
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[tokio::test]
async fn a_failing_platform_only_delays_leads() {
    let (platform, settings, leads) = start("LEADS_LEASE_SECONDS=12 LEADS_ATTEMPT_SECONDS=4").await;
    let modes = "refuse hang slow too_many_requests server_error html unauthorized not_found cut_off break stall redirect";
    for mode in modes.split(' ') {
        for call in [LEAD, MAIL] {
            platform.behave(json!({"call": call, "mode": mode, "times": 2, "delay_ms": 10_000}));
        }
        let sent = [LEAD, MAIL].map(|call| platform.count(call));
        let reference = accepted(&leads, &contact(&format!("mode-{mode}"))).await;
        settings.all_are_archived().await;
        assert_eq!(
            settings.json(&["show", &reference])["state"],
            "delivered",
            "{mode}"
        );
        // With a status 200 call 1 has the lead, whatever else it answers, and a repeat would send it twice.
        let attempts = if ["cut_off", "break", "stall"].contains(&mode) {
            1
        } else {
            3
        };
        let counts = [
            platform.count(LEAD) - sent[0],
            platform.count(MAIL) - sent[1],
        ];
        assert_eq!(counts, [attempts, 3], "{mode}");
    }
    println!("torture: a platform that misbehaves, leads | 12 | 12 | 0 | 0");
}

#[tokio::test]
async fn leads_are_delivered_when_an_unreachable_platform_returns() {
    let (platform, settings, leads) = start("").await;
    let address = platform.stop().await;
    let reference = accepted(&leads, &contact("gone-1")).await;
    let failures = || leads.log().matches("\"result\":\"retry\"").count();
    eventually("a second attempt fails", || failures() > 2).await;
    assert_eq!(settings.objects("waiting").len(), 1);
    let platform = Platform::start_at(address).await;
    is_delivered(&platform, &settings, &reference).await;
}

#[tokio::test]
async fn retry_after_pauses_the_channel_for_all_leads() {
    let (platform, settings, leads) = start("").await;
    platform
        .behave(json!({"call": LEAD, "mode": "too_many_requests", "retry_after": 8, "times": 1}));
    let first = accepted(&leads, &contact("quiet-1")).await;
    let second = accepted(&leads, &contact("quiet-2")).await;
    let recorded = format!("{second}/contact.0001.delivered");
    eventually("call 2 of the second lead is recorded", || {
        settings.has_work_object(&recorded)
    })
    .await;
    assert_eq!(platform.count(LEAD), 1, "call 1 is paused for all leads");
    let shown = settings.json(&["show", &first]);
    let mut history = shown["history"].as_array().unwrap().iter();
    let retry_at =
        history.find_map(|entry| entry["object"].as_str()?.strip_prefix("lead.0001.retry."));
    let retry_at: i64 = retry_at.unwrap().parse().unwrap();
    let received: jiff::Timestamp = shown["lead"]["received_at"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(retry_at >= received.as_millisecond() + 8000, "{shown}");
    is_delivered(&platform, &settings, &first).await;
    is_delivered(&platform, &settings, &second).await;
}

#[tokio::test]
async fn an_operator_makes_leads_due_that_wait_for_a_receiver() {
    let (platform, settings, leads) = start("").await;
    platform.behave(
        json!({"call": LEAD, "mode": "too_many_requests", "retry_after": 86_400, "times": 1}),
    );
    let first = accepted(&leads, &contact("day-1")).await;
    let second = accepted(&leads, &contact("day-2")).await;
    let postponed = format!("{second}/lead.0001.postponed");
    let is_postponed = || {
        let objects = settings.objects("work");
        let mut paths = objects.iter().map(|path| path.display().to_string());
        paths.any(|path| path.contains(&postponed))
    };
    eventually("the second lead waits, too", is_postponed).await;
    assert_eq!(platform.count(LEAD), 1);
    let retried = settings.output(&["retry", "--all"]);
    assert!(
        retried.contains(&first) && retried.contains(&second),
        "{retried}"
    );
    is_delivered(&platform, &settings, &first).await;
    is_delivered(&platform, &settings, &second).await;
}

#[tokio::test]
async fn the_last_attempt_or_a_rejection_dead_letters_and_an_operator_retries() {
    for (mode, attempts) in [("server_error", 3), ("unprocessable", 1)] {
        let (platform, settings, leads) = start("LEADS_ATTEMPTS=3").await;
        platform.behave(json!({"call": LEAD, "mode": mode}));
        let reference = accepted(&leads, &contact("dead-1")).await;
        settings
            .prints(
                &["list", "--state", "dead_lettered"],
                &format!("dead_lettered {reference}"),
            )
            .await;
        assert!(
            leads.log().contains("\"result\":\"dead_lettered\""),
            "it is logged"
        );
        let status = settings.json(&["status"]);
        assert_eq!(
            (&status["waiting"], &status["dead_lettered"]),
            (&json!(1), &json!(1))
        );
        platform.behave(json!({"call": LEAD, "mode": "ok"}));
        let report = settings.json(&["deliver"]);
        assert_eq!(
            (&report["delivered"], &report["pending"]),
            (&json!(0), &json!(0))
        );
        assert_eq!(
            platform.count(LEAD),
            attempts,
            "{mode}: a dead-lettered lead waits for an operator"
        );
        assert!(settings.output(&["retry", "--all"]).contains(&reference));
        is_delivered(&platform, &settings, &reference).await;
        assert_eq!(
            platform.count(MAIL),
            1,
            "what was delivered is not sent again"
        );
    }
}

#[tokio::test]
async fn a_store_that_redirects_gets_no_credential_to_another_host() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let other = Router::new().fallback(move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { "{}" }
    });
    let other = format!("http://{}", serve(other).await);
    let redirects = Router::new()
        .fallback(move |uri: Uri| async move { Redirect::temporary(&format!("{other}{uri}")) });
    let endpoint = format!("http://{}", serve(redirects).await);
    let settings = Settings::new().on_s3(&endpoint);
    settings.failure(&["list"]);
    let on_site = Settings::new()
        .on_s3(&endpoint)
        .with("LEADS_SITE", "s3://leads-bucket/leads.json");
    on_site.failure(&["deliver"]);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn with_a_full_or_unwritable_store_posts_are_rejected() {
    let (full, in_a_file) = (Settings::new(), Settings::new());
    let store = ObjectServer::start(8, Duration::ZERO).await;
    fs::create_dir_all(full.store()).unwrap();
    // A process with a file size limit of 0: every write fails, as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 0; exec \"{}\" serve --port 0 2>/dev/null",
        binary()
    );
    let on_full = full.start(full.command("bash").args(["-c", &script]));
    // A file in place of the folder, so that not even root can create an object in it.
    let on_file = in_a_file.serve();
    fs::remove_dir_all(in_a_file.store()).unwrap();
    fs::write(in_a_file.store(), "not a folder").unwrap();
    let no_bucket = Settings::to_platform("http://127.0.0.1:9").on_s3(&store.url);
    let (no_bucket, on_none) = no_bucket
        .with("LEADS_STORE", "s3://no-such-bucket/x")
        .served();
    for (what, leads, settings) in [
        ("a full store", on_full, full),
        ("a file in place of the folder", on_file, in_a_file),
        ("no bucket", on_none, no_bucket),
    ] {
        let response = post(&leads, &contact("full-1")).await;
        assert_eq!(response.status(), 503, "{what}");
        assert_eq!(response.headers()["retry-after"], "60", "{what}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body, json!({"error": "Inténtelo más tarde"}), "{what}");
        assert!(
            settings.objects("").is_empty(),
            "{what}: stored {:?}",
            settings.objects("")
        );
        assert_eq!(leads.get("/api/ready").await.status(), 503, "{what}");
        assert!(
            what == "a full store" || !settings.run(&["check"]).status.success(),
            "{what}"
        );
        println!("torture: a store that is full or not writable | 1 | 1 | 0 | 0");
    }
}
