//! Golden notices and hostile texts.

use super::{DialledPhone, ORDER, campaign_in_words, compose};
use crate::Secret;
use crate::lead::{CaptchaState, Lead, LeadTracking, SpamReport};
use crate::site::{LoadedSite, TeamMail};
use crate::spam::tests::assessed;
use crate::tests::{check_golden, lead_of, sample_site, site};
use lead_site::{FormKind, LeadSite};
use proptest::prelude::*;
use scraper::{Html, Selector};
use serde_json::{Value, json};
use std::sync::Arc;

const SITE: &str = "https://development.example";

/// The lead of a post. In UTC, its day is the next one already.
fn lead(form: FormKind, body: &Value, spam: SpamReport) -> Lead {
    let received_at = "2026-11-21T03:04:59.123456789Z".parse().expect("a time");
    lead_of(form, body, received_at, spam)
}

fn spanish() -> Value {
    json!({"key": "notice", "form": "unit", "lang": "es", "page": "/inventario/O-301", "unit": "O-301", "name": "María José Núñez",
        "phone": "984 555 0162", "email": "maria@example.com", "identity": "investor",
        "message": "Quisiera más información.\nEstoy en la oficina por las mañanas.", "marketing": true,
        "tracking": {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "otoño", "utm_term": "oficinas"}})
}

fn english() -> Value {
    json!({"key": "notice", "form": "offices", "lang": "en", "page": "/en/contacto-oficinas", "name": "Sean O'Brien & Sons",
        "phone": "9845550162", "email": "sean@example.com", "space": "oficina", "identity": "director"})
}

fn notice(lead: &Lead, lang: &str) -> TeamMail {
    let site = match lang {
        "es" => Arc::clone(site()),
        _ => changed(|site| lang.clone_into(&mut site.team_language)),
    };
    compose(lead, lead.spam.quarantined, &site, SITE).expect("a notice")
}

fn changed(change: impl FnOnce(&mut LeadSite)) -> Arc<LoadedSite> {
    let mut data = sample_site();
    change(&mut data);
    Arc::new(LoadedSite::parse(&data.to_bytes().expect("JSON")).expect("a site"))
}

/// Compares a notice with the files `tests/notices/<name>.txt` and `.html`.
fn check_notice(name: &str, notice: &TeamMail) {
    check_golden(
        &format!("{name}.txt"),
        &format!("Subject: {}\n\n{}", notice.subject, notice.text),
    );
    check_golden(&format!("{name}.html"), &notice.html);
}

#[test]
fn notices_are_the_golden_files() {
    let none = SpamReport::default;
    check_notice(
        "unit",
        &notice(&lead(FormKind::Unit, &spanish(), none()), "es"),
    );
    check_notice(
        "english-visitor",
        &notice(&lead(FormKind::Offices, &english(), none()), "es"),
    );

    let mut body = spanish();
    (body["unit"], body["units"]) = (json!("o-301"), json!(["O-301", "O-999"]));
    check_notice("units", &notice(&lead(FormKind::Unit, &body, none()), "es"));

    let mut body = spanish();
    body["message"] = json!("Cheap links: http://a.test http://b.test");
    let fields = [
        ("website", "x"),
        ("elapsed_ms", "1"),
        ("message", "http://a.test http://b.test"),
    ];
    let suspected = lead(
        FormKind::Unit,
        &body,
        assessed(&fields, 1, CaptchaState::NotAsked),
    );
    check_notice("suspected-spam", &notice(&suspected, "es"));

    let mut body = english();
    (body["phone"], body["subject"]) = (json!(""), json!("Parking"));
    (body["unit"], body["email"]) = (json!("X-1"), json!(".sean@example.com"));
    let notice = notice(&lead(FormKind::Mail, &body, none()), "en");
    assert!(
        notice.reply_to.is_none(),
        "the address is not valid in mail"
    );
    check_notice("mail-english-team", &notice);
}

