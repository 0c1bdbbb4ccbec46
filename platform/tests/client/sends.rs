//! Calls 1 and 2 over HTTP: their fields, one attempt each, and errors that say whether to retry.

use crate::support::Fixture;
use platform::client::ErrorKind;
use platform::stub::{Behaviour, Mode};
use serde_json::{Value, json};
use std::time::Duration;

/// Long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(180);
/// For a platform that does not answer.
const SHORT: Duration = Duration::from_millis(500);

fn fields(names: &str) -> Value {
    names
        .split_whitespace()
        .map(|name| (name.to_owned(), json!(format!("a \"</script> Ñ {name}"))))
        .collect()
}

fn lead() -> Value {
    fields(
        "contact_lead_name email phone zones source_name medium_name observations campaign adSet ad form cost \
        sales revenue utm_term utm_content campaign_id",
    )
}

fn mail() -> Value {
    fields("name email phone message emailTo emailCC flatInterested")
}

fn with(mut fields: Value, more: &Value) -> Value {
    fields
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    fields
}

#[tokio::test]
async fn calls_are_sent_with_their_constants() {
    let fixture = Fixture::start().await;
    let client = fixture.client();
    assert_eq!(client.create_lead_website(lead(), TIMEOUT).await, Ok(()));
    assert_eq!(
        client.send_contact_mail(mail(), TIMEOUT).await.as_deref(),
        Ok("success")
    );
    let [lead, mail] = &fixture.requests()[..] else {
        panic!("two requests")
    };
    assert_eq!(
        (lead.call.as_str(), lead.status),
        ("lead/createLeadWebsite", Some(200))
    );
    let constants =
        json!({"register_contact": 1, "send_notification": 1, "carrousel": "on", "status": 1});
    assert_eq!(lead.body, with(self::lead(), &constants));
    assert_eq!(
        mail.body,
        with(self::mail(), &json!({"recaptchaVersion": "v3"}))
    );
}

#[tokio::test]
async fn a_send_is_one_attempt_and_its_error_says_whether_to_retry() {
    let fixture = Fixture::start().await;
    let client = fixture.client();
    for (mode, is_temporary) in [
        (Mode::ServerError, true),
        (Mode::Refuse, true),
        (Mode::Hang, true),
        (Mode::Html, true),
        (Mode::TooManyRequests, true),
        (Mode::Unprocessable, false),
        (Mode::Unauthorized, false),
        (Mode::Redirect, false),
    ] {
        let timeout = if mode == Mode::Hang { SHORT } else { TIMEOUT };
        fixture.stub.set_behaviour(Behaviour {
            retry_after: 9,
            ..Behaviour::new("*", mode)
        });
        let before = fixture.requests().len();
        let lead = client
            .create_lead_website(lead(), timeout)
            .await
            .unwrap_err();
        let mail = client.send_contact_mail(mail(), timeout).await.unwrap_err();
        assert_eq!(
            [lead.is_temporary(), mail.is_temporary()],
            [is_temporary; 2],
            "{mode:?}"
        );
        let wait = (mode == Mode::TooManyRequests).then_some(Duration::from_secs(9));
        assert_eq!(
            [lead.requested_wait(), mail.requested_wait()],
            [wait; 2],
            "{mode:?}"
        );
        assert_eq!(
            mode == Mode::Hang,
            lead.kind == ErrorKind::Timeout(timeout),
            "{lead}"
        );
        assert_eq!(fixture.requests().len(), before + 2, "{mode:?}");
    }
}

#[tokio::test]
async fn status_200_is_success_even_with_an_incomplete_body() {
    let fixture = Fixture::start().await;
    let client = fixture.client();
    for mode in [Mode::CutOff, Mode::Stall, Mode::Break, Mode::Huge] {
        fixture.set_mode(mode);
        let timeout = if mode == Mode::Stall {
            Duration::from_secs(2)
        } else {
            TIMEOUT
        };
        assert_eq!(
            client.create_lead_website(lead(), timeout).await,
            Ok(()),
            "{mode:?}"
        );
    }
    fixture.set_mode(Mode::CutOff);
    let error = client.send_contact_mail(mail(), TIMEOUT).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::BrokenJson(_)), "{error}");
}
