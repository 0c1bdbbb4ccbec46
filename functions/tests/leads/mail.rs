//! The team's notice and call 6, sent through a real mail server.

use super::support::mime::{header, parts, text};
use super::support::platform::LEAD;
use super::support::servers::Mail;
use super::support::{Platform, Settings, accepted, contact, eventually, wait_for};
use serde_json::{Value, json};

const SITE: &str = "https://ceibalta.example";

fn settings(mail: &Mail) -> Settings {
    Settings::new().with_mail(mail).with("LEADS_SITE_URL", SITE)
}

#[tokio::test]
async fn the_notice_contains_the_whole_lead() {
    let mail = Mail::start();
    let to = "ventas@ceibalta.example, Dirección <direccion@ceibalta.example>";
    let settings = settings(&mail).with("LEADS_NOTICE_TO", to);
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("mail-1")).await;
    mail.has_received(1).await;
    let mail = &mail.mails()[0];
    assert_eq!(header(mail, "X-Envelope-From"), "no-reply@ceibalta.example");
    assert_eq!(header(mail, "X-Envelope-To"), "ventas@ceibalta.example,direccion@ceibalta.example");
    assert_eq!(header(mail, "From"), "Ceibalta <no-reply@ceibalta.example>");
    assert!(header(mail, "Reply-To").ends_with("<maria@example.com>"));
    assert_eq!(header(mail, "Auto-Submitted"), "auto-generated");
    let subject = header(mail, "Subject");
    let end = format!("contacto ({reference})");
    assert!(subject.starts_with("Nuevo contacto: ") && subject.ends_with(&end), "{subject}");
    let id = format!("<lead-{reference}@ceibalta.example>");
    assert_eq!(header(mail, "Message-ID"), id);
    let [text, html] = parts(mail);
    for line in [
        "Nombre y apellido: María José Núñez\n",
        "Teléfono: +52 984 555 0162\n",
        "Correo electrónico: maria@example.com\n",
        "Mensaje:\n> Quisiera más información.\n",
        "Busca: Oficina\n",
        "\nSe identifica como: Inversionista\n",
        "Página: https://ceibalta.example/contacto\n",
        "Recibido: ",
    ] {
        assert!(text.contains(line), "{line:?} is missing in {text}");
    }
    assert!(text.trim_end().ends_with(&format!("Folio: {reference}")), "{text}");
    for link in
        ["tel:+529845550162", "https://wa.me/529845550162?text=Hola", "mailto:maria@example.com?subject="]
    {
        assert!(html.contains(&format!("href=\"{link}")), "{link} is missing in {html}");
    }
}

/// The notice about a lead, once it is received.
async fn notice(mail: &Mail, reference: &str) -> [String; 2] {
    let received = || mail.mails().into_iter().find(|mail| mail.contains(reference));
    parts(&wait_for(10, "the mail is received", || async { received() }).await)
}

#[tokio::test]
async fn the_notice_shows_the_unit_as_the_site_publishes_it() {
    let (mail, site) = (Mail::start(), SITE);
    let settings = settings(&mail);
    let leads = settings.serve();
    let known = "Oficina 301, Nivel 3, 70.50\u{a0}m²\nEstado: Apartado\nPrecio total con IVA: $4,930,000.58\u{a0}MXN\n";
    let unlisted = "Esta unidad no está en el inventario publicado.";
    for (unit, line) in [("O-301", known), ("O-304", unlisted)] {
        let mut body = contact(&format!("mail-unit-{unit}"));
        body["unit"] = json!(unit);
        let [text, html] = notice(&mail, &accepted(&leads, &body).await).await;
        assert!(text.contains(line), "{line:?} is missing in {text}");
        let link = format!("href=\"{site}/inventario/{unit}\"");
        assert_eq!(html.contains(&link), line != unlisted, "{unit}: {html}");
    }
}

#[tokio::test]
async fn the_notice_of_a_form_post_has_links_in_the_visitors_language() {
    let (mail, site) = (Mail::start(), SITE);
    let settings = settings(&mail);
    let leads = settings.serve();
    let form = [
        ("form", "unit"),
        ("lang", "en"),
        ("name", "Sean O'Brien"),
        ("phone", "+1 415 555 0100"),
        ("email", "sean@example.com"),
        ("identity", "broker"),
        ("unit", "O-301"),
    ];
    let answer = leads.post("/api/leads").form(&form).send().await.unwrap();
    assert_eq!(answer.status(), 303);
    let [text, html] = notice(&mail, "unidad O-301").await;
    for line in [
        "Idioma: English\n",
        "Teléfono: +1 415 555 0100\n",
        "Office 301, Level 3, 70.50\u{a0}m²\nEstado: Apartado\n",
    ] {
        assert!(text.contains(line), "{line:?} is missing in {text}");
    }
    let page = format!("{site}/en/inventario/O-301");
    for link in [page.as_str(), "https://wa.me/14155550100?text=Hello%2C%20Sean%20O%27Brien"] {
        assert!(html.contains(&format!("href=\"{link}")), "{link} is missing in {html}");
    }
}

