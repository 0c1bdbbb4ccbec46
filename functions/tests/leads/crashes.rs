//! Crashes, several workers, concurrent posts with one key, restarts. No accepted lead is lost.

use super::support::platform::{LEAD, MAIL, reference};
use super::support::{
    Platform, Settings, accepted, all_accepted, are_taken_once, contact, contact_with, eventually,
    is_delivered,
};
use serde_json::json;
use std::collections::BTreeSet;

/// Settings with a short lease, of a worker that may be killed.
fn settings(url: &str) -> Settings {
    Settings::to_platform(url).with("LEADS_LEASE_SECONDS", "6").with("LEADS_ATTEMPT_SECONDS", "1")
}

#[tokio::test]
async fn killed_after_saving_and_before_the_answer() {
    let platform = Platform::start().await;
    platform.mode("hang");
    let (settings, leads) = settings(&platform.url()).served();
    let body = contact("crash-1");
    let answer = tokio::spawn(leads.post("/api/leads").json(&body).send());
    eventually(5, "call 1 is received", || platform.count(LEAD) > 0).await;
    drop(leads);
    assert!(answer.await.unwrap().is_err(), "the visitor got no answer");
    assert_eq!(settings.objects("waiting").len(), 1, "the lead is saved");

    platform.mode("ok");
    let leads = settings.serve();
    let reference = accepted(&leads, &body).await;
    is_delivered(&platform, &settings, &reference).await;
    assert_eq!(settings.objects("delivered").len(), 1, "the visitor's second post is the same lead");
}

#[tokio::test]
async fn killed_after_call_1_and_before_its_record() {
    let platform = Platform::start().await;
    // The platform accepts the lead but answers late.
    platform.behave(json!({"call": LEAD, "mode": "slow", "delay_ms": 3000, "times": 1}));
    let (settings, leads) = settings(&platform.url()).served();
    let answer = tokio::spawn(leads.post("/api/leads").json(&contact("crash-2")).send());
    eventually(5, "call 1 is received", || platform.count(LEAD) == 1).await;
    eventually(5, "call 2 is recorded", || settings.has_work_object("contact.0001.delivered")).await;
    drop(leads);
    let _ = answer.await.unwrap();

    let _leads = settings.serve();
    settings.all_are_archived().await;
    assert_eq!(platform.count(LEAD), 2, "call 1 is repeated, because its result is unknown");
    assert_eq!(platform.count(MAIL), 1, "call 2 is not repeated: its result was recorded");
    let calls = platform.requests(LEAD);
    let references: BTreeSet<String> = calls.iter().map(|call| reference(&call.body)).collect();
    assert_eq!(references.len(), 1, "both calls have the same reference");
}

#[tokio::test]
async fn two_workers_send_each_lead_once() {
    const LEADS: usize = 30;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_WITHIN_REQUEST_SECONDS", "0")
        .with("LEADS_WORKERS", "1");
    let leads = settings.serve_without_delivery();
    let references = all_accepted(&leads, "two", LEADS, 4).await;
    assert!(leads.stop().await);
    let _servers = [settings.serve(), settings.serve(), settings.serve()];
    settings.all_are_archived().await;
    are_taken_once(&platform, &references);
    println!("torture: three processes on one store | 1 | {LEADS} | 0 | 0");
}

#[tokio::test]
async fn concurrent_posts_with_one_key_are_one_lead() {
    let platform = Platform::start().await;
    let (settings, leads) = Settings::to_platform(&platform.url()).served();
    let bodies = [contact("twice-1"), contact_with("twice-1", json!({"message": "Otra cosa"}))];
    // As many posts as are saved at the same time: on a busy machine more would be told to try again.
    let posts = bodies.iter().cycle().take(32).map(|body| leads.post("/api/leads").json(body).send());
    let answers = futures::future::join_all(posts).await;
    let mut statuses: Vec<u16> = answers.into_iter().map(|answer| answer.unwrap().status().into()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [[200; 16], [409; 16]].concat(), "one body is accepted, the other is a conflict");
    settings.all_are_archived().await;
    assert_eq!(platform.count(LEAD), 1);
}

#[tokio::test]
async fn a_restart_delivers_a_full_outbox() {
    let stopped = Platform::start().await.stop().await;
    let (settings, leads) = settings(&stopped.url()).with("LEADS_FIRST_WAIT_SECONDS", "0.05").served();
    let references = all_accepted(&leads, "full", 40, 4).await;
    drop(leads);
    let platform = stopped.restart().await;
    // The scheduled command and then a server deliver them.
    settings.output(&["deliver"]);
    let leads = settings.serve();
    settings.all_are_archived().await;
    for call in [LEAD, MAIL] {
        assert_eq!(platform.taken(call).into_keys().collect::<BTreeSet<_>>(), references);
    }
    assert!(leads.stop().await, "it stops with exit status 0");
}
