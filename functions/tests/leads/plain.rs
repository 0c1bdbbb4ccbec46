//! Form posts of browsers without scripts: a redirect to the thank-you page, or a complete page with the errors.

use super::support::{Leads, Settings, client, start};
use reqwest::{RequestBuilder, Response};

const VALID: [(&str, &str); 6] = [
    ("name", "Ana"),
    ("phone", "9845550162"),
    ("email", "ana@example.com"),
    ("space", "local"),
    ("identity", "broker"),
    ("message", ""),
];

async fn send(leads: &Leads, fields: &[(&str, &str)]) -> Response {
    leads.post("/api/leads").form(fields).send().await.unwrap()
}

#[tokio::test]
async fn the_thank_you_page_is_in_the_language_of_the_sending_page() {
    let (_platform, settings, leads) = start("").await;
    for (form, lang, place) in [
        ("contact", "es", "/gracias"),
        ("offices", "en", "/en/gracias"),
        ("units", "", "/gracias"),
        ("home", "en", "/en/gracias"),
        ("unit", "es", "/gracias"),
        ("brochure", "es", "/brochure#gracias"),
        ("brochure", "en", "/en/brochure#gracias"),
    ] {
        let fields = [&VALID[..], &[("form", form), ("lang", lang)]].concat();
        let response = send(&leads, &fields).await;
        assert_eq!(response.status(), 303, "{form} {lang}");
        assert_eq!(response.headers()["location"], place, "{form} {lang}");
    }
    let twice = [&VALID[..], &[("form", "contact"), ("lang", "es")]].concat();
    assert_eq!(send(&leads, &twice).await.status(), 303);
    settings.all_are_archived().await;
    assert_eq!(
        settings.objects("delivered").len(),
        6,
        "one of both brochures, and of a double click"
    );
}

#[tokio::test]
async fn an_invalid_post_gets_a_page_with_the_errors_and_the_typed_values() {
    let (settings, leads) = Settings::new().served();
    let fields = [
        ("form", "contact"),
        ("lang", "es"),
        ("page", "/contacto"),
        ("name", "Ana \"><script>alert(1)</script>"),
        ("phone", "123"),
        ("email", "ana@example.com"),
        ("space", "local"),
        ("identity", ""),
        ("message", "Primera línea\r\n</textarea><b>"),
        ("marketing", "on"),
        ("utm_source", "google"),
        ("key", "k-1"),
        ("unit", "L-101"),
        ("units", "L-101,O-301"),
        ("measurement", "on"),
    ];
    let response = send(&leads, &fields).await;
    assert_eq!(response.status(), 422);
    assert_eq!(
        response.headers()["content-type"],
        "text/html; charset=utf-8"
    );
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'self'") && !policy.contains("unsafe")
    );
    let page = response.text().await.unwrap();
    for part in [
        "<html lang=\"es\">",
        "El número debe tener de 10 a 15 dígitos",
        "Cómo se identifica es requerido",
        "<a href=\"#phone\">",
        "aria-describedby=\"phone-error\"",
        "value=\"123\"",
        "value=\"ana@example.com\"",
        "<option value=\"local\" selected>",
        "checked",
        "name=\"utm_source\" value=\"google\"",
        "name=\"key\" value=\"k-1\"",
        "name=\"units\" value=\"L-101,O-301\"",
        "name=\"measurement\" value=\"on\"",
        "Ana &quot;&gt;&lt;script&gt;",
        "&lt;/textarea&gt;&lt;b&gt;",
        "L-101",
        "Av. Ejemplo 1",
        "al pie de esta página, usa los datos que usted escribe",
        "aviso-de-privacidad\">Aviso de privacidad completo</a></p>",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    assert!(
        !page.contains("<script") && !page.contains("style="),
        "{page}"
    );
    let fields = [("form", "brochure"), ("lang", "en"), ("name", "Ana")];
    let english = send(&leads, &fields).await.text().await.unwrap();
    assert!(
        english.contains("<html lang=\"en\">") && english.contains("End user"),
        "{english}"
    );
    assert!(settings.objects("").is_empty());
    let style = leads.get("/api/leads/page.css").await;
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
    let style = style.text().await.unwrap();
    assert!(
        style.contains("--ink: #") && !style.contains("{{"),
        "{style}"
    );
}

#[tokio::test]
async fn every_rejected_form_post_gets_a_page() {
    let (settings, leads) = Settings::new().served();
    let answer = async |request: RequestBuilder| {
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let form = |fields: &[(&str, &str)]| {
        leads
            .post("/api/leads")
            .form(&[&VALID[..], &[("form", "contact")], fields].concat())
    };
    let foreign = client()
        .post(leads.url("/api/leads"))
        .header("origin", "https://evil.test");
    let (status, page) = answer(foreign.form(&VALID)).await;
    assert!(status == 403 && page.contains("<h1>"), "{status} {page}");
    let too_many = format!("form=contact{}", "&a=1".repeat(100));
    for body in [
        &b"form=other"[..],
        b"form=contact&name=%FF",
        b"form=contact&name=\xff",
        too_many.as_bytes(),
    ] {
        let post = leads
            .post("/api/leads")
            .header("content-type", "application/x-www-form-urlencoded");
        let (status, page) = answer(post.body(body.to_vec())).await;
        assert!(
            status == 400 && page.contains("</html>"),
            "{}: {status} {page}",
            body.escape_ascii()
        );
    }
    assert_eq!(answer(form(&[("key", "k-1")])).await.0, 303);
    let (status, page) = answer(form(&[("key", "k-1"), ("unit", "L-101")])).await;
    assert_eq!(status, 409);
    assert!(
        page.contains("<h1>Ya recibimos su solicitud anterior") && !page.contains("k-1"),
        "{page}"
    );
    std::fs::remove_dir_all(settings.store()).unwrap();
    std::fs::write(settings.store(), "not a folder").unwrap();
    let (status, page) = answer(form(&[])).await;
    assert_eq!(status, 503);
    assert!(
        page.contains("Inténtelo más tarde") && page.contains("value=\"ana@example.com\""),
        "{page}"
    );
}
