//! The webhook, HubSpot and EasyBroker: what they get, and that each delays or stops only itself.

use super::support::process::binary;
use super::support::receivers::{KEYS, Received};
use super::support::servers::programs;
use super::support::{
    Behaviour, Leads, Receiver, Receivers, Settings, accepted, all_accepted, contact, contact_with,
    eventually, wait_for,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, Write};
use std::process::Command;
use std::time::Duration;

/// Later than the timeout of an attempt.
const LATE: Behaviour = Behaviour::Late(Duration::from_secs(10));

/// The function with all channels by HTTP and a short timeout, which an answer on a busy machine does not exceed.
async fn start() -> (Receivers, Settings, Leads) {
    let receivers = Receivers::start().await;
    let settings = receivers
        .configure(Settings::new())
        .with("LEADS_ATTEMPT_SECONDS", "4");
    let (settings, leads) = settings.served();
    (receivers, settings, leads)
}

/// Whether an attempt at a lead ended with this note.
fn has_note(settings: &Settings, reference: &str, note: &str) -> bool {
    let shown = settings.json(&["show", reference]);
    shown["history"]
        .as_array()
        .unwrap()
        .iter()
        .any(|entry| entry["note"] == note)
}

/// The events that the published library verifies with a key.
fn verified(receivers: &Receivers, key: &str) -> Vec<Value> {
    verified_of(&receivers.received(Receiver::Webhook), key)
}

fn verified_of(webhooks: &[Received], key: &str) -> Vec<Value> {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/servers/verify_webhooks.py"
    );
    let mut input = tempfile::tempfile().unwrap();
    for webhook in webhooks {
        writeln!(
            input,
            "{}",
            json!({"headers": webhook.headers, "body": webhook.body})
        )
        .unwrap();
    }
    input.rewind().unwrap();
    let output = Command::new(programs().join("python"))
        .args([script, key])
        .stdin(input)
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The states of the channels in the health check.
async fn health(leads: &Leads) -> Value {
    leads.get_json("/api/health").await["channels"].clone()
}

#[tokio::test]
async fn each_receiver_gets_a_lead_as_its_documentation_says() {
    let (receivers, settings, leads) = start().await;
    let about_unit = json!({"form": "unit", "unit": "O-301", "tracking": {"utm_source": "google"}});
    let reference = accepted(&leads, &contact_with("channels-1", about_unit)).await;
    settings.all_are_archived().await;
    assert_eq!(
        health(&leads).await,
        json!({"webhook": "ready", "hubspot": "ready", "easybroker": "ready"})
    );

    // The published library verifies it with either key, and with no other.
    for key in KEYS {
        let events = verified(&receivers, key);
        assert_eq!(events.len(), 1, "{key}");
        assert_eq!(events[0]["type"], "lead.created");
        let data = &events[0]["data"];
        assert_eq!(
            (&data["reference"], &data["unit"]),
            (&json!(reference), &json!("O-301"))
        );
        assert_eq!(data["page"], "https://torre.example/contacto");
        assert_eq!(data["tracking"], json!({"utm_source": "google"}));
    }
    assert!(
        verified(
            &receivers,
            "whsec_b3RoZXIga2V5IG9mIHRoZSB0ZXN0cywgMjQgYnl0ZXM="
        )
        .is_empty()
    );

    let hubspot = receivers.received(Receiver::Hubspot)[0].json();
    assert_eq!(
        hubspot["context"]["pageUri"],
        "https://torre.example/contacto?utm_source=google"
    );
    let consent = &hubspot["legalConsentOptions"]["consent"];
    assert_eq!(consent["consentToProcess"], true);
    assert!(consent["text"].as_str().unwrap().ends_with("(2025-03-21)"));

    let easybroker = receivers.received(Receiver::EasyBroker)[0].json();
    let shown = ["property_id", "source"].map(|name| &easybroker[name]);
    assert_eq!(shown, ["EB-AB1234", "torre.example"]);
    for receiver in Receiver::ALL {
        assert_eq!(
            receivers.accepted(receiver),
            BTreeMap::from([(reference.clone(), 1)])
        );
    }
}

/// The references of the events from the `first` on that the published library verifies with a key.
fn references_verified(receivers: &Receivers, key: &str, first: usize) -> Vec<String> {
    let received = receivers.received(Receiver::Webhook).split_off(first);
    let mut references: Vec<String> = verified_of(&received, key)
        .iter()
        .map(|event| event["data"]["reference"].as_str().unwrap().to_owned())
        .collect();
    references.sort();
    references
}

