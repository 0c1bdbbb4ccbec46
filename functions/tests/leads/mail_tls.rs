//! Mail through a real server with TLS and login.

use super::support::servers::Mail;
use super::support::{Settings, accepted, contact, eventually, received};

fn settings(mail: &Mail, url: &str) -> Settings {
    Settings::new()
        .with_mail(mail)
        .with("SMTP_URL", url)
        .with("LEADS_ATTEMPT_SECONDS", "3")
        .with("SSL_CERT_FILE", &mail.authority().display().to_string())
}

#[tokio::test]
async fn a_mail_is_sent_with_tls_and_login() {
    for tls in ["smtps", "starttls"] {
        let mail = Mail::start_with_tls(tls);
        let (_settings, leads) = settings(&mail, &mail.server.url).served();
        let reference = accepted(&leads, &contact("tls-1")).await;
        assert!(received(&mail, 1).await[0].contains(&reference), "{tls}");
    }
}

#[tokio::test]
async fn a_wrong_password_or_certificate_delays_the_mail_and_shows_no_password() {
    let mail = Mail::start_with_tls("smtps");
    let right = &mail.server.url;
    let wrong = right.replace(mail.password(), "wrong-4c1d");
    let other = Mail::start_with_tls("smtps");
    let clear_text = right.replace("smtps://", "smtp://");
    for settings in [settings(&mail, &wrong), settings(&other, right), settings(&mail, &clear_text)] {
        let leads = settings.serve();
        let reference = accepted(&leads, &contact("tls-2")).await;
        eventually(40, "an attempt fails", || leads.log().contains("\"result\":\"retry\"")).await;
        assert!(mail.mails().is_empty(), "nothing is sent without trust and login");
        let shown = settings.output(&["show", &reference]) + &leads.log();
        for secret in [mail.password(), "wrong-4c1d"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
    println!("torture: TLS and login of the mail server | 3 | 3 | 0 | 0");
}
