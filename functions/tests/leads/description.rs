//! Checks answers against the OpenAPI description: every answer is described with its schema, and every described answer
//! occurs. `scripts/check-lead-function` adds generated requests (schemathesis).

use super::support::{Leads, Settings, client, contact, contact_with};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Statuses that need a broken store, a slow client or many posts; other tests cause them.
const TESTED_ELSEWHERE: [&str; 3] = ["408", "429", "503"];

#[tokio::test]
async fn every_answer_is_described_and_every_described_answer_occurs() {
    let (_settings, leads) = Settings::new().served();
    let description = leads.get_json("/api/openapi.json").await;
    let mut seen = BTreeSet::new();
    for (method, path, request) in requests(&leads) {
        let response = request.send().await.unwrap();
        let status = response.status().as_u16().to_string();
        let place = format!("{method} {path} {status}");
        // The answer to an unsupported method is described at the supported one.
        let mut methods = description["paths"][path].as_object().unwrap().keys();
        let described = match status.as_str() {
            "405" => methods.find(|method| *method != "options").unwrap().clone(),
            _ => method.as_str().to_lowercase(),
        };
        let answer = resolved(
            &description,
            &description["paths"][path][&described]["responses"][&status],
        );
        assert!(answer.is_object(), "{place} is not described");
        assert!(response.headers().contains_key("x-request-id"), "{place}");
        if let Some(kind) = response.headers().get("content-type").cloned() {
            let kind = kind.to_str().unwrap().split(';').next().unwrap();
            let schema = &answer["content"][kind]["schema"];
            assert!(schema.is_object(), "{place} is not described as {kind}");
            if kind == "application/json" {
                assert_matches_schema(
                    &description,
                    schema,
                    &response.json().await.unwrap(),
                    &place,
                );
            }
        }
        seen.insert(format!("{described} {path} {status}"));
    }
    for (path, methods) in description["paths"].as_object().unwrap() {
        let is_routed = |pattern: &&str| match pattern.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == pattern,
        };
        assert!(
            lead_site::PATHS.iter().any(is_routed),
            "hosts do not route {path}"
        );
        for (method, operation) in methods.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                // The server of this test takes no mails.
                let is_mailed =
                    path == "/mail/send" && ["200", "303", "409"].contains(&status.as_str());
                let is_expected = !is_mailed && !TESTED_ELSEWHERE.contains(&status.as_str());
                let place = format!("{method} {path} {status}");
                assert!(
                    seen.contains(&place) || !is_expected,
                    "{place} never occurred"
                );
            }
        }
    }
}

/// Requests that cause each answer.
fn requests(leads: &Leads) -> Vec<(Method, &'static str, RequestBuilder)> {
    let client = client();
    let mut requests = Vec::new();
    let read = [
        "/api/health",
        "/api/ready",
        "/api/openapi.json",
        "/api/leads/page.css",
    ];
    let posted = ["/api/count", "/api/count/reports"].map(|path| (Method::POST, path));
    for (method, path) in read
        .map(|path| (Method::GET, path))
        .into_iter()
        .chain(posted)
    {
        for method in [method, Method::PUT] {
            requests.push((
                method.clone(),
                path,
                client.request(method, leads.url(path)),
            ));
        }
    }
    for path in ["/api/leads", "/mail/send"] {
        let post = || leads.post(path);
        let ask = || client.request(Method::OPTIONS, leads.url(path));
        let mut all = vec![
            post().body("{}").header("content-type", "text/plain"),
            post().body("{").header("content-type", "application/json"),
            post()
                .body("x".repeat(20_000))
                .header("content-type", "application/json"),
            post().form(&[("form", "contact"), ("name", "")]),
            post().json(&json!({"form": "contact", "name": "<"})),
            client
                .post(leads.url(path))
                .header("origin", "https://evil.test")
                .json(&contact("x")),
        ];
        if path == "/api/leads" {
            let other = contact_with("described", json!({"message": "otro"}));
            let form = "form=brochure&name=Ana&phone=9845550162&email=a@b.mx&identity=broker";
            all.extend([
                post().json(&contact("described")),
                post().json(&other),
                post()
                    .header("content-type", "application/x-www-form-urlencoded")
                    .body(form),
            ]);
        }
        requests.extend(all.into_iter().map(|request| (Method::POST, path, request)));
        requests.push((Method::DELETE, path, client.delete(leads.url(path))));
        requests.push((
            Method::OPTIONS,
            path,
            ask().header("origin", leads.origin()),
        ));
        requests.push((
            Method::OPTIONS,
            path,
            ask().header("origin", "https://evil.test"),
        ));
    }
    requests
}

/// What a part of the description is, or refers to.
fn resolved<'a>(description: &'a Value, part: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(reference) => description.pointer(&reference[1..]).unwrap(),
        None => part,
    }
}

/// Checks `value` against `schema`, for the JSON Schema keywords that the description uses.
fn assert_matches_schema(description: &Value, schema: &Value, value: &Value, place: &str) {
    let schema = resolved(description, schema);
    if let Some(only) = schema.get("const") {
        assert_eq!(value, only, "{place}");
    }
    match schema["type"].as_str() {
        Some("string") => assert!(value.is_string(), "{place}: {value}"),
        Some("integer") => assert!(value.is_i64(), "{place}: {value}"),
        Some("object") => {
            let object = value.as_object().expect(place);
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(
                    object.contains_key(name.as_str().unwrap()),
                    "{place} lacks {name}"
                );
            }
            for (name, value) in object {
                match schema["properties"].get(name) {
                    Some(schema) => assert_matches_schema(description, schema, value, place),
                    None => assert_ne!(
                        schema["additionalProperties"],
                        json!(false),
                        "{place} has {name}"
                    ),
                }
            }
        }
        _ => {}
    }
}
