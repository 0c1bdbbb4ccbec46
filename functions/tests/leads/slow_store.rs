//! A store that answers late, or that carries out a write and loses the answer: no lead is lost or sent twice.

use super::support::object_server::ObjectServer;
use super::support::{Platform, Settings, accepted, are_taken_once, contact, eventually, post};
use std::collections::BTreeSet;
use std::time::Duration;

#[tokio::test]
async fn a_lost_answer_loses_no_lead_and_repeats_none() {
    let store = ObjectServer::start(8, Duration::ZERO).await;
    let platform = Platform::start().await;
    // A lease whose answer is lost has no owner, and its lead waits until it expires.
    let settings = Settings::to_platform(&platform.url()).on_s3(&store.url).with("LEADS_LEASE_SECONDS", "20");
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
    eventually(60, "all are delivered", || store.count("/waiting/") == 0).await;
    assert_eq!(store.count("/delivered/"), losses.len());
    are_taken_once(&platform, &references);
    let lost: usize = losses.iter().sum();
    println!("torture: answers of the store lost | {lost} | {} | 0 | 0", losses.len());
}

#[tokio::test]
async fn a_store_that_answers_too_late_rejects_the_post_and_keeps_no_half_lead() {
    let store = ObjectServer::start(0, Duration::ZERO).await;
    let platform = Platform::start().await;
    let (_settings, leads) = Settings::to_platform(&platform.url()).on_s3(&store.url).served();
    let body = contact("late-1");
    assert_eq!(post(&leads, &body).await.status(), 503);
    store.allow(8);
    let reference = accepted(&leads, &body).await;
    eventually(30, "it is delivered", || store.count("/waiting/") == 0).await;
    are_taken_once(&platform, &BTreeSet::from([reference]));
    println!("torture: a store that answers late | 1 | 2 | 0 | 0");
}
