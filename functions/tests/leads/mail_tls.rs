//! Mail through a real server with TLS and login.

use super::support::servers::{Mail, MailTls};
use super::support::{Settings, accepted, contact, eventually};

fn settings(mail: &Mail, url: &str) -> Settings {
    Settings::new()
        .with_mail(mail)
        .with("SMTP_URL", url)
        .with("LEADS_ATTEMPT_SECONDS", "3")
        .with("SSL_CERT_FILE", &mail.authority().display().to_string())
}

#[tokio::test]
async fn a_mail_is_sent_with_tls_and_login() {
    for tls in [MailTls::FromTheStart, MailTls::StartTls] {
        let mail = Mail::start_with_tls(tls);
        let settings = settings(&mail, &mail.server.url);
        let leads = settings.serve();
        let reference = accepted(&leads, &contact("tls-1")).await;
        mail.has_received(1).await;
        assert!(mail.mails()[0].contains(&reference));
    }
}

#[tokio::test]
async fn a_wrong_password_or_certificate_delays_the_mail_and_shows_no_password() {
    let mail = Mail::start_with_tls(MailTls::FromTheStart);
    let right = &mail.server.url;
    let wrong = right.replace(mail.password(), "wrong-4c1d");
    let other = Mail::start_with_tls(MailTls::FromTheStart);
    let mut faults = 0;
    for settings in [
        settings(&mail, &wrong),
        settings(&other, right),
        settings(&mail, &right.replace("smtps://", "smtp://")),
    ] {
        let leads = settings.serve();
        let reference = accepted(&leads, &contact("tls-2")).await;
        eventually(40, "an attempt fails", || async { leads.log().contains("\"result\":\"retry\"") }).await;
        assert!(mail.mails().is_empty(), "nothing is sent without trust and login");
        let shown = settings.output(&["show", &reference]) + &leads.log();
        for secret in [mail.password(), "wrong-4c1d"] {
            assert!(!shown.contains(secret), "{shown}");
        }
        faults += 1;
    }
    println!("torture: TLS and login of the mail server | {faults} | {faults} | 0 | 0");
}
