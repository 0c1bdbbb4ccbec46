//! The outbox on an S3-compatible server has the same guarantees as in a folder.

use super::support::servers::s3;
use super::support::{
    Platform, Settings, accepted, all_accepted, are_taken_once, contact, contact_with, eventually, post,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn states(settings: &Settings, state: &str) -> BTreeSet<String> {
    let list = settings.output(&["list", "--json", "--state", state]);
    let leads = list.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    leads.map(|lead| lead["reference"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn leads_are_saved_leased_and_delivered_on_s3() {
    let (server, platform) = (s3(), Platform::start().await);
    let settings = Settings::to_platform(&platform.url()).on_s3(&server.url);
    assert!(settings.output(&["check"]).contains("the store can save leads"));
    let leads = settings.serve();

    // Concurrent posts with one key, and one with another body.
    let same = contact("s3-same");
    let first = accepted(&leads, &same).await;
    let again = futures::future::join_all((0..8).map(|_| post(&leads, &same))).await;
    assert!(again.into_iter().all(|answer| answer.status() == 200));
    assert_eq!(post(&leads, &contact_with("s3-same", json!({"message": "Otra"}))).await.status(), 409);
    let none_waits = || states(&settings, "waiting").is_empty();
    eventually(60, "all are archived", none_waits).await;
    assert_eq!(states(&settings, "delivered"), BTreeSet::from([first.clone()]));

    // The platform fails; then two servers and the scheduled command deliver.
    platform.mode("server_error");
    let mut references = all_accepted(&leads, "s3", 12, 4).await;
    assert_eq!(states(&settings, "waiting"), references);
    platform.mode("ok");
    let second = settings.serve();
    settings.output(&["deliver"]);
    eventually(60, "all are archived", none_waits).await;
    references.insert(first.clone());
    are_taken_once(&platform, &references);
    assert!(!leads.log().contains("test-secret-77") && !second.log().contains("test-secret-77"));
    assert_eq!(settings.json(&["show", &first])["lead"]["email"], "maria@example.com");
    settings.output(&["delete", &first, "--yes"]);
    settings.failure(&["show", &first]);
}
