//! The team's notice and call 6, sent through a real mail server.

use super::support::platform::LEAD;
use super::support::servers::Mail;
use super::support::{Platform, Settings, accepted, client, contact, eventually};
use serde_json::{Value, json};

fn settings(mail: &Mail) -> Settings {
    Settings::new()
        .with("SMTP_URL", &mail.server.url)
        .with("LEADS_NOTICE_FROM", "Ceibalta <no-reply@ceibalta.example>")
        .with(
            "LEADS_NOTICE_TO",
            "ventas@ceibalta.example, Dirección <direccion@ceibalta.example>",
        )
        .with("LEADS_SITE_URL", "https://ceibalta.example")
}

/// The header called `name`, unfolded.
fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let line = head
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
    line.unwrap_or_else(|| panic!("{name} is missing in {mail}"))
}

/// The text of a single-part mail.
fn text(mail: &str) -> String {
    let body = mail.split_once("\r\n\r\n").unwrap().1;
    match header(mail, "Content-Transfer-Encoding").as_str() {
        "quoted-printable" => {
            let bytes = body.replace("=\r\n", "").replace('=', "%");
            percent_encoding::percent_decode_str(&bytes)
                .decode_utf8()
                .unwrap()
                .replace("\r\n", "\n")
        }
        "base64" => panic!("base64 is not expected in these mails"),
        _ => body.replace("\r\n", "\n"),
    }
}

#[tokio::test]
async fn the_notice_contains_the_whole_lead() {
    let mail = Mail::start();
    let settings = settings(&mail);
    let leads = settings.serve();
    let mut body = contact("mail-1");
    body["unit"] = json!("O-301");
    let reference = accepted(&leads, &body).await;
    eventually(10, "the mail is received", || async { mail.mails().len() == 1 }).await;
    let mail = &mail.mails()[0];
    assert_eq!(header(mail, "X-Envelope-From"), "no-reply@ceibalta.example");
    assert_eq!(
        header(mail, "X-Envelope-To"),
        "ventas@ceibalta.example,direccion@ceibalta.example"
    );
    assert_eq!(header(mail, "From"), "Ceibalta <no-reply@ceibalta.example>");
    assert!(header(mail, "Reply-To").ends_with("<maria@example.com>"));
    assert_eq!(
        header(mail, "Subject"),
        format!("Nuevo contacto: contacto, O-301 ({reference})")
    );
    assert_eq!(
        header(mail, "Message-ID"),
        format!("<lead-{reference}@ceibalta.example>")
    );
    let text = text(mail);
    for line in [
        "Nombre: María José Núñez",
        "Teléfono: 529845550162",
        "Correo: maria@example.com",
        "Mensaje: Quisiera más información.",
        "Busca: oficina",
        "Se identifica como: inversionista",
        "Unidad: O-301",
        "Página: https://ceibalta.example/contacto (unidad O-301)",
        "Recibido: 20",
    ] {
        assert!(text.contains(line), "{line:?} is missing in {text}");
    }
}

#[tokio::test]
async fn call_6_sends_the_mail_object() {
    let mail = Mail::start();
    let settings = settings(&mail);
    let leads = settings.serve();
    let body = json!({"key": "call6-1", "name": "Ana", "email": "ana@example.com", "phone": "", "subject": "Una pregunta\r\nBcc: all@evil.test",
        "message": "Primera\nSegunda"});
    let send = || {
        client()
            .post(leads.url("/mail/send"))
            .header("origin", leads.origin())
            .json(&body)
            .send()
    };
    let answer: Value = send().await.unwrap().json().await.unwrap();
    let reference = answer["reference"].as_str().unwrap().to_owned();
    assert_eq!(send().await.unwrap().status(), 200, "the same post again");
    eventually(10, "the mail is received", || async { mail.mails().len() == 1 }).await;
    eventually(5, "it is archived", || async {
        settings.objects("kept").len() == 1 && settings.objects("waiting").is_empty()
    })
    .await;
    assert_eq!(mail.mails().len(), 1, "it is sent once");
    let sent = &mail.mails()[0];
    assert_eq!(
        header(sent, "Subject"),
        format!("Una preguntaBcc: all@evil.test ({reference})")
    );
    assert!(!sent.contains("\r\nBcc:"), "no header is injected");
    assert!(text(sent).contains("Mensaje: Primera\nSegunda"));
    let wrong = client()
        .post(leads.url("/mail/send"))
        .header("origin", leads.origin())
        .json(&json!({"name": "Ana"}));
    let wrong: Value = wrong.send().await.unwrap().json().await.unwrap();
    assert_eq!(wrong["errors"]["email"], "Correo electrónico es requerido");
}

#[tokio::test]
async fn a_temporary_smtp_error_is_retried_and_a_permanent_one_dead_letters() {
    let mail = Mail::start();
    let settings = settings(&mail);
    let leads = settings.serve();
    mail.answer(Some("451 later"));
    let later = accepted(&leads, &contact("mail-2")).await;
    eventually(10, "the first attempt fails", || async {
        leads.log().contains("\"result\":\"retry\"")
    })
    .await;
    mail.answer(None);
    eventually(10, "the mail is received", || async { mail.mails().len() == 1 }).await;
    assert!(header(&mail.mails()[0], "Subject").contains(&later));
    mail.answer(Some("550 never"));
    let never = accepted(&leads, &contact("mail-3")).await;
    eventually(10, "it is dead-lettered", || async {
        settings
            .output(&["list", "--state", "dead-lettered"])
            .contains(&never)
    })
    .await;
    mail.answer(None);
    settings.output(&["retry", &never]);
    eventually(10, "the mail is received", || async { mail.mails().len() == 2 }).await;
}

#[tokio::test]
async fn the_team_is_notified_of_suspected_spam_at_once() {
    let mail = Mail::start();
    let platform = Platform::start().await;
    let settings = settings(&mail)
        .with("PLATFORM_URL", &platform.url())
        .with("PLATFORM_TOKEN", super::support::platform::TOKEN)
        .with("LEADS_EMAIL_TO", "no-reply@ceibalta.example")
        .with("LEADS_QUARANTINE_FROM", "5");
    let leads = settings.serve();
    let mut body = contact("mail-4");
    body["website"] = json!("x");
    let reference = accepted(&leads, &body).await;
    eventually(10, "the mail is received", || async { mail.mails().len() == 1 }).await;
    let notice = mail.mails().remove(0);
    assert!(header(&notice, "Subject").starts_with("[DUDOSO] "));
    assert!(text(&notice).contains(&format!("Para liberarlo: leads release {reference}")));
    assert_eq!(platform.count(LEAD), 0, "it is not sent to the platform yet");
    settings.output(&["release", &reference]);
    eventually(10, "it is delivered", || async {
        platform.taken(LEAD).contains_key(&reference)
    })
    .await;
    eventually(5, "it is archived", || async {
        settings.objects("kept").len() == 1
    })
    .await;
    assert_eq!(mail.mails().len(), 1, "the team gets one notice");
}
