//! The team's notice and call 6, sent through a real mail server, also with TLS and login.

use super::support::mime::{header, parts};
use super::support::servers::Mail;
use super::support::{Settings, accepted, contact, eventually, received};
use mail_parser::MessageParser;
use serde_json::{Value, json};

#[tokio::test]
async fn the_notice_reaches_the_team_and_an_answer_the_visitor() {
    let mail = Mail::start();
    let to = "ventas@ceibalta.example, Dirección <direccion@ceibalta.example>";
    let settings = Settings::new().with_mail(&mail).with("LEADS_NOTICE_TO", to);
    let (_settings, leads) = settings
        .set("LEADS_SITE_URL=https://ceibalta.example")
        .served();
    let reference = accepted(&leads, &contact("mail-1")).await;
    let mail = &received(&mail, 1).await[0];
    for (name, value) in [
        ("X-Envelope-From", "no-reply@ceibalta.example"),
        (
            "X-Envelope-To",
            "ventas@ceibalta.example,direccion@ceibalta.example",
        ),
        ("From", "Ceibalta <no-reply@ceibalta.example>"),
        ("Auto-Submitted", "auto-generated"),
        (
            "Message-ID",
            &format!("<lead-{reference}@ceibalta.example>"),
        ),
    ] {
        assert_eq!(header(mail, name), value, "{name}");
    }
    assert!(header(mail, "Reply-To").ends_with("<maria@example.com>"));
    let message = MessageParser::default().parse(mail).unwrap();
    let subject = format!("Nuevo contacto: María José Núñez, contacto ({reference})");
    assert_eq!(message.subject(), Some(&*subject));
    let [text, html] = parts(mail);
    let page = "Página: https://ceibalta.example/contacto\n";
    assert!(
        text.contains(page) && text.trim_end().ends_with(&format!("Folio: {reference}")),
        "{text}"
    );
    assert!(html.contains("href=\"tel:+529845550162"), "{html}");
}

#[tokio::test]
async fn call_6_sends_the_mail_object() {
    let mail = Mail::start();
    let (settings, leads) = Settings::new().with_mail(&mail).served();
    let body = json!({"key": "call6-1", "name": "Ana", "email": "ana@example.com", "phone": "", "subject": "Una pregunta\r\nBcc: all@evil.test",
        "message": "Primera\r\n.\r\nQUIT\nSegunda"});
    let send = async |body: &Value| leads.post("/mail/send").json(body).send().await.unwrap();
    let answer: Value = send(&body).await.json().await.unwrap();
    let reference = answer["reference"].as_str().unwrap().to_owned();
    assert_eq!(send(&body).await.status(), 200, "the same post again");
    settings.all_are_archived().await;
    let [sent] = &received(&mail, 1).await[..] else {
        panic!("it is sent once")
    };
    assert_eq!(
        header(sent, "Subject"),
        format!("Una preguntaBcc: all@evil.test ({reference})")
    );
    assert!(!sent.contains("\r\nBcc:"), "no header is injected");
    assert!(parts(sent)[0].contains("Mensaje:\n> Primera\n> .\n> QUIT\n> Segunda\n"));
    let wrong: Value = send(&json!({"name": "Ana", "email": "ana"}))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(
        wrong["errors"]["email"], "Correo electrónico no válido",
        "as the specification says"
    );
}

#[tokio::test]
async fn call_6_without_a_mail_server_is_rejected_in_the_callers_language() {
    let (settings, leads) = Settings::new().served();
    for (lang, failure, heading) in [
        ("es", "Inténtelo más tarde", "<h2>Solicite información</h2>"),
        (
            "en",
            "Please try again later",
            "<h2>Request information</h2>",
        ),
    ] {
        let body = json!({"key": "call6", "lang": lang, "name": "Ana", "email": "ana@example.com", "message": "Hola"});
        let answer = leads.post("/mail/send").json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        assert_eq!(
            answer.json::<Value>().await.unwrap(),
            json!({"error": failure})
        );
        let page = leads.post("/mail/send").form(&body).send().await.unwrap();
        assert_eq!(page.status(), 503);
        let page = page.text().await.unwrap();
        assert!(page.contains(failure) && page.contains(heading), "{page}");
    }
    assert!(
        settings.objects("").is_empty(),
        "a post that cannot be delivered is not accepted"
    );
}

#[tokio::test]
async fn a_temporary_smtp_error_is_retried_and_a_permanent_one_dead_letters() {
    let mail = Mail::start();
    let (settings, leads) = Settings::new().with_mail(&mail).served();
    mail.answer(Some("451 later"));
    let later = accepted(&leads, &contact("mail-2")).await;
    eventually("the first attempt fails", || {
        leads.log().contains("\"result\":\"retry\"")
    })
    .await;
    mail.answer(None);
    assert!(header(&received(&mail, 1).await[0], "Subject").contains(&later));
    mail.answer(Some("550 never"));
    let never = accepted(&leads, &contact("mail-3")).await;
    settings
        .prints(&["list", "--state", "dead_lettered"], &never)
        .await;
    mail.answer(None);
    settings.output(&["retry", &never]);
    received(&mail, 2).await;
}

/// Settings with a mail server that takes only encrypted mails.
fn with_tls(mail: &Mail, url: &str) -> Settings {
    Settings::new().with_mail(mail).set(&format!(
        "SMTP_URL={url} LEADS_ATTEMPT_SECONDS=6 SSL_CERT_FILE={}",
        mail.authority().display()
    ))
}

#[tokio::test]
async fn a_mail_is_sent_only_with_tls_trust_and_login_and_nothing_shows_the_password() {
    let [mail, other] = ["smtps", "starttls"].map(Mail::start_with_tls);
    let right = &mail.server.url;
    let wrong = right.replace(mail.password(), "wrong-4c1d");
    let clear_text = right.replace("smtps://", "smtp://");
    for settings in [
        with_tls(&mail, &wrong),
        with_tls(&other, right),
        with_tls(&mail, &clear_text),
    ] {
        let leads = settings.serve();
        let reference = accepted(&leads, &contact("tls-2")).await;
        eventually("an attempt fails", || {
            leads.log().contains("\"result\":\"retry\"")
        })
        .await;
        assert!(
            mail.mails().is_empty(),
            "nothing is sent without trust and login"
        );
        let shown = settings.output(&["show", &reference]) + &leads.log();
        for secret in [mail.password(), "wrong-4c1d"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
    for mail in [&mail, &other] {
        let (_settings, leads) = with_tls(mail, &mail.server.url).served();
        let reference = accepted(&leads, &contact("tls-1")).await;
        assert!(
            received(mail, 1).await[0].contains(&reference),
            "{}",
            mail.server.url
        );
    }
    println!("torture: TLS and login of the mail server | 3 | 3 | 0 | 0");
}
