//! Questions of the development's own: which answers a post may have, and where they arrive.

use super::support::mime::parts;
use super::support::platform::LEAD;
use super::support::sample_site::sample_site;
use super::support::servers::Mail;
use super::support::{
    Leads, Platform, Receiver, Receivers, Settings, accepted, contact_with, is_delivered, post,
    received,
};
use lead_site::{FormKind, LeadSite, Question};
use serde_json::{Value, json};

/// The site with four questions in the form of the contact page.
fn site_with_questions() -> LeadSite {
    let texts = |es: &str, en: &str| {
        let errors = |missing: &str, wrong: &str| json!({"required": missing, "invalid": wrong});
        let mut texts = json!({"es": errors("Falta.", "No vale."), "en": errors("It is missing.", "It is wrong.")});
        texts["es"]["label"] = es.into();
        texts["en"]["label"] = en.into();
        texts
    };
    let mut budget = texts("Presupuesto", "Budget");
    budget["es"]["options"] = json!({"low": "Hasta 2 millones", "high": "Más de 2 millones"});
    budget["en"]["options"] = json!({"low": "Up to 2 million", "high": "More than 2 million"});
    let mut people = texts("Personas", "People");
    people["es"]["hint"] = "De 1 a 50".into();
    let questions = json!([
        {"key": "budget", "kind": "choice", "required": true, "options": ["low", "high"], "texts": budget},
        {"key": "people", "kind": "number", "required": false, "min": 1, "max": 50, "texts": people},
        {"key": "start", "kind": "date", "required": false, "texts": texts("Desde cuándo", "From when")},
        {"key": "trade", "kind": "text", "required": false, "texts": texts("Giro", "Trade")},
    ]);
    let questions: Vec<Question> = serde_json::from_value(questions).unwrap();
    let mut site = sample_site();
    let contact = site.forms.get_mut(&FormKind::Contact).unwrap();
    contact.questions = questions;
    site
}

fn answers() -> Value {
    json!({"answer_budget": "high", "answer_people": " 12 ", "answer_start": "2026-11-30",
        "answer_trade": "=HYPERLINK(\"http://evil.test\")"})
}

