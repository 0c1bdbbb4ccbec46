//! The webhook, HubSpot and EasyBroker: what they get, and that each delays or stops only itself.

use super::support::receivers::KEYS;
use super::support::servers::programs;
use super::support::{Behaviour, Leads, Receiver, Receivers, Settings, accepted, contact, eventually};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Settings with all channels by HTTP and a short timeout.
fn settings(receivers: &Receivers) -> Settings {
    receivers.configure(Settings::new()).with("LEADS_ATTEMPT_SECONDS", "0.7")
}

/// A post about a unit.
fn about_unit(key: &str) -> Value {
    let mut body = contact(key);
    body["form"] = json!("unit");
    body["unit"] = json!("O-301");
    body["tracking"] = json!({"utm_source": "google"});
    body
}

/// The events that the published library verifies with a key.
fn verified(receivers: &Receivers, key: &str) -> Vec<Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/verify_webhooks.py");
    let mut command = Command::new(programs().join("python"));
    let command =
        command.args([script, key]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    for webhook in receivers.received(Receiver::Webhook) {
        writeln!(input, "{}", json!({"headers": webhook.headers, "body": webhook.body})).unwrap();
    }
    drop(input);
    let output = String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The states of the channels in the health check.
async fn health(leads: &Leads) -> Value {
    leads.get_json("/api/health").await["channels"].clone()
}

#[tokio::test]
async fn each_receiver_gets_a_lead_as_its_documentation_says() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    let leads = settings.serve();
    let reference = accepted(&leads, &about_unit("channels-1")).await;
    settings.all_are_archived().await;
    assert_eq!(health(&leads).await, json!({"webhook": "ready", "hubspot": "ready", "easybroker": "ready"}));

    // The published library verifies it with either key, and with no other.
    for key in KEYS {
        let events = verified(&receivers, key);
        assert_eq!(events.len(), 1, "{key}");
        assert_eq!(events[0]["type"], "lead.created");
        let data = &events[0]["data"];
        assert_eq!((&data["reference"], &data["unit"]), (&json!(reference), &json!("O-301")));
        assert_eq!(data["page"], "https://torre.example/contacto");
        assert_eq!(data["tracking"], json!({"utm_source": "google"}));
    }
    assert!(verified(&receivers, "whsec_b3RoZXIga2V5IG9mIHRoZSB0ZXN0cywgMjQgYnl0ZXM=").is_empty());

    let hubspot = receivers.received(Receiver::Hubspot)[0].json();
    assert_eq!(hubspot["context"]["pageUri"], "https://torre.example/contacto?utm_source=google");
    let consent = &hubspot["legalConsentOptions"]["consent"];
    assert_eq!(consent["consentToProcess"], true);
    assert!(consent["text"].as_str().unwrap().ends_with("(2025-03-21)"));

    let easybroker = receivers.received(Receiver::EasyBroker)[0].json();
    assert_eq!(
        (&easybroker["property_id"], &easybroker["source"]),
        (&json!("EB-AB1234"), &json!("torre.example"))
    );
    for receiver in Receiver::ALL {
        assert_eq!(receivers.accepted(receiver).into_iter().collect::<Vec<_>>(), [(reference.clone(), 1)]);
    }
}

#[tokio::test]
async fn a_receiver_that_misbehaves_delays_only_itself() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    let leads = settings.serve();
    let late = Behaviour::Late(Duration::from_millis(1500));
    let modes = [
        Behaviour::status(500),
        Behaviour::status(401),
        Behaviour::status(404),
        Behaviour::status(302),
        Behaviour::Refuse(503, vec![("retry-after", "1".to_owned())], Value::Null),
        Behaviour::Hang,
        late,
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
            let expected = if is_unknown && receiver != Receiver::EasyBroker { 2 } else { 1 };
            assert_eq!(taken, expected, "{receiver:?} {mode:?}");
            for other in Receiver::ALL.into_iter().filter(|other| *other != receiver) {
                assert_eq!(receivers.accepted(other)[&reference], 1, "{receiver:?} {mode:?}: {other:?}");
            }
        }
    }
    // Every attempt at one lead has its id and its body, and is signed anew.
    let webhooks = receivers.received(Receiver::Webhook);
    assert_eq!(verified(&receivers, KEYS[0]).len(), webhooks.len());
    for webhook in &webhooks {
        let same = webhooks.iter().filter(|other| other.reference() == webhook.reference());
        assert!(same.clone().all(|other| other.body == webhook.body));
    }
    let count = Receiver::ALL.len() * modes.len();
    println!("torture: receivers that misbehave | {count} | {count} | 0 | 0");
}

