//! Privacy: stored consents, ARCO requests, retention.

use super::support::{Settings, accepted, contact, contact_with, start};
use serde_json::json;
use std::fs::File;
use std::time::{Duration, SystemTime};

#[tokio::test]
async fn consents_are_stored_with_the_lead() {
    let (settings, leads) = Settings::new().served();
    let shown = contact_with("consent-1", json!({"notice_version": "2026-11-01"}));
    let without = contact_with("consent-2", json!({"marketing": null}));
    let lead = settings.json(&["show", &accepted(&leads, &shown).await])["lead"].clone();
    let consents = &lead["consents"];
    assert_eq!(consents["notice_version"], "2026-11-01");
    assert_eq!(consents["notice_hash"].as_str().unwrap().len(), 64);
    assert_eq!(
        (&consents["marketing"], &consents["measurement"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(consents["marketing_at"], lead["received_at"]);
    let shown = settings.json(&["show", &accepted(&leads, &without).await]);
    let consents = &shown["lead"]["consents"];
    assert_eq!(consents["marketing_at"], json!(null));
    assert_eq!(
        (&consents["notice_version"], &consents["notice_hash"]),
        (&json!("2025-03-21"), &json!(""))
    );
}

#[tokio::test]
async fn the_data_of_one_person_can_be_exported_and_deleted() {
    let (platform, settings, leads) = start("").await;
    let mine = [
        accepted(&leads, &contact("arco-1")).await,
        accepted(&leads, &contact("arco-2")).await,
    ];
    let others = accepted(
        &leads,
        &contact_with("arco-3", json!({"email": "otra@example.com"})),
    )
    .await;
    settings.all_are_archived().await;
    platform.mode("server_error");
    let waiting = accepted(&leads, &contact("arco-4")).await;

    let export = settings.output(&["export", "--format", "json", "--email", "MARIA@example.com"]);
    assert_eq!(export.lines().count(), 3);
    assert!(
        mine.iter()
            .chain([&waiting])
            .all(|reference| export.contains(reference))
    );
    assert!(!export.contains(&others));
    let delete = ["delete", "--email", "maria@example.com"];
    assert!(settings.output(&delete).contains("would delete"));
    assert_eq!(
        settings.objects("delivered").len(),
        3,
        "nothing is deleted without --yes"
    );
    settings.output(&[&delete[..], &["--yes"]].concat());
    let export = settings.output(&["export", "--format", "json", "--email", "maria@example.com"]);
    assert!(export.is_empty());
    platform.mode("ok");
    settings.output(&["deliver"]);
    assert_eq!(
        settings.objects("delivered").len(),
        1,
        "deleted leads are not delivered"
    );
    for path in settings.objects("") {
        let content = std::fs::read_to_string(path).unwrap();
        assert!(
            !content.contains("maria@example.com"),
            "personal data is left"
        );
    }
}

#[tokio::test]
async fn delivered_leads_are_deleted_after_the_retention_time() {
    let (_platform, settings, leads) = start("LEADS_RETENTION_DAYS=30").await;
    let old = accepted(&leads, &contact("old-1")).await;
    let young = accepted(&leads, &contact("young-1")).await;
    assert!(leads.stop().await);
    settings.set_age(&old, Duration::from_secs(31 * 86_400));
    settings.output(&["deliver"]);
    assert!(
        settings.output(&["list"]).contains(&old),
        "the clock may be wrong"
    );
    // As a store that a process has cleaned up each day.
    for days in 1..9 {
        let path = settings.store().join("clock").join(days.to_string());
        let file = File::create(path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(days * 86_400))
            .unwrap();
    }
    settings.output(&["deliver"]);
    let list = settings.output(&["list"]);
    assert!(!list.contains(&old) && list.contains(&young), "{list}");
}