async fn send(leads: &Leads, fields: &Value) -> (u16, String) {
    let pairs: Vec<(&str, &str)> = fields
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
        .collect();
    let response = leads.post("/api/leads").form(&pairs).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn a_wrong_answer_is_refused_with_its_text_in_both_encodings() {
    let settings = Settings::new();
    settings.write_site(&site_with_questions());
    let (_settings, leads) = settings.served();
    let wrong = json!({"answer_people": "51", "answer_start": "2026-02-30", "answer_trade": "x".repeat(301)});
    for (lang, missing, invalid) in [
        ("es", "Falta.", "No vale."),
        ("en", "It is missing.", "It is wrong."),
    ] {
        let mut fields = contact_with("answers-1", wrong.clone());
        fields["lang"] = lang.into();
        let response = post(&leads, &fields).await;
        assert_eq!(response.status(), 422);
        let body: Value = response.json().await.unwrap();
        let errors = json!({"answer_budget": missing, "answer_people": invalid, "answer_start": invalid, "answer_trade": invalid});
        assert_eq!(body["errors"], errors);

        let (status, page) = send(&leads, &fields).await;
        assert_eq!(status, 422);
        for part in [
            &format!("<a href=\"#answer_budget\">{missing}</a>"),
            &format!("<p class=\"error\" id=\"answer_people-error\">{invalid}</p>"),
            "name=\"answer_people\" type=\"text\" value=\"51\"",
            "name=\"answer_start\" type=\"date\" value=\"2026-02-30\"",
            "<select id=\"answer_budget\" name=\"answer_budget\" autocomplete=\"off\" required aria-invalid=\"true\"",
        ] {
            assert!(page.contains(part), "{part} is missing in\n{page}");
        }
    }
    let (_, page) = send(&leads, &contact_with("answers-2", json!({}))).await;
    for part in [
        "De 1 a 50",
        "<option value=\"high\">Más de 2 millones</option>",
        "Presupuesto</label>",
        "Giro (opcional)",
    ] {
        assert!(page.contains(part), "{part} is missing in\n{page}");
    }
    // Another form does not ask.
    let other = contact_with("answers-3", json!({"form": "home"}));
    accepted(&leads, &other).await;
}

#[tokio::test]
async fn an_answer_reaches_the_store_the_channels_the_mail_and_the_exports() {
    let (platform, mail, receivers) = (
        Platform::start().await,
        Mail::start(),
        Receivers::start().await,
    );
    let settings = receivers.configure(Settings::to_platform(&platform.url()).with_mail(&mail));
    settings.write_site(&site_with_questions());
    let (settings, leads) = settings.served();
    let reference = accepted(&leads, &contact_with("answers-4", answers())).await;
    is_delivered(&platform, &settings, &reference).await;
    let formula = "=HYPERLINK(\"http://evil.test\")";
    let stored = json!([
        {"key": "budget", "label": "Presupuesto", "value": "high", "text": "Más de 2 millones"},
        {"key": "people", "label": "Personas", "value": "12", "text": "12"},
        {"key": "start", "label": "Desde cuándo", "value": "2026-11-30", "text": "30 de noviembre de 2026"},
        {"key": "trade", "label": "Giro", "value": formula, "text": formula},
    ]);
    assert_eq!(
        settings.json(&["show", &reference])["lead"]["answers"],
        stored
    );
    let exported: Value =
        serde_json::from_str(&settings.output(&["export", "--format", "json"])).unwrap();
    assert_eq!(exported["lead"]["answers"], stored);
    let webhook = receivers.received(Receiver::Webhook)[0].json();
    assert_eq!(webhook["data"]["answers"], stored);

    let lines = [
        "Presupuesto: Más de 2 millones",
        "Personas: 12",
        "Desde cuándo: 30 de noviembre de 2026",
        "Giro: =HYPERLINK",
    ];
    let observations = platform.requests(LEAD)[0].body["observations"].to_string();
    let hubspot = receivers.received(Receiver::Hubspot)[0].json().to_string();
    let easybroker = receivers.received(Receiver::EasyBroker)[0]
        .json()
        .to_string();
    let [text, html] = parts(&received(&mail, 1).await[0]);
    for line in lines {
        for body in [&observations, &hubspot, &easybroker, &text] {
            assert!(body.contains(line), "{line} is missing in {body}");
        }
    }
    assert!(
        html.contains(">Presupuesto</th>") && html.contains("Más de 2 millones</td>"),
        "{html}"
    );

    let csv = settings.output(&["export", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(csv.trim_start_matches('\u{feff}').as_bytes());
    let names = rows.headers().unwrap().clone();
    let row = rows.records().next().unwrap().unwrap();
    let cell = |name: &str| {
        let index = names.iter().position(|header| header == name);
        &row[index.unwrap_or_else(|| panic!("no column {name} in {names:?}"))]
    };
    assert_eq!(cell("Presupuesto"), "Más de 2 millones");
    assert_eq!(cell("Giro"), format!("'{formula}"));

    // A site that no longer asks: the answers stay.
    settings.write_site(&sample_site());
    assert_eq!(settings.output(&["export", "--format", "csv"]), csv);
}

#[tokio::test]
async fn a_page_of_an_earlier_publication_need_not_answer_a_new_question() {
    let (mut site, old) = (site_with_questions(), sample_site());
    let now = jiff::Timestamp::now();
    site.accept_earlier(&old, now, false);
    let settings = Settings::new();
    settings.write_site(&site);
    let (settings, leads) = settings.served();
    accepted(&leads, &contact_with("answers-5", json!({}))).await;

    // 31 days later the pages of before are gone; an option that is no longer offered was still valid until then.
    let mut next = site_with_questions();
    let later = now + jiff::SignedDuration::from_hours(31 * 24);
    next.accept_earlier(&site, later, false);
    let questions = &mut next.forms.get_mut(&FormKind::Contact).unwrap().questions;
    assert_eq!(questions[0].required_from, None);
    settings.write_site(&next);
    let response = post(&leads, &contact_with("answers-6", json!({}))).await;
    assert_eq!(response.status(), 422);

    let mut without = site_with_questions();
    let question = &mut without.forms.get_mut(&FormKind::Contact).unwrap().questions[0];
    let lead_site::AnswerRule::Choice { options, .. } = &mut question.rule else {
        panic!("a choice")
    };
    options.retain(|option| option != "high");
    for texts in question.texts.values_mut() {
        texts.options.remove("high");
    }
    without.accept_earlier(&next, now, false);
    settings.write_site(&without);
    let reference = accepted(&leads, &contact_with("answers-7", answers())).await;
    let stored = settings.json(&["show", &reference]);
    assert_eq!(stored["lead"]["answers"][0]["text"], "Más de 2 millones");
}