#[tokio::test]
async fn a_pause_holds_back_one_channel() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    let quiet = Behaviour::Refuse(429, vec![("retry-after", "2".to_owned())], Value::Null);
    receivers.behave(Receiver::Webhook, vec![quiet]);
    let leads = settings.serve();
    let first = accepted(&leads, &contact("pause-1")).await;
    let second = accepted(&leads, &contact("pause-2")).await;
    assert_eq!(health(&leads).await["webhook"], "paused");
    assert!(settings.has_work_object(&format!("{second}/easybroker.0001.delivered")));
    let postponed = |reference: &str| {
        let objects = settings.objects(&format!("work/{reference}"));
        objects.iter().any(|path| path.to_string_lossy().contains("webhook.0001.postponed."))
    };
    assert!(!postponed(&first) && postponed(&second), "a pause does not count as an attempt");
    assert_eq!(receivers.received(Receiver::Webhook).len(), 1);
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::Webhook).len(), 2);
    assert_eq!(health(&leads).await["webhook"], "ready");
}

#[tokio::test]
async fn a_receiver_that_is_gone_stops_its_channel() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    receivers.behave(Receiver::Webhook, vec![Behaviour::status(410)]);
    let leads = settings.serve();
    let references = [accepted(&leads, &contact("gone-1")).await, accepted(&leads, &contact("gone-2")).await];
    for reference in &references {
        settings.prints(&["list", "--state", "dead_lettered"], reference).await;
    }
    assert_eq!(receivers.received(Receiver::Webhook).len(), 1, "the second lead is not sent");
    assert_eq!(health(&leads).await["webhook"], "stopped");
    eventually(10, "the other channels deliver", || async {
        receivers.accepted(Receiver::Hubspot).len() == 2
            && receivers.accepted(Receiver::EasyBroker).len() == 2
    })
    .await;
    assert!(leads.stop().await);
    let _leads = settings.serve();
    settings.output(&["retry", "--all"]);
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::Webhook).len(), 2);
}

#[tokio::test]
async fn what_hubspot_refuses_is_final_and_says_why_without_personal_data() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    let errors = json!({"status": "error", "message": "The request is not valid", "errors": [
        {"message": "Error in 'fields.email'. maria@example.com", "errorType": "INVALID_EMAIL"},
        {"message": "x", "errorType": "maria@example.com"}]});
    receivers.behave(Receiver::Hubspot, vec![Behaviour::Refuse(400, Vec::new(), errors)]);
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("refused-1")).await;
    settings.prints(&["list", "--state", "dead_lettered"], &reference).await;
    let shown = settings.json(&["show", &reference]);
    let mut notes = shown["history"].as_array().unwrap().iter().map(|entry| entry["note"].as_str().unwrap());
    assert!(notes.any(|note| note == "the receiver answered with status 400 INVALID_EMAIL"), "{shown}");
    assert_eq!(receivers.received(Receiver::Hubspot).len(), 1);
    assert!(!leads.log().contains("maria@"));
}

#[tokio::test]
async fn a_lead_that_easybroker_has_is_found_on_a_later_page() {
    let receivers = Receivers::start().await;
    let settings = settings(&receivers);
    let leads = settings.serve();
    for number in 0..3 {
        accepted(&leads, &contact(&format!("page-{number}"))).await;
    }
    receivers.behave(Receiver::EasyBroker, vec![Behaviour::Late(Duration::from_secs(3))]);
    let reference = accepted(&leads, &contact("page-3")).await;
    settings.all_are_archived().await;
    assert_eq!(receivers.accepted(Receiver::EasyBroker)[&reference], 1);
    let shown = settings.json(&["show", &reference]);
    let mut notes = shown["history"].as_array().unwrap().iter().map(|entry| entry["note"].as_str().unwrap());
    assert!(notes.any(|note| note == "found among the contact requests"), "{shown}");
}