#[tokio::test]
async fn a_key_changes_while_leads_wait_and_none_is_lost_or_signed_with_another_key() {
    let receivers = Receivers::start().await;
    let mut settings = receivers.configure(Settings::new());
    let [old, new] = KEYS;
    let both = KEYS.join(", ");
    let mut logs = String::new();
    let mut number = 0;
    // With the old key, with both in either order, with the new one, and back: what waits is signed with the keys of its attempt.
    for (secret, valid, invalid) in [
        (old.to_owned(), &[old][..], &[new][..]),
        (both, &KEYS, &[]),
        (format!("{new},{old}"), &KEYS, &[]),
        (new.to_owned(), &[new], &[old]),
        (old.to_owned(), &[old], &[new]),
    ] {
        settings = settings.with("WEBHOOK_SECRET", &secret);
        let (running, leads) = settings.served();
        settings = running;
        // Those that the process before has left.
        settings.output(&["retry", "--all"]);
        settings.all_are_archived().await;
        let refused = Behaviour::status(500);
        receivers.behave(Receiver::Webhook, vec![refused.clone(), refused]);
        let first = receivers.received(Receiver::Webhook).len();
        let mut references = Vec::new();
        for _ in 0..3 {
            number += 1;
            references.push(accepted(&leads, &contact(&format!("key-{number}"))).await);
        }
        references.sort();
        settings.all_are_archived().await;
        let attempts = receivers.received(Receiver::Webhook).len() - first;
        for key in valid {
            let mut found = references_verified(&receivers, key, first);
            assert_eq!(found.len(), attempts, "each attempt is signed");
            found.dedup();
            assert_eq!(found, references);
        }
        for key in invalid {
            assert!(references_verified(&receivers, key, first).is_empty());
        }
        // These wait for the next process, with other keys.
        receivers.behave(Receiver::Webhook, vec![Behaviour::status(500); 2]);
        for _ in 0..2 {
            number += 1;
            accepted(&leads, &contact(&format!("key-{number}"))).await;
        }
        logs += &leads.log();
        assert!(leads.stop().await);
    }
    let (settings, leads) = settings.served();
    settings.all_are_archived().await;
    logs += &leads.log();
    let counts = receivers.accepted(Receiver::Webhook);
    assert_eq!(counts.len(), number, "none is lost");
    assert!(counts.values().all(|times| *times == 1), "{counts:?}");
    logs += &settings.output(&["check"]);
    for wrong in [
        "",
        "whsec_",
        "whsec_AAAA",
        &format!("{old},"),
        &format!("{old} {new}"),
    ] {
        let damaged = settings
            .command(&binary())
            .env("WEBHOOK_SECRET", wrong)
            .arg("check")
            .output();
        let printed = damaged.unwrap();
        assert_eq!(printed.status.code(), Some(1), "{wrong}");
        logs += &String::from_utf8([printed.stdout, printed.stderr].concat()).unwrap();
    }
    for path in settings.objects("") {
        logs += &String::from_utf8_lossy(&std::fs::read(path).unwrap());
    }
    for key in KEYS {
        assert!(!logs.contains(&key["whsec_".len()..]), "a key is shown");
    }
    println!("torture: keys of the webhook that change | 5 | {number} | 0 | 0");
}

#[tokio::test]
async fn a_receiver_that_misbehaves_delays_only_itself() {
    let (receivers, settings, leads) = start().await;
    let modes = [
        Behaviour::status(500),
        Behaviour::status(401),
        Behaviour::status(404),
        Behaviour::status(302),
        Behaviour::Refuse(503, Some("1"), Value::Null),
        Behaviour::Hang,
        LATE,
        Behaviour::AcceptAnd(500),
        Behaviour::BreakOff,
        Behaviour::Html,
    ];
    for receiver in Receiver::ALL {
        for (number, mode) in modes.iter().enumerate() {
            receivers.behave(receiver, vec![mode.clone()]);
            let reference = accepted(&leads, &contact(&format!("{receiver:?}-{number}"))).await;
            settings.all_are_archived().await;
            let taken = receivers.accepted(receiver)[&reference];
            // What was accepted without an answer that says so is sent again, and found again at EasyBroker.
            let is_unknown = matches!(mode, Behaviour::Late(_) | Behaviour::AcceptAnd(_));
            let expected = if is_unknown && receiver != Receiver::EasyBroker {
                2
            } else {
                1
            };
            assert_eq!(taken, expected, "{receiver:?} {mode:?}");
            for other in Receiver::ALL.into_iter().filter(|other| *other != receiver) {
                assert_eq!(
                    receivers.accepted(other)[&reference],
                    1,
                    "{receiver:?} {mode:?}: {other:?}"
                );
            }
        }
    }
    // Every attempt at one lead has its id and its body, and is signed anew.
    let webhooks = receivers.received(Receiver::Webhook);
    assert_eq!(verified(&receivers, KEYS[0]).len(), webhooks.len());
    let bodies: BTreeSet<_> = webhooks
        .iter()
        .map(|webhook| (webhook.reference(), &webhook.body))
        .collect();
    assert_eq!(bodies.len(), receivers.accepted(Receiver::Webhook).len());
    let count = Receiver::ALL.len() * modes.len();
    println!("torture: receivers that misbehave | {count} | {count} | 0 | 0");
}

