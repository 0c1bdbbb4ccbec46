//! Crashes, several workers, concurrent posts with one key, in a folder and on S3. No accepted lead is lost.

use super::support::platform::{LEAD, MAIL, reference};
use super::support::servers::s3;
use super::support::{
    Platform, Settings, accepted, all_accepted, are_taken_once, contact, contact_with, eventually,
    is_delivered, post, start,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The variables of a worker that is killed during an attempt: on a busy machine too, the attempt must begin within its lease,
/// and not end, and be answered or repeated, before the worker is killed. The next worker waits for the end of the lease.
const LONG_ATTEMPT: &str =
    "LEADS_LEASE_SECONDS=40 LEADS_ATTEMPT_SECONDS=25 LEADS_WITHIN_REQUEST_SECONDS=25";

#[tokio::test]
async fn killed_after_saving_and_before_the_answer() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).set(LONG_ATTEMPT);
    // The loop would sometimes be the first to attempt the lead, and then the visitor has an answer at once.
    let leads = settings.serve_without_delivery();
    platform.mode("hang");
    let body = contact("crash-1");
    let answer = tokio::spawn(leads.post("/api/leads").json(&body).send());
    eventually("call 1 is received", || platform.count(LEAD) > 0).await;
    drop(leads);
    assert!(answer.await.unwrap().is_err(), "the visitor got no answer");
    assert_eq!(settings.objects("waiting").len(), 1, "the lead is saved");

    platform.mode("ok");
    let leads = settings.serve();
    let reference = accepted(&leads, &body).await;
    is_delivered(&platform, &settings, &reference).await;
    assert_eq!(
        settings.objects("delivered").len(),
        1,
        "the visitor's second post is the same lead"
    );
}

#[tokio::test]
async fn killed_after_call_1_and_before_its_record() {
    let (platform, settings, leads) = start(LONG_ATTEMPT).await;
    // The platform accepts the lead but answers late.
    platform.behave(json!({"call": LEAD, "mode": "slow", "delay_ms": 60000, "times": 1}));
    let answer = tokio::spawn(leads.post("/api/leads").json(&contact("crash-2")).send());
    eventually("call 1 is received", || platform.count(LEAD) == 1).await;
    eventually("call 2 is recorded", || {
        settings.has_work_object("contact.0001.delivered")
    })
    .await;
    drop(leads);
    let _ = answer.await.unwrap();

    let _leads = settings.serve();
    settings.all_are_archived().await;
    assert_eq!(
        platform.count(LEAD),
        2,
        "call 1 is repeated, because its result is unknown"
    );
    assert_eq!(
        platform.count(MAIL),
        1,
        "call 2 is not repeated: its result was recorded"
    );
    let calls = platform.requests(LEAD);
    let references: BTreeSet<String> = calls.iter().map(|call| reference(&call.body)).collect();
    assert_eq!(references.len(), 1, "both calls have the same reference");
}

#[tokio::test]
async fn two_workers_send_each_lead_once() {
    const LEADS: usize = 30;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .set("LEADS_WITHIN_REQUEST_SECONDS=0 LEADS_WORKERS=1");
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
    let (platform, settings, leads) = start("").await;
    let bodies = [
        contact("twice-1"),
        contact_with("twice-1", json!({"message": "Otra cosa"})),
    ];
    // As many posts as are saved at the same time: on a busy machine more would be told to try again.
    let posts = bodies
        .iter()
        .cycle()
        .take(32)
        .map(|body| leads.post("/api/leads").json(body).send());
    let answers = futures::future::join_all(posts).await;
    let mut statuses: Vec<u16> = answers
        .into_iter()
        .map(|answer| answer.unwrap().status().into())
        .collect();
    statuses.sort_unstable();
    assert_eq!(
        statuses,
        [[200; 16], [409; 16]].concat(),
        "one body is accepted, the other is a conflict"
    );
    settings.all_are_archived().await;
    assert_eq!(platform.count(LEAD), 1);
}

fn states(settings: &Settings, state: &str) -> BTreeSet<String> {
    let list = settings.output(&["list", "--json", "--state", state]);
    let leads = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    leads
        .map(|lead| lead["reference"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn leads_are_saved_leased_and_delivered_on_s3() {
    let (server, platform) = (s3(), Platform::start().await);
    let settings = Settings::to_platform(&platform.url()).on_s3(&server.url);
    assert!(
        settings
            .output(&["check"])
            .contains("the store can save leads")
    );
    let leads = settings.serve();

    // Concurrent posts with one key, and one with another body.
    let same = contact("s3-same");
    let first = accepted(&leads, &same).await;
    let again = futures::future::join_all((0..8).map(|_| post(&leads, &same))).await;
    assert!(again.into_iter().all(|answer| answer.status() == 200));
    assert_eq!(
        post(&leads, &contact_with("s3-same", json!({"message": "Otra"})))
            .await
            .status(),
        409
    );
    let none_waits = || states(&settings, "waiting").is_empty();
    eventually("all are archived", none_waits).await;
    assert_eq!(
        states(&settings, "delivered"),
        BTreeSet::from([first.clone()])
    );

    // The platform fails; then two servers and the scheduled command deliver.
    platform.mode("server_error");
    let mut references = all_accepted(&leads, "s3", 12, 4).await;
    assert_eq!(states(&settings, "waiting"), references);
    platform.mode("ok");
    let second = settings.serve();
    settings.output(&["deliver"]);
    eventually("all are archived", none_waits).await;
    references.insert(first.clone());
    are_taken_once(&platform, &references);
    assert!(!leads.log().contains("test-secret-77") && !second.log().contains("test-secret-77"));
    assert_eq!(
        settings.json(&["show", &first])["lead"]["email"],
        "maria@example.com"
    );
    settings.output(&["delete", &first, "--yes"]);
    settings.failure(&["show", &first]);
}

/// The tests compile another profile, which says neither: see Cargo.toml.
#[test]
fn programs_of_a_release_catch_panics_and_check_sums() {
    let workspace = include_str!("../../../Cargo.toml");
    let release = workspace.split("[profile.release]").nth(1).unwrap();
    let release = release.split("\n[").next().unwrap();
    assert!(release.contains("\noverflow-checks = true\n"), "{release}");
    assert!(!workspace.contains("panic ="), "panics must unwind");
}
