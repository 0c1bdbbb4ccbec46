//! Calls 1 and 2 over real HTTP: field by field, one attempt each, and an error that says what to do.

mod rig;

use platform::client::{ContactMail, ErrorKind, LeadWebsite, Retry};
use platform::stub::{Behaviour, Mode};
use rig::Rig;
use serde_json::json;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_millis(500);

fn lead() -> LeadWebsite {
    LeadWebsite {
        contact_lead_name: "Ana \"</script> Ñ".to_owned(),
        email: "ana@example.com".to_owned(),
        phone: "9845550162".to_owned(),
        zones: "Ceibalta".to_owned(),
        form: "contact".to_owned(),
        ad_set: "set-1".to_owned(),
        ..LeadWebsite::default()
    }
}

fn mail() -> ContactMail {
    ContactMail {
        name: "Ana".to_owned(),
        email_to: "no-reply@example.com".to_owned(),
        email_cc: "info@example.com".to_owned(),
        flat_interested: "/contacto".to_owned(),
        ..ContactMail::default()
    }
}

#[tokio::test]
async fn a_lead_arrives_with_its_constants() {
    let rig = Rig::start().await;
    rig.client().create_lead_website(&lead(), PATIENCE).await.unwrap();
    let sent = &rig.requests().await[0];
    assert_eq!(
        (sent.call.as_str(), sent.status),
        ("lead/createLeadWebsite", Some(200))
    );
    assert_eq!(
        sent.body,
        json!({"contact_lead_name": "Ana \"</script> Ñ", "email": "ana@example.com", "phone": "9845550162",
            "register_contact": 1, "send_notification": 1, "zones": "Ceibalta", "source_name": "", "medium_name": "",
            "observations": "", "carrousel": "on", "status": 1, "campaign": "", "adSet": "set-1", "ad": "",
            "form": "contact", "cost": "", "sales": "", "revenue": "", "utm_term": "", "utm_content": "",
            "campaign_id": ""})
    );
}

#[tokio::test]
async fn a_mail_arrives_and_its_status_comes_back() {
    let rig = Rig::start().await;
    assert_eq!(
        rig.client().send_contact_mail(&mail(), PATIENCE).await.as_deref(),
        Ok("success")
    );
    assert_eq!(
        rig.requests().await[0].body,
        json!({"name": "Ana", "email": "", "phone": "", "message": "", "emailTo": "no-reply@example.com",
            "emailCC": "info@example.com", "flatInterested": "/contacto", "recaptchaVersion": "v3"})
    );
}

#[tokio::test]
async fn one_attempt_and_a_verdict() {
    let rig = Rig::start().await;
    for (mode, retry) in [
        (Mode::ServerError, Retry::Later),
        (Mode::Refuse, Retry::Later),
        (Mode::Hang, Retry::Later),
        (Mode::Html, Retry::Later),
        (Mode::TooManyRequests, Retry::After(Duration::from_secs(9))),
        (Mode::Unprocessable, Retry::No),
        (Mode::Unauthorized, Retry::No),
        (Mode::Redirect, Retry::No),
    ] {
        rig.tell(&Behaviour {
            retry_after: 9,
            ..Behaviour::new("*", mode)
        })
        .await;
        let before = rig.requests().await.len();
        assert_eq!(
            rig.client()
                .create_lead_website(&lead(), PATIENCE)
                .await
                .unwrap_err()
                .retry(),
            retry,
            "{mode:?}"
        );
        assert_eq!(
            rig.client()
                .send_contact_mail(&mail(), PATIENCE)
                .await
                .unwrap_err()
                .retry(),
            retry,
            "{mode:?}"
        );
        assert_eq!(rig.requests().await.len(), before + 2, "{mode:?}");
    }
}

#[tokio::test]
async fn status_200_is_success_even_when_the_body_breaks_off() {
    let rig = Rig::start().await;
    for mode in [Mode::CutOff, Mode::Stall, Mode::Break, Mode::Huge] {
        rig.mode(mode).await;
        assert_eq!(
            rig.client().create_lead_website(&lead(), PATIENCE).await,
            Ok(()),
            "{mode:?}"
        );
    }
    rig.mode(Mode::CutOff).await;
    let error = rig
        .client()
        .send_contact_mail(&mail(), PATIENCE)
        .await
        .unwrap_err();
    assert!(matches!(error.kind, ErrorKind::BrokenJson(_)), "{error}");
}

#[tokio::test]
async fn a_deadline_is_kept() {
    let rig = Rig::start().await;
    rig.mode(Mode::Hang).await;
    let patience = Duration::from_millis(60);
    let error = rig
        .client()
        .create_lead_website(&lead(), patience)
        .await
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Timeout(patience));
    assert!(error.may_have_arrived());
}
