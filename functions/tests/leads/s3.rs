//! The outbox on an S3-compatible server has the same guarantees as in a folder.

use super::support::platform::{LEAD, MAIL};
use super::support::servers::{Server, s3};
use super::support::{Platform, Settings, accepted, contact, eventually, is_taken_once, post};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn settings(server: &Server, platform: &str) -> Settings {
    Settings::to_platform(platform).on_s3(&server.url)
}

fn states(settings: &Settings, state: &str) -> BTreeSet<String> {
    let list = settings.output(&["list", "--json", "--state", state]);
    let leads = list.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    leads.map(|lead| lead["reference"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn leads_are_saved_leased_and_delivered_on_s3() {
    let server = s3();
    let platform = Platform::start().await;
    let settings = settings(&server, &platform.url());
    assert!(settings.output(&["check"]).contains("the store can save leads"));
    let leads = settings.serve();

    // Concurrent posts with one key, and one with another body.
    let (same, mut other) = (contact("s3-same"), contact("s3-same"));
    other["message"] = json!("Otra cosa");
    let first = accepted(&leads, &same).await;
    let again = futures::future::join_all((0..8).map(|_| post(&leads, &same))).await;
    assert!(again.into_iter().all(|answer| answer.unwrap().status() == 200));
    assert_eq!(post(&leads, &other).await.unwrap().status(), 409);
    let are_archived = async || {
        eventually(60, "all are archived", || async { states(&settings, "waiting").is_empty() }).await;
    };
    are_archived().await;
    assert!(states(&settings, "delivered").contains(&first));
    assert_eq!(platform.taken(LEAD)[&first], 1);

    // The platform fails; then two servers and the scheduled command deliver.
    platform.mode("server_error");
    let mut references = BTreeSet::new();
    for number in 0..12 {
        references.insert(accepted(&leads, &contact(&format!("s3-{number}"))).await);
    }
    assert_eq!(states(&settings, "waiting"), references);
    platform.mode("ok");
    let second = settings.serve();
    settings.output(&["deliver"]);
    are_archived().await;
    references.insert(first.clone());
    for call in [LEAD, MAIL] {
        is_taken_once(&platform, call, &references);
    }
    assert!(!leads.log().contains("test-secret-77") && !second.log().contains("test-secret-77"));
    let shown = settings.json(&["show", &first]);
    assert_eq!(shown["lead"]["email"], "maria@example.com");
    settings.output(&["delete", &first, "--yes"]);
    assert!(!settings.run(&["show", &first]).status.success());
}

#[tokio::test]
async fn without_the_bucket_posts_are_rejected() {
    let server = s3();
    let settings = settings(&server, "http://127.0.0.1:9").with("LEADS_STORE", "s3://no-such-bucket/x");
    let leads = settings.serve();
    let response = post(&leads, &contact("s3-none")).await.unwrap();
    assert_eq!(response.status(), 503);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body, json!({"error": "Inténtelo más tarde"}));
    assert!(!settings.run(&["check"]).status.success());
}
