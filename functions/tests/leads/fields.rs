//! Every field of calls 1 and 2 (specification, section 7).

use super::support::platform::{LEAD, MAIL, reference};
use super::support::{Platform, Settings, accepted, contact, is_delivered, post};
use platform::stub::RecordedRequest;
use serde_json::json;

#[tokio::test]
async fn calls_1_and_2_have_all_their_fields() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_SITE_URL", "https://ceibalta.example");
    let leads = settings.serve();
    let mut body = contact("fields-1");
    body["unit"] = json!("O-301");
    body["page"] = json!("/inventario/O-301");
    body["query"] = json!("?utm_source=google&gclid=1");
    body["tracking"] = json!({"utm_campaign": "otoño", "utm_medium": "cpc", "ad": "anuncio 1", "utm_source": "google",
        "cost": "12.5", "sales": "ventas 2", "utm_term": "oficinas", "utm_content": "azul", "utm_id": "77", "adset": "grupo 3",
        "asesor": "ANA"});
    let reference = accepted(&leads, &body).await;
    is_delivered(&platform, &settings, &reference).await;

    let calls = platform.requests(LEAD);
    assert_eq!(calls.len(), 1);
    assert!(calls[0].authorized);
    let observations = format!(
        "Mensaje: Quisiera más información.\nSe identifica como: Inversionista\nBusca: Oficina\nUnidad: O-301\n\
         Formulario: contacto\nAsesor: ANA\nIdioma: Español\nAcepta recibir noticias: Sí\nFolio: {reference}"
    );
    assert_eq!(
        calls[0].body,
        json!({
            "contact_lead_name": "María José Núñez", "email": "maria@example.com", "phone": "529845550162",
            "register_contact": 1, "send_notification": 1, "zones": "Torre Arboleda", "source_name": "google",
            "medium_name": "cpc", "observations": observations, "carrousel": "on", "status": 1, "campaign": "otoño",
            "adSet": "grupo 3", "ad": "anuncio 1", "form": "contact", "cost": "12.5", "sales": "ventas 2", "revenue": "",
            "utm_term": "oficinas", "utm_content": "azul", "campaign_id": "77"
        })
    );
    let mails = platform.requests(MAIL);
    assert_eq!(mails.len(), 1);
    assert!(mails[0].authorized);
    assert_eq!(
        mails[0].body,
        json!({
            "name": "María José Núñez", "email": "maria@example.com", "phone": "529845550162",
            "message": "Quisiera más información.",
            "emailTo": "no-reply@torre.example", "emailCC": "info@torre.example",
            "flatInterested": format!("Página: https://ceibalta.example/inventario/O-301 (unidad O-301); Folio: {reference}"),
            "recaptchaVersion": "v3"
        })
    );
    assert_eq!(settings.objects("delivered").len(), 1);
    assert!(settings.objects("waiting").is_empty() && settings.objects("work").is_empty());
}

#[tokio::test]
async fn without_tracking_values_the_source_is_the_website() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let reference = accepted(&leads, &contact("fields-2")).await;
    is_delivered(&platform, &settings, &reference).await;
    let body = &platform.requests(LEAD)[0].body;
    assert_eq!(body["source_name"], "website");
    assert_eq!(body["medium_name"], "form");
    for name in "campaign adSet ad cost sales revenue utm_term utm_content campaign_id".split(' ') {
        assert_eq!(body[name], "", "{name}");
    }
}

#[tokio::test]
async fn the_message_of_call_2_is_what_the_visitor_wrote() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let long = "¿Precio? ".repeat(222);
    for (number, (typed, sent)) in [
        (
            "Hola: \"¿tienen 2 oficinas?\"\r\n\r\n— <b>Sí</b> & 100 % 🏢",
            "Hola: \"¿tienen 2 oficinas?\"\n\n— <b>Sí</b> & 100 % 🏢",
        ),
        ("Folio: 1\nMensaje: otro", "Folio: 1\nMensaje: otro"),
        (long.as_str(), long.trim_end()),
        ("a\u{202e}b\u{0}c", "abc"),
        (" \n ", ""),
        ("", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = contact(&format!("message-{number}"));
        body["message"] = json!(typed);
        let reference = accepted(&leads, &body).await;
        is_delivered(&platform, &settings, &reference).await;
        let of_this_lead = |call: &&RecordedRequest| self::reference(&call.body) == reference;
        let (leads, mails) = (platform.requests(LEAD), platform.requests(MAIL));
        let mail = &mails.iter().find(of_this_lead).unwrap().body;
        assert_eq!(mail["message"], sent, "{typed:?}");
        let observations = &leads.iter().find(of_this_lead).unwrap().body["observations"];
        let observations = observations.as_str().unwrap();
        assert_eq!(observations.starts_with(&format!("Mensaje: {sent}\nSe identifica")), !sent.is_empty());
    }
}

#[tokio::test]
async fn a_list_of_units_is_one_lead_with_all_codes() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let mut body = contact("fields-units");
    body["unit"] = json!("O-301");
    body["units"] = json!(["O-301", "O-302", "O-999"]);
    let reference = accepted(&leads, &body).await;
    assert_eq!(accepted(&leads, &body).await, reference, "one key, one lead");
    body["units"] = json!(["O-301", "O-302"]);
    let other = post(&leads, &body).await.unwrap();
    assert_eq!(other.status(), 409, "another list is another request");
    is_delivered(&platform, &settings, &reference).await;
    let calls = platform.requests(LEAD);
    assert_eq!(calls.len(), 1);
    let observations = calls[0].body["observations"].as_str().expect("a text");
    assert!(observations.contains("\nUnidad: O-301, O-302, O-999\n"), "{observations}");
    let interest = platform.requests(MAIL)[0].body["flatInterested"].clone();
    assert!(interest.as_str().expect("a text").contains("(unidad O-301)"), "{interest}");
    let [stored] = &settings.objects("delivered")[..] else { panic!("one lead") };
    let delivered = std::fs::read_to_string(stored).unwrap();
    assert!(delivered.contains("\"units\":[\"O-301\",\"O-302\",\"O-999\"]"), "{delivered}");
}