#[test]
fn a_site_without_a_known_url_and_a_price_without_vat() {
    let site = changed(|site| site.units.get_mut("O-301").expect("the unit").net = None);
    let lead = lead(FormKind::Unit, &spanish(), SpamReport::default());
    let TeamMail { text, html, .. } = compose(&lead, false, &site, "").expect("a notice");
    assert!(
        text.contains("Precio total: $4,930,000.58") && !text.contains("IVA"),
        "{text}"
    );
    assert!(!html.contains("<img"), "{html}");
}

#[test]
fn a_price_on_request_is_said_without_the_label_of_a_total() {
    let site = changed(|site| {
        let unit = site.units.get_mut("O-301").expect("the unit");
        (unit.net, unit.on_request) = (None, true);
        "Precio a consultar".clone_into(&mut unit.total);
    });
    let lead = lead(FormKind::Unit, &spanish(), SpamReport::default());
    let TeamMail { text, html, .. } = compose(&lead, false, &site, "").expect("a notice");
    assert!(text.contains("\nPrecio a consultar\n"), "{text}");
    for mail in [&text, &html] {
        assert!(
            mail.contains("Precio a consultar") && !mail.contains("Precio total"),
            "{mail}"
        );
    }
}

#[test]
fn every_spam_reason_has_a_sentence() {
    let fields = [
        ("website", "x"),
        ("elapsed_ms", "1"),
        ("name", "www.x.test"),
        ("message", "http://a.test"),
    ];
    let report = assessed(&fields, 99, CaptchaState::Refused);
    assert_eq!(report.reasons.len(), 6);
    for language in &site().languages {
        for reason in &report.reasons {
            let kind = reason.split(':').next().expect("a kind");
            assert!(
                language.find(&format!("notice.spam.{kind}")).is_some(),
                "{kind}"
            );
        }
    }
}

/// Every element with the names of its attributes, in order.
fn structure(html: &str) -> Vec<String> {
    let all = Selector::parse("*").expect("a selector");
    let parsed = Html::parse_document(html);
    let elements = parsed.select(&all).map(|element| {
        let names = element
            .value()
            .attrs()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
            .join(" ");
        format!("{} {names}", element.value().name())
    });
    elements.collect()
}

fn text_of(html: &str) -> String {
    Html::parse_document(html).root_element().text().collect()
}

/// A text that tries to end the place that it stands in.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,40}",
        "[a-z<>&\"'=/ \r\n\t{}%\u{0}\u{85}\u{2028}\u{202e}\u{2066}]{0,40}",
        Just("</td></table><script>alert(1)</script>".to_owned()),
        Just("\" onmouseover=\"alert(1)".to_owned()),
        Just("Ana\r\nBcc: all@evil.test\r\n\r\n<b>".to_owned()),
        Just("{{ 7 * 7 }}{% include 'page.html' %}".to_owned()),
        Just("javascript:alert(1)".to_owned()),
    ]
}

/// A lead with these texts where a visitor, or a post without our pages, can put any.
fn hostile_lead(texts: &[String]) -> Lead {
    let mut lead = lead(FormKind::Unit, &spanish(), SpamReport::default());
    let text = |index: usize| format!("x{}", texts[index]);
    lead.name = Secret::new(text(0));
    lead.phone = Secret::new("9845550162");
    // One line, so that the number of elements stays the same.
    lead.message = Secret::new(text(1).replace(
        [
            '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
        ],
        " ",
    ));
    lead.page = format!("/{}", texts[2]);
    lead.units = vec![text(3)];
    lead.tracking = LeadTracking::default();
    lead.tracking.put("utm_campaign", &text(4));
    lead.tracking.put("utm_source", &text(5));
    lead.subject = Secret::new(text(6));
    lead
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_breaks_out(texts in prop::collection::vec(hostile(), 7)) {
        let plain = hostile_lead(&vec!["a".to_owned(); 7]);
        let lead = hostile_lead(&texts);
        let (expected, made) = (notice(&plain, "es"), notice(&lead, "es"));
        prop_assert_eq!(structure(&made.html), structure(&expected.html));
        let shown = crate::visitor_text::header_value(lead.name.reveal());
        prop_assert!(text_of(&made.html).contains(&shown), "{} is not shown", shown);
        // A line of the text part that a visitor wrote begins with `> ` or with our label.
        let labels = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split(':').next().unwrap_or_default().to_owned()).filter(|start| !start.starts_with('>')).collect()
        };
        prop_assert_eq!(labels(&made.text), labels(&expected.text));
        let breaks = ['\r', '\n', '\u{202e}', '\u{2028}'];
        prop_assert!(!made.subject.contains(breaks));
    }
}

