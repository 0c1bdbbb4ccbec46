//! Privacy: stored consents, ARCO requests, retention.

use super::support::{Platform, Settings, accepted, contact};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn consents_are_stored_with_the_lead() {
    let settings = Settings::new();
    let leads = settings.serve();
    let mut shown = contact("consent-1");
    shown["notice_version"] = json!("2026-11-01");
    let reference = accepted(&leads, &shown).await;
    let mut without = contact("consent-2");
    without["marketing"] = json!(null);
    let other = accepted(&leads, &without).await;
    let shown = settings.json(&["show", &reference]);
    let consents = &shown["lead"]["consents"];
    assert_eq!(consents["notice_version"], "2026-11-01");
    assert_eq!(consents["notice_hash"].as_str().unwrap().len(), 64);
    assert_eq!((&consents["marketing"], &consents["measurement"]), (&json!(true), &json!(false)));
    assert_eq!(consents["marketing_at"], shown["lead"]["received_at"]);
    let shown = settings.json(&["show", &other]);
    let consents = &shown["lead"]["consents"];
    assert_eq!(consents["marketing_at"], json!(null));
    let notice = (&consents["notice_version"], &consents["notice_hash"]);
    assert_eq!(notice, (&json!("2025-03-21"), &json!("")), "its text is not known");
}

/// Advertisers get the click, with consent, and nothing about the person.
#[tokio::test]
async fn conversions_are_exported_with_consent_to_measurement_only() {
    let settings = Settings::new();
    let leads = settings.serve();
    let mut allowed = contact("click-1");
    allowed["tracking"] = json!({"gclid": "Cj0KCQ-1_a"});
    let mut refused = allowed.clone();
    refused["key"] = json!("click-2");
    refused["message"] = json!("otro");
    allowed["measurement"] = json!("on");
    let reference = accepted(&leads, &allowed).await;
    accepted(&leads, &refused).await;
    let file = settings.output(&["export", "--format", "google-ads", "--conversion", "Visita"]);
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines.len(), 3, "{file}");
    assert!(lines[2].starts_with("Cj0KCQ-1_a,,,Visita,") && lines[2].contains(&reference), "{file}");
    assert!(!file.contains("maria") && !file.contains("984"), "{file}");
}

#[tokio::test]
async fn the_data_of_one_person_can_be_exported_and_deleted() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let mut other = contact("arco-3");
    other["email"] = json!("otra@example.com");
    let mine = [accepted(&leads, &contact("arco-1")).await, accepted(&leads, &contact("arco-2")).await];
    let others = accepted(&leads, &other).await;
    settings.all_are_archived().await;
    platform.mode("server_error");
    let waiting = accepted(&leads, &contact("arco-4")).await;

    let export = settings.output(&["export", "--format", "json", "--email", "MARIA@example.com"]);
    assert_eq!(export.lines().count(), 3);
    assert!(mine.iter().chain([&waiting]).all(|reference| export.contains(reference)));
    assert!(!export.contains(&others));
    let delete = ["delete", "--email", "maria@example.com"];
    assert!(settings.output(&delete).contains("would delete"));
    assert_eq!(settings.objects("delivered").len(), 3, "nothing is deleted without --yes");
    settings.output(&[&delete[..], &["--yes"]].concat());
    let export = settings.output(&["export", "--format", "json", "--email", "maria@example.com"]);
    assert!(export.is_empty());
    platform.mode("ok");
    settings.output(&["deliver"]);
    assert_eq!(settings.objects("delivered").len(), 1, "deleted leads are not delivered");
    for path in settings.objects("") {
        let content = std::fs::read_to_string(path).unwrap();
        assert!(!content.contains("maria@example.com"), "personal data is left");
    }
}

#[tokio::test]
async fn delivered_leads_are_deleted_after_the_retention_time() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_RETENTION_DAYS", "30");
    let leads = settings.serve_without_delivery();
    let old = accepted(&leads, &contact("old-1")).await;
    let young = accepted(&leads, &contact("young-1")).await;
    settings.set_age(&old, Duration::from_secs(31 * 86_400));
    settings.output(&["deliver"]);
    let list = settings.output(&["list"]);
    assert!(!list.contains(&old) && list.contains(&young), "{list}");
}
