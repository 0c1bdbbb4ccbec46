//! Every field of calls 1 and 2 (specification, section 7).

use super::support::platform::{LEAD, MAIL, reference};
use super::support::{accepted, contact_with, is_delivered, post, start};
use platform::stub::RecordedRequest;
use serde_json::{Value, json};

#[tokio::test]
async fn calls_1_and_2_have_all_their_fields() {
    let (platform, settings, leads) = start("LEADS_SITE_URL=https://ceibalta.example").await;
    let tracking = json!({"utm_campaign": "otoño", "utm_medium": "cpc", "ad": "anuncio 1", "utm_source": "google",
        "cost": "12.5", "sales": "ventas 2", "utm_term": "oficinas", "utm_content": "azul", "utm_id": "77", "adset": "grupo 3",
        "asesor": "ANA", "tel": "+52 (984) 555-0162 <b>"});
    let fields = json!({"unit": "O-301", "page": "/inventario/O-301", "query": "?utm_source=google&gclid=1", "tracking": tracking});
    let reference = accepted(&leads, &contact_with("fields-1", fields)).await;
    is_delivered(&platform, &settings, &reference).await;

    let ([lead], [mail]) = (&platform.requests(LEAD)[..], &platform.requests(MAIL)[..]) else {
        panic!("one call each")
    };
    assert!(lead.authorized && mail.authorized);
    let observations = format!(
        "Mensaje: Quisiera más información.\nSe identifica como: Inversionista\nBusca: Oficina\nUnidad: O-301\n\
         Formulario: contacto\nAsesor: ANA · 529845550162\nIdioma: Español\nAcepta recibir noticias: Sí\nFolio: {reference}"
    );
    assert_eq!(
        lead.body,
        json!({
            "contact_lead_name": "María José Núñez", "email": "maria@example.com", "phone": "529845550162",
            "register_contact": 1, "send_notification": 1, "zones": "Torre Arboleda", "source_name": "google",
            "medium_name": "cpc", "observations": observations, "carrousel": "on", "status": 1, "campaign": "otoño",
            "adSet": "grupo 3", "ad": "anuncio 1", "form": "contact", "cost": "12.5", "sales": "ventas 2", "revenue": "",
            "utm_term": "oficinas", "utm_content": "azul", "campaign_id": "77"
        })
    );
    assert_eq!(
        mail.body,
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
async fn the_message_of_call_2_is_what_the_visitor_wrote() {
    let (platform, settings, leads) = start("").await;
    let long = "¿Precio? ".repeat(222);
    for (typed, sent) in [
        (
            "Hola: \"¿2?\"\r\n\r\n— <b>Sí</b> & 100 % 🏢",
            "Hola: \"¿2?\"\n\n— <b>Sí</b> & 100 % 🏢",
        ),
        ("Folio: 1\nMensaje: otro", "Folio: 1\nMensaje: otro"),
        (long.as_str(), long.trim_end()),
        ("a\u{202e}b\u{0}c", "abc"),
        (" \n ", ""),
    ] {
        let reference = accepted(&leads, &contact_with("", json!({"message": typed}))).await;
        is_delivered(&platform, &settings, &reference).await;
        let of_this_lead = |call: &RecordedRequest| self::reference(&call.body) == reference;
        let body = |call: &str| {
            platform
                .requests(call)
                .into_iter()
                .find(of_this_lead)
                .unwrap()
                .body
        };
        assert_eq!(body(MAIL)["message"], sent, "{typed:?}");
        let observations = body(LEAD)["observations"].as_str().unwrap().to_owned();
        assert_eq!(
            observations.starts_with(&format!("Mensaje: {sent}\nSe identifica")),
            !sent.is_empty()
        );
    }
}

#[tokio::test]
async fn a_list_of_units_without_a_campaign_is_one_lead_with_all_codes() {
    let (platform, settings, leads) = start("").await;
    let about =
        |units: Value| contact_with("fields-units", json!({"unit": "O-301", "units": units}));
    let all = json!(["O-301", "O-302", "O-999"]);
    let reference = accepted(&leads, &about(all.clone())).await;
    assert_eq!(
        accepted(&leads, &about(all.clone())).await,
        reference,
        "one key, one lead"
    );
    let other = post(&leads, &about(json!(["O-301", "O-302"]))).await;
    assert_eq!(other.status(), 409, "another list is another request");
    is_delivered(&platform, &settings, &reference).await;
    let ([lead], [mail]) = (&platform.requests(LEAD)[..], &platform.requests(MAIL)[..]) else {
        panic!("one call each")
    };
    let values: Vec<&str> = "source_name medium_name campaign adSet ad cost sales revenue utm_term utm_content campaign_id"
        .split(' ')
        .map(|name| lead.body[name].as_str().unwrap())
        .collect();
    assert_eq!(
        values,
        ["website", "form", "", "", "", "", "", "", "", "", ""],
        "the source is the website"
    );
    let observations = lead.body["observations"].as_str().unwrap();
    assert!(
        observations.contains("\nUnidad: O-301, O-302, O-999\n"),
        "{observations}"
    );
    let interest = mail.body["flatInterested"].as_str().unwrap();
    assert!(interest.contains("(unidad O-301)"), "{interest}");
    assert_eq!(settings.json(&["show", &reference])["lead"]["units"], all);
}