#[test]
fn every_parameter_is_named_and_a_known_medium_is_a_word() {
    let (mut all, mut tracking) = (LeadTracking::default(), LeadTracking::default());
    let (es, en) = (site().language("es"), site().language("en"));
    for name in ORDER.split(' ') {
        all.put(name, &format!("value of {name}"));
    }
    let words = campaign_in_words(es, &all);
    let is_named = |name: &str| words.contains(&format!("“value of {name}”"));
    assert!(ORDER.split(' ').all(is_named), "{words}");
    assert!(!words.contains("Inténtelo"), "a text is missing: {words}");
    assert_eq!(
        campaign_in_words(es, &tracking),
        "Sin datos de campaña en el enlace de la visita."
    );
    tracking.put("fbclid", "IwAR0");
    assert_eq!(
        campaign_in_words(en, &tracking),
        "No campaign data in the link of the visit."
    );
    tracking.put("gclid", "Cj0KCQ");
    assert_eq!(campaign_in_words(es, &tracking), "Anuncio pagado");
    for (name, value) in [
        ("utm_medium", "CPC"),
        ("utm_source", "google"),
        ("utm_campaign", "otoño"),
    ] {
        tracking.put(name, value);
    }
    assert_eq!(
        campaign_in_words(es, &tracking),
        "Anuncio pagado, fuente “google”, campaña “otoño”"
    );
    assert_eq!(
        campaign_in_words(en, &tracking),
        "Paid ad, source “google”, campaign “otoño”"
    );
}

#[test]
fn numbers_get_their_country_code() {
    for (typed, label, is_assumed) in [
        ("9845550162", "+52 984 555 0162", true),
        ("529845550162", "+52 984 555 0162", false),
        ("5219845550162", "+52 984 555 0162", false),
        ("0449845550162", "+52 984 555 0162", false),
        ("019845550162", "+52 984 555 0162", false),
        ("0019845550162", "+1 984 555 0162", false),
        ("14155550100", "+1 415 555 0100", false),
        ("34915550100", "+34915550100", false),
        ("442055501000", "+442055501000", false),
        ("+4722123456", "+4722123456", false),
        ("+6561234567", "+6561234567", false),
    ] {
        let phone = DialledPhone::new(typed).expect(typed);
        assert_eq!(
            (&*phone.label, phone.is_assumed),
            (label, is_assumed),
            "{typed}"
        );
    }
    assert_eq!(DialledPhone::new(""), None);
}

#[test]
fn the_notice_names_a_unit_as_people_write_its_code() {
    let site = changed(|site| {
        let mut unit = site.units.remove("O-301").expect("the unit");
        unit.address = Some("N1-04-A".to_owned());
        site.units.insert("N1-04/A".to_owned(), unit);
    });
    // A form has the address.
    let code = site.listed_code("n1-04-a").expect("listed");
    assert_eq!(code, "N1-04/A");
    assert_eq!((**site).listed_code("n1-04-a"), Some(code));
    let mut lead = lead(FormKind::Unit, &spanish(), SpamReport::default());
    (lead.unit, lead.units) = (Some(code.to_owned()), vec![code.to_owned()]);
    let mail = compose(&lead, false, &site, SITE).expect("a notice");
    assert!(mail.subject.contains("N1-04/A"), "{}", mail.subject);
}
