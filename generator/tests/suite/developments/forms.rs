//! The forms of a development, posted to the lead function as a browser without scripts does, and the mail to its team.

use std::collections::BTreeMap;
use std::fs;

use axum::body::Body;
use functions::{Leads, LeadsConfig, StoreLocation};
use generator::pipeline::RenderedSite;
use http::Request;
use lead_site::{FieldRule, LeadSite};
use scraper::{ElementRef, Html, Selector};
use tower::ServiceExt;

use crate::support::mime;
use crate::support::rendered::{text, texts};
use crate::support::servers::Mail;

/// The page and the action of a form, and its fields with what a visitor writes.
type Filled = (String, String, BTreeMap<String, String>);

/// Fills in a form: the first option of each choice, and no field that only programs see.
fn fill(page: &str, form: ElementRef) -> Filled {
    let attribute =
        |element: ElementRef, name: &str| element.attr(name).unwrap_or_default().to_owned();
    let mut fields = BTreeMap::new();
    for field in form.select(&Selector::parse("input, textarea").unwrap()) {
        let (name, kind) = (attribute(field, "name"), attribute(field, "type"));
        let value = match (kind.as_str(), name.as_str()) {
            ("hidden" | "radio", _) => &attribute(field, "value"),
            ("checkbox", _) | (_, "website") => continue,
            (_, "name") => "Ana López",
            (_, "phone") => "984 555 0162",
            (_, "email") => "ana@example.com",
            // A Monday.
            ("datetime-local", _) => "2099-01-05T10:00",
            ("date", _) => "2099-01-05",
            // A question of the development: an answer to those for texts and for numbers.
            (_, name) if name.starts_with("answer_") => "1500",
            (_, "message") => "Hola",
            other => panic!("{page}: unknown field {other:?}"),
        };
        fields.entry(name).or_insert_with(|| value.to_owned());
    }
    (page.to_owned(), attribute(form, "action"), fields)
}

/// Every form of every page that posts a lead.
fn forms(site: &RenderedSite) -> Vec<Filled> {
    let selector = Selector::parse("form[method=post]").unwrap();
    let mut forms = Vec::new();
    for (path, page) in texts(site, &[".html"]) {
        forms.extend(
            Html::parse_document(&page)
                .select(&selector)
                .map(|form| fill(path, form)),
        );
    }
    forms
}

/// Posts every form of every page; each must be accepted, and lead to a page of the site with the message of success. Then
/// checks the mails about them for the name, colours, words and units of the development.
pub(super) fn every_form_is_accepted(site: &RenderedSite) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("leads.json");
    fs::write(&file, &site.leads).unwrap();
    let data = LeadSite::parse(&site.leads).unwrap();
    let mail = Mail::start();
    let store = StoreLocation::Path(folder.path().join("leads"));
    let mut config = LeadsConfig {
        development: Some(site.site.config.platform.project_code.clone()),
        quarantine_from: 99,
        posts_per_minute: 0,
        site_url: site.site.config.base_url.clone(),
        ..LeadsConfig::new(store, StoreLocation::Path(file))
    };
    let receivers = config.read_receivers(|name| match name {
        "SMTP_URL" => Some(mail.server.url.clone()),
        "LEADS_NOTICE_FROM" => Some("no-reply@development.example".to_owned()),
        "LEADS_NOTICE_TO" => Some("team@development.example".to_owned()),
        _ => None,
    });
    receivers.unwrap();
    let forms = forms(site);
    for lang in site.site.config.languages.codes() {
        assert!(
            forms.iter().any(|(.., fields)| fields["lang"] == lang),
            "no form in {lang}"
        );
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let leads = Leads::new(config).unwrap();
        for (page, action, fields) in &forms {
            let body = url::form_urlencoded::Serializer::new(String::new())
                .extend_pairs(fields)
                .finish();
            let request = Request::post(action)
                .header("host", "development.example")
                .header("origin", "https://development.example")
                .header("content-type", "application/x-www-form-urlencoded")
                .body(Body::from(body))
                .unwrap();
            let response = leads.router().oneshot(request).await.unwrap();
            assert_eq!(response.status(), 303, "{page}: {fields:?}");
            let location = response.headers()["location"].to_str().unwrap();
            let path = location.strip_prefix(&site.site.config.base_url).unwrap();
            let path = format!(
                "{}.html",
                path.split(['#', '?'])
                    .next()
                    .unwrap()
                    .trim_start_matches('/')
            );
            let page = text(site, &path);
            let language = data
                .languages
                .iter()
                .find(|language| language.code == fields["lang"]);
            let success = language.unwrap().string("form.success");
            assert!(
                page.contains(&format!(">{success}<")),
                "{location} does not say {success:?}"
            );
        }
        leads.finish().await;
    });
    let mails: Vec<[String; 2]> = mail.mails().iter().map(|mail| mime::parts(mail)).collect();
    assert!(!mails.is_empty());
    let first = &data.languages[0];
    let theme = &site.site.theme;
    let mut options = Vec::new();
    for field in data.forms.values().flat_map(|form| &form.fields) {
        if let FieldRule::Choice {
            labels,
            options: keys,
            ..
        } = &field.rule
        {
            options.extend(keys.iter().map(|key| first.option(labels, key)));
        }
    }
    let label = format!("{}: ", first.string("notice.fields.identity"));
    for [text, html] in &mails {
        assert!(html.contains(&site.site.config.name), "the name: {html}");
        for colour in [&theme.light.ground, &theme.light.accent, &theme.dark.text] {
            assert!(
                html.contains(&colour.to_string()),
                "the colour {colour}: {html}"
            );
        }
        assert!(
            !text.contains(first.string("form.failure")),
            "a string is missing: {text}"
        );
        let chosen = text.lines().find_map(|line| line.strip_prefix(&*label));
        assert!(
            chosen.is_some_and(|word| options.contains(&word)),
            "{label}{chosen:?}: {options:?}\n{text}"
        );
    }
    for (code, unit) in &data.units {
        assert!(
            mails.iter().any(|[text, _]| text.contains(&unit.total)),
            "no mail with the price of {code}"
        );
    }
}
