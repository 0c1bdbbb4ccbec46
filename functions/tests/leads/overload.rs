//! A store that is slow or loses its answers, and more posts than it can take: the surplus gets a 503 at once, what was accepted
//! is saved and sent once, and the function recovers.

use super::support::object_server::ObjectServer;
use super::support::{
    Leads, Platform, Settings, accepted, all_accepted, are_taken_once, contact, eventually, number,
    post,
};
use reqwest::Response;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Most leads that the function saves at the same time.
const SAVED_AT_ONCE: usize = 32;

/// A function that only saves, on `store`.
fn saving_to(store: &ObjectServer) -> (Settings, Leads) {
    let settings = Settings::new()
        .on_s3(&store.url)
        .with("LEADS_WITHIN_REQUEST_SECONDS", "0");
    let leads = settings.serve_without_delivery();
    (settings, leads)
}

#[tokio::test]
async fn posts_beyond_the_limit_get_a_503_and_the_others_are_saved() {
    const POSTS: usize = 100;
    let store = ObjectServer::start(0, Duration::ZERO).await;
    let (_settings, leads) = saving_to(&store);
    let bodies: Vec<Value> = (0..POSTS)
        .map(|number| contact(&format!("flood-{number}")))
        .collect();
    let answers = futures::future::join_all(bodies.iter().map(|body| post(&leads, body)));
    let release = async {
        let rejected = || leads.log().matches("\"status\":503").count();
        eventually("posts are rejected", || rejected() == POSTS - SAVED_AT_ONCE).await;
        store.allow(POSTS);
    };
    let (answers, ()) = tokio::join!(answers, release);
    let (saved, rejected): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.status() == 200);
    assert_eq!(saved.len(), SAVED_AT_ONCE);
    let says_when =
        |answer: &&Response| answer.status() == 503 && answer.headers().contains_key("retry-after");
    assert!(rejected.iter().all(says_when), "{rejected:?}");
    assert_eq!(store.count("/waiting/"), SAVED_AT_ONCE);
    accepted(&leads, &contact("after-the-flood")).await;
    println!("torture: posts beyond the limit of the store | 1 | {POSTS} | 0 | 0");
}

#[tokio::test]
async fn a_lost_answer_loses_no_lead_and_repeats_none() {
    let store = ObjectServer::start(8, Duration::ZERO).await;
    let platform = Platform::start().await;
    // A lease whose answer is lost has no owner, and its lead waits until it expires.
    let settings = Settings::to_platform(&platform.url())
        .on_s3(&store.url)
        .with("LEADS_LEASE_SECONDS", "20");
    let leads = settings.serve();
    let mut references = BTreeSet::new();
    // So many losses that the store's client gives up for some posts, and its visitors post again.
    let losses = [0, 1, 2, 5, 9, 10, 11, 14];
    for lost in losses {
        store.lose_answers(lost);
        let body = contact(&format!("lost-{lost}"));
        while post(&leads, &body).await.status() == 503 {}
        store.lose_answers(0);
        references.insert(accepted(&leads, &body).await);
    }
    eventually("all are delivered", || store.count("/waiting/") == 0).await;
    assert_eq!(store.count("/delivered/"), losses.len());
    are_taken_once(&platform, &references);
    let lost: usize = losses.iter().sum();
    println!(
        "torture: answers of the store lost | {lost} | {} | 0 | 0",
        losses.len()
    );
}

#[tokio::test]
async fn a_store_that_answers_too_late_rejects_the_post_and_keeps_no_half_lead() {
    let store = ObjectServer::start(0, Duration::ZERO).await;
    let platform = Platform::start().await;
    let (_settings, leads) = Settings::to_platform(&platform.url())
        .on_s3(&store.url)
        .served();
    let body = contact("late-1");
    assert_eq!(post(&leads, &body).await.status(), 503);
    store.allow(8);
    let reference = accepted(&leads, &body).await;
    eventually("it is delivered", || store.count("/waiting/") == 0).await;
    are_taken_once(&platform, &BTreeSet::from([reference]));
    println!("torture: a store that answers late | 1 | 2 | 0 | 0");
}

/// `LEADS_LOAD_SECONDS` sets how long the load lasts (default 0: not at all; 20 in the long mode).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_times_the_sustainable_rate() {
    let seconds = number("LEADS_LOAD_SECONDS", 0);
    if seconds == 0 {
        eprintln!("skipped: set LEADS_LOAD_SECONDS to the seconds that the load lasts");
        return;
    }
    let store = ObjectServer::start(4, Duration::from_millis(100)).await;
    let (_settings, leads) = saving_to(&store);
    // 16 visitors who each wait for their answer are served at the rate of the store.
    let started = Instant::now();
    let sustained = 100;
    all_accepted(&leads, "sustained", sustained, 16).await;
    let rate = sustained as f64 / started.elapsed().as_secs_f64();

    let mut ticks = tokio::time::interval(Duration::from_secs_f64(0.1 / rate));
    let mut answers = tokio::task::JoinSet::new();
    let started = Instant::now();
    let mut sent = 0_usize;
    while started.elapsed() < Duration::from_secs(seconds as u64) {
        ticks.tick().await;
        let request = leads
            .post("/api/leads")
            .json(&contact(&format!("load-{sent}")));
        sent += 1;
        answers.spawn(async move {
            let started = Instant::now();
            let status = request
                .send()
                .await
                .map(|response| response.status().as_u16());
            (status.ok(), started.elapsed())
        });
    }
    let answers = answers.join_all().await;
    let accepted_posts = answers.iter().filter(|(status, _)| *status == Some(200));
    let mut times: Vec<Duration> = accepted_posts.map(|(_, time)| *time).collect();
    times.sort();
    let rejected = answers
        .iter()
        .filter(|(status, _)| *status == Some(503))
        .count();
    let slowest = times[times.len() * 99 / 100];
    let memory = leads.memory_kb("VmHWM");
    println!(
        "load: {rate:.0} posts a second sustained; then {sent} posts in {seconds} s: {} accepted with a p99 of {:.1} s, {rejected} rejected with 503, {} unanswered; {memory} KB of memory at most",
        times.len(),
        slowest.as_secs_f64(),
        sent - times.len() - rejected,
    );
    assert_eq!(times.len() + rejected, sent, "every post is answered");
    assert!(rejected > sent / 2, "it was no overload");
    // 1,024 connections of 50 KB each, and the process itself.
    assert!(memory < 96 * 1024, "{memory} KB");
    // A post waits a second for its turn, and each of the three operations of a save has 8 seconds.
    assert!(slowest < Duration::from_secs(1 + 3 * 8), "{slowest:?}");
    // A save that takes too long is answered with a 503, but may still succeed.
    assert!(
        store.count("/waiting/") >= sustained + times.len(),
        "an accepted lead was not saved"
    );
    accepted(&leads, &contact("after-the-load")).await;
    println!("torture: ten times the sustainable rate | 1 | {sent} | 0 | 0");
}
