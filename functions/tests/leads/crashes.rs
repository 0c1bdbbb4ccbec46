//! Crashes, several workers, concurrent posts with one key, restarts. No accepted lead is lost.

use super::support::platform::{LEAD, MAIL, reference};
use super::support::{
    Platform, Settings, accepted, contact, eventually, is_delivered, is_taken_once, none_is_lost, posts,
};
use futures::StreamExt;
use serde_json::json;
use std::collections::BTreeSet;

#[tokio::test]
async fn killed_after_saving_and_before_the_answer() {
    let platform = Platform::start().await;
    platform.mode("hang");
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "1");
    let leads = settings.serve();
    let body = contact("crash-1");
    let answer = tokio::spawn({
        let request = leads.post("/api/leads").json(&body);
        async move { request.send().await }
    });
    eventually(5, "call 1 is received", || async { platform.count(LEAD) > 0 }).await;
    leads.kill();
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
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "1");
    let leads = settings.serve();
    let answer = tokio::spawn({
        let request = leads.post("/api/leads").json(&contact("crash-2"));
        async move { request.send().await }
    });
    eventually(5, "call 1 is received", || async { platform.count(LEAD) == 1 }).await;
    eventually(5, "call 2 is recorded", || async { settings.has_work_object("contact.0001.delivered") })
        .await;
    leads.kill();
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
async fn killed_while_1000_posts_are_in_flight() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        // An attempt that takes too long on a busy machine would be repeated, too.
        .with("LEADS_LEASE_SECONDS", "9")
        .with("LEADS_ATTEMPT_SECONDS", "4");
    let leads = settings.serve();
    let mut answers = Box::pin(posts(&leads, (0..1000).map(|post| format!("flight-{post}")), 200));
    let mut accepted = BTreeSet::new();
    let mut leads = Some(leads);
    while let Some(answer) = answers.next().await {
        accepted.extend(answer);
        if accepted.len() == 300
            && let Some(leads) = leads.take()
        {
            leads.kill();
        }
    }
    let count = accepted.len();
    assert!((300..1000).contains(&count), "{count} were accepted");

    let _leads = settings.serve();
    eventually(60, "all leads are archived", || async {
        settings.output(&["list", "--state", "waiting"]).is_empty()
    })
    .await;
    none_is_lost(&platform, &accepted, 1);
}

#[tokio::test]
async fn two_workers_send_each_lead_once() {
    const LEADS: usize = 30;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let receiving = settings.with("LEADS_WITHIN_REQUEST_SECONDS", "0").with("LEADS_WORKERS", "1");
    let leads = receiving.serve_without_delivery();
    platform.mode("server_error");
    let mut references = BTreeSet::new();
    for number in 0..LEADS {
        references.insert(accepted(&leads, &contact(&format!("two-{number}"))).await);
    }
    assert!(leads.stop().await);
    platform.mode("ok");
    let (one, two, three) = (receiving.serve(), receiving.serve(), receiving.serve());
    receiving.all_are_archived().await;
    for call in [LEAD, MAIL] {
        is_taken_once(&platform, call, &references);
    }
    println!("torture: three processes on one store | 1 | {LEADS} | 0 | 0");
    drop((one, two, three));
}

#[tokio::test]
async fn concurrent_posts_with_one_key_are_one_lead() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let (same, mut other) = (contact("twice-1"), contact("twice-1"));
    other["message"] = json!("Otra cosa");
    // As many posts as are saved at the same time: on a busy machine more would be told to try again.
    let posts = (0..32).map(|number| {
        let post = leads.post("/api/leads");
        post.json(if number % 2 == 0 { &same } else { &other }).send()
    });
    let mut statuses: Vec<u16> = Vec::new();
    for response in futures::future::join_all(posts).await {
        statuses.push(response.unwrap().status().as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(
        statuses,
        [vec![200; 16], vec![409; 16]].concat(),
        "one body is accepted, the other is a conflict"
    );
    settings.all_are_archived().await;
    assert_eq!(platform.count(LEAD), 1);
}

#[tokio::test]
async fn a_restart_delivers_a_full_outbox() {
    let stopped = Platform::start().await.stop().await;
    let settings = Settings::to_platform(&stopped.url())
        .with("LEADS_FIRST_WAIT_SECONDS", "0.05")
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "1");
    let leads = settings.serve();
    let mut references = BTreeSet::new();
    for number in 0..40 {
        references.insert(accepted(&leads, &contact(&format!("full-{number}"))).await);
    }
    leads.kill();
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