#[tokio::test]
async fn call_6_sends_the_mail_object() {
    let mail = Mail::start();
    let settings = settings(&mail);
    let leads = settings.serve();
    let body = json!({"key": "call6-1", "name": "Ana", "email": "ana@example.com", "phone": "", "subject": "Una pregunta\r\nBcc: all@evil.test",
        "message": "Primera\r\n.\r\nQUIT\nSegunda"});
    let send = || leads.post("/mail/send").json(&body).send();
    let answer: Value = send().await.unwrap().json().await.unwrap();
    let reference = answer["reference"].as_str().unwrap().to_owned();
    assert_eq!(send().await.unwrap().status(), 200, "the same post again");
    mail.has_received(1).await;
    settings.all_are_archived().await;
    assert_eq!(mail.mails().len(), 1, "it is sent once");
    let sent = &mail.mails()[0];
    assert_eq!(header(sent, "Subject"), format!("Una preguntaBcc: all@evil.test ({reference})"));
    assert!(!sent.contains("\r\nBcc:"), "no header is injected");
    assert!(text(sent).contains("Mensaje:\n> Primera\n> .\n> QUIT\n> Segunda\n"));
    let wrong = leads.post("/mail/send").json(&json!({"name": "Ana"}));
    let wrong: Value = wrong.send().await.unwrap().json().await.unwrap();
    assert_eq!(wrong["errors"]["email"], "Correo electrónico es requerido");
}

#[tokio::test]
async fn a_failure_of_call_6_has_a_body_in_the_callers_language() {
    let without_mail_server = Settings::new();
    let leads = without_mail_server.serve();
    for (lang, failure) in [("es", "Inténtelo más tarde"), ("en", "Please try again later")] {
        let body = json!({"key": format!("call6-{lang}"), "lang": lang, "name": "Ana", "email": "ana@example.com",
            "message": "Hola"});
        let answer = leads.post("/mail/send").json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.json::<Value>().await.unwrap(), json!({"error": failure}));
    }
}

#[tokio::test]
async fn a_temporary_smtp_error_is_retried_and_a_permanent_one_dead_letters() {
    let mail = Mail::start();
    let settings = settings(&mail);
    let leads = settings.serve();
    mail.answer(Some("451 later"));
    let later = accepted(&leads, &contact("mail-2")).await;
    eventually(10, "the first attempt fails", || async { leads.log().contains("\"result\":\"retry\"") })
        .await;
    mail.answer(None);
    mail.has_received(1).await;
    assert!(header(&mail.mails()[0], "Subject").contains(&later));
    mail.answer(Some("550 never"));
    let never = accepted(&leads, &contact("mail-3")).await;
    settings.prints(&["list", "--state", "dead_lettered"], &never).await;
    mail.answer(None);
    settings.output(&["retry", &never]);
    mail.has_received(2).await;
}

#[tokio::test]
async fn the_team_is_notified_of_suspected_spam_at_once() {
    let mail = Mail::start();
    let platform = Platform::start().await;
    let settings = settings(&mail)
        .with("PLATFORM_URL", &platform.url())
        .with("PLATFORM_TOKEN", super::support::platform::TOKEN)
        .with("LEADS_QUARANTINE_FROM", "5");
    let leads = settings.serve();
    let mut body = contact("mail-4");
    body["website"] = json!("x");
    let reference = accepted(&leads, &body).await;
    mail.has_received(1).await;
    let notice = mail.mails().remove(0);
    assert!(header(&notice, "Subject").starts_with("[DUDOSO] "));
    assert!(text(&notice).contains(&format!("ejecuta:\n    leads release {reference}\n")));
    assert_eq!(platform.count(LEAD), 0, "it is not sent to the platform yet");
    settings.output(&["release", &reference]);
    settings.all_are_archived().await;
    assert!(platform.taken(LEAD).contains_key(&reference));
    assert_eq!(mail.mails().len(), 1, "the team gets one notice");
}