#[tokio::test]
async fn a_pause_holds_back_one_channel() {
    let (receivers, settings, leads) = start().await;
    // Longer than any machine needs for what happens during the pause.
    receivers.behave(
        Receiver::Webhook,
        vec![Behaviour::Refuse(429, Some("900"), Value::Null)],
    );
    let first = accepted(&leads, &contact("pause-1")).await;
    // Of two leads at once, either may be the one that is refused.
    wait_for("the refused channel pauses", async || {
        let channels = health(&leads).await;
        (channels["webhook"] == "paused").then_some(())
    })
    .await;
    let second = accepted(&leads, &contact("pause-2")).await;
    let is_delivered = || settings.has_work_object(&format!("{second}/easybroker.0001.delivered"));
    eventually("the other channel delivers", is_delivered).await;
    let postponed = |reference: &str| {
        let objects = settings.objects(&format!("work/{reference}"));
        objects
            .iter()
            .any(|path| path.to_string_lossy().contains("webhook.0001.postponed."))
    };
    eventually("the paused channel postpones", || postponed(&second)).await;
    assert!(!postponed(&first), "a pause does not count as an attempt");
    assert_eq!(receivers.received(Receiver::Webhook).len(), 1);
    assert!(leads.stop().await);
    let leads = settings.serve();
    settings.output(&["retry", "--all"]);
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::Webhook).len(), 2);
    assert_eq!(health(&leads).await["webhook"], "ready");
}

#[tokio::test]
async fn a_receiver_that_is_gone_stops_its_channel() {
    let (receivers, settings, leads) = start().await;
    receivers.behave(Receiver::Webhook, vec![Behaviour::status(410)]);
    // One after the other: of two leads at once, both may be sent before the first answer.
    for key in ["gone-1", "gone-2"] {
        let reference = accepted(&leads, &contact(key)).await;
        settings
            .prints(&["list", "--state", "dead_lettered"], &reference)
            .await;
    }
    assert_eq!(
        receivers.received(Receiver::Webhook).len(),
        1,
        "the second lead is not sent"
    );
    assert_eq!(health(&leads).await["webhook"], "stopped");
    let others = [Receiver::Hubspot, Receiver::EasyBroker];
    let have_both = || {
        others
            .iter()
            .all(|receiver| receivers.accepted(*receiver).len() == 2)
    };
    eventually("the other channels deliver", have_both).await;
    assert!(leads.stop().await);
    let _leads = settings.serve();
    settings.output(&["retry", "--all"]);
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::Webhook).len(), 2);
}

#[tokio::test]
async fn what_hubspot_refuses_is_final_and_says_why_without_personal_data() {
    let (receivers, settings, leads) = start().await;
    let errors = json!({"status": "error", "message": "The request is not valid", "errors": [
        {"message": "Error in 'fields.email'. maria@example.com", "errorType": "INVALID_EMAIL"},
        {"message": "x", "errorType": "maria@example.com"}]});
    receivers.behave(
        Receiver::Hubspot,
        vec![Behaviour::Refuse(400, None, errors)],
    );
    let reference = accepted(&leads, &contact("refused-1")).await;
    settings
        .prints(&["list", "--state", "dead_lettered"], &reference)
        .await;
    assert!(has_note(
        &settings,
        &reference,
        "the receiver answered with status 400 INVALID_EMAIL"
    ));
    assert_eq!(receivers.received(Receiver::Hubspot).len(), 1);
    assert!(!leads.log().contains("maria@"));
}

#[tokio::test]
async fn a_lead_that_easybroker_has_is_found_on_a_later_page() {
    let (receivers, settings, leads) = start().await;
    all_accepted(&leads, "page", 3, 1).await;
    // Otherwise the loop may still be sending one of them, and the late answer would be its own.
    settings.all_are_archived().await;
    receivers.behave(Receiver::EasyBroker, vec![LATE]);
    let reference = accepted(&leads, &contact("page-3")).await;
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::EasyBroker)[&reference], 1);
    assert!(has_note(
        &settings,
        &reference,
        "found among the contact requests"
    ));
}
