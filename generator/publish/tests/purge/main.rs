//! Purges against a service on this machine, and against moto's CloudFront.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../../../../functions/tests/leads/support/child.rs"]
#[allow(dead_code, reason = "the tests of the lead function use all of it")]
mod child;
mod moto;
#[path = "../../../../functions/tests/leads/support/servers.rs"]
#[allow(dead_code, reason = "the tests of the lead function use all of it")]
mod servers;
mod service;

use std::time::Duration;

use axum::http::Request;
use model::config::PurgeSettings;
use publish::purge::{CachePurge, Environment, plan, purge};
use serde_json::{Value, json};
use service::{Answer, Service};

const SITE: &str = "https://muestra.example";
const KEY: &str = "AKIDEXAMPLE7";
const SECRET: &str = "secret-of-the-tests-91c2";
const SESSION: &str = "session-of-the-tests-5d11";
const TOKEN: &str = "token-of-the-tests-77ab";

fn environment(url: &str) -> Environment {
    let mut environment = Environment::from(|name| {
        let value = match name {
            "AWS_ACCESS_KEY_ID" => KEY,
            "AWS_SECRET_ACCESS_KEY" => SECRET,
            "AWS_SESSION_TOKEN" => SESSION,
            "CLOUDFLARE_API_TOKEN" => TOKEN,
            _ => url,
        };
        Some(value.to_owned())
    });
    environment.backoff = Duration::from_millis(1);
    environment
}

fn settings(json: Value) -> PurgeSettings {
    serde_json::from_value(json).unwrap()
}

fn cloudfront() -> PurgeSettings {
    settings(json!({"cloudfront": "E2EXAMPLE", "max_paths": 100}))
}

fn cloudflare() -> PurgeSettings {
    settings(json!({"cloudflare": "zone1", "max_paths": 1000}))
}

fn index_now() -> PurgeSettings {
    settings(json!({"index_now": "llave-2026", "max_paths": 1}))
}

fn addresses(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

fn many(number: usize) -> Vec<String> {
    (0..number)
        .map(|number| format!("/assets/{number}.js"))
        .collect()
}

type Purged = Result<Vec<CachePurge>, String>;

async fn run(configured: &PurgeSettings, list: &[String], service: &Service) -> Purged {
    let pages = addresses(&["/", "/inventario/O-301"]);
    purge(configured, SITE, list, &pages, &environment(&service.url)).await
}

fn fails(status: u16, body: &str) -> Answer {
    (status, None, body.to_owned())
}

fn authorization(request: &Request<String>) -> &str {
    request.headers()["authorization"].to_str().unwrap()
}

#[tokio::test]
async fn cloudfront_gets_one_signed_invalidation_with_the_paths_of_addresses_and_files() {
    let service = Service::start([]).await;
    let list = addresses(&[
        "/",
        "/data/inventory.json",
        "/inventario/O-301",
        "/pdf/a*b ñ&<.pdf",
    ]);
    assert_eq!(run(&cloudfront(), &list, &service).await.unwrap().len(), 1);
    let [request] = &service.received()[..] else {
        panic!("one request")
    };
    let path = "/2020-05-31/distribution/E2EXAMPLE/invalidation";
    assert_eq!(
        (request.method().as_str(), request.uri().path()),
        ("POST", path)
    );
    let key = format!("AWS4-HMAC-SHA256 Credential={KEY}/");
    for part in [&key, "/us-east-1/cloudfront/aws4_request, SignedHeaders="] {
        assert!(
            authorization(request).contains(part),
            "{}",
            authorization(request)
        );
    }
    for header in ["x-amz-date", "x-amz-content-sha256", "x-amz-security-token"] {
        assert!(request.headers().contains_key(header), "{header}");
        assert!(
            authorization(request).contains(header),
            "{header} is not signed"
        );
    }
    let paths = "/ /index.html /data/inventory.json /inventario/O-301 /inventario/O-301.html \
        /pdf/a%2Ab%20%C3%B1%26%3C.pdf";
    let items: String = paths
        .split(' ')
        .map(|path| format!("<Path>{path}</Path>"))
        .collect();
    let items = format!("<Quantity>6</Quantity><Items>{items}</Items>");
    assert!(request.body().contains(&items), "{}", request.body());
}

#[tokio::test]
async fn search_engines_are_told_the_pages() {
    let service = Service::start([]).await;
    let list = addresses(&[
        "/",
        "/assets/a.css",
        "/data/inventory.json",
        "/inventario/O-301",
    ]);
    run(&index_now(), &list, &service).await.unwrap();
    let received = service.received();
    let body: Value = serde_json::from_str(received[0].body()).unwrap();
    let expected = json!({"host": "muestra.example", "key": "llave-2026",
        "keyLocation": "https://muestra.example/llave-2026.txt",
        "urlList": ["https://muestra.example/", "https://muestra.example/inventario/O-301"]});
    assert_eq!((received[0].uri().path(), body), ("/indexnow", expected));
}

#[tokio::test]
async fn above_the_limit_everything_is_purged_at_once() {
    let service = Service::start([]).await;
    run(&cloudfront(), &many(100), &service).await.unwrap();
    run(&cloudfront(), &many(101), &service).await.unwrap();
    run(&cloudflare(), &many(1001), &service).await.unwrap();
    let received = service.received();
    assert!(received[0].body().contains("<Quantity>100</Quantity>"));
    assert!(
        received[1]
            .body()
            .contains("<Quantity>1</Quantity><Items><Path>/*</Path></Items>")
    );
    assert_eq!(received[2].body(), "{\"purge_everything\":true}");
}

#[tokio::test]
async fn cloudflare_gets_urls_in_batches() {
    let service = Service::start([]).await;
    run(&cloudflare(), &many(230), &service).await.unwrap();
    let received = service.received();
    let mut urls = Vec::new();
    for request in &received {
        assert_eq!(request.uri(), "/zones/zone1/purge_cache");
        assert_eq!(authorization(request), format!("Bearer {TOKEN}"));
        let body: Value = serde_json::from_str(request.body()).unwrap();
        let files = body["files"].as_array().unwrap();
        assert!(files.len() <= 100, "{} URLs", files.len());
        urls.extend(files.iter().map(|url| url.as_str().unwrap().to_owned()));
    }
    let expected: Vec<String> = many(230)
        .iter()
        .map(|address| format!("{SITE}{address}"))
        .collect();
    assert_eq!((received.len(), urls), (3, expected));
}

#[tokio::test]
async fn no_addresses_and_no_cache_need_no_request() {
    let service = Service::start([]).await;
    let none = PurgeSettings {
        cloudfront: None,
        ..cloudfront()
    };
    assert_eq!(run(&none, &many(3), &service).await, Ok(Vec::new()));
    assert_eq!(run(&cloudfront(), &[], &service).await, Ok(Vec::new()));
    assert!(service.received().is_empty());
    assert_eq!(plan(&cloudfront(), SITE, &many(3), &[]).len(), 1);
}

#[tokio::test]
async fn temporary_failures_are_repeated_with_the_same_reference() {
    let service = Service::start([fails(503, "later"), (429, Some(0), String::new())]).await;
    run(&cloudfront(), &many(1), &service).await.unwrap();
    let received = service.received();
    assert_eq!(received.len(), 3);
    assert!(
        received
            .iter()
            .all(|request| request.body() == received[0].body())
    );
}

#[tokio::test]
async fn a_failure_is_repeated_a_refusal_is_not_and_neither_shows_a_credential() {
    let signature = format!(
        "<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code><Message>Should have been 'x-amz-security-token:\
         {SESSION} {SECRET} {KEY}'\nand more</Message></Error></ErrorResponse>"
    );
    let route = r#"{"success": false, "errors": [{"code": 7003, "message": "Could not route\u202e to /zones/zone1"}]}"#;
    // More than is read of an answer.
    let endless = format!(
        r#"{{"errors": [{{"message": "{}"}}]}}"#,
        "x".repeat(100_000)
    );
    let mut errors = Vec::new();
    for (configured, answer, requests) in [
        (cloudflare(), fails(500, "<html>"), 4),
        (cloudfront(), fails(403, &signature), 1),
        (cloudflare(), fails(404, route), 1),
        (index_now(), fails(403, ""), 1),
        (cloudflare(), fails(400, &endless), 1),
    ] {
        let service = Service::start(vec![answer; 9]).await;
        errors.push(run(&configured, &many(1), &service).await.unwrap_err());
        assert_eq!(service.received().len(), requests, "{errors:?}");
    }
    let expected = "\
Cloudflare: the purge failed 4 times: 500 Internal Server Error: the next publication repeats it
CloudFront: the purge was refused with status 403: SignatureDoesNotMatch: Should have been 'x-amz-security-token:*** *** ***': check the credential and its permission to purge
Cloudflare: the purge was refused with status 404: Could not route to /zones/zone1: check the ID under `purge:` in site.yaml
IndexNow: the purge was refused with status 403: 403 Forbidden: check the credential and its permission to purge
Cloudflare: the purge was refused with status 400: 400 Bad Request: correct what the service reports; the next publication repeats the purge";
    assert_eq!(errors.join("\n"), expected);
    let shown = format!("{:?}", environment(SITE));
    assert!(
        ![KEY, SECRET, SESSION, TOKEN]
            .iter()
            .any(|secret| shown.contains(secret)),
        "{shown}"
    );
}

#[tokio::test]
async fn a_failure_of_one_cache_does_not_stop_the_other() {
    let service = Service::start([fails(403, ""), fails(200, "{}")]).await;
    let both = PurgeSettings {
        cloudflare: Some("zone1".to_owned()),
        ..cloudfront()
    };
    assert!(run(&both, &many(1), &service).await.is_err());
    assert_eq!(service.received()[1].uri(), "/zones/zone1/purge_cache");
}

#[tokio::test]
async fn missing_credentials_and_unencrypted_or_absent_services_are_errors() {
    let service = Service::start([]).await;
    let nothing = Environment::from(|name| {
        let is_url = name.contains("URL").then(|| service.url.clone());
        is_url.or_else(|| (name == "AWS_ACCESS_KEY_ID").then(|| KEY.to_owned()))
    });
    let no_credential = "no credential: set the environment variable";
    let no_service = "is not the URL of a service: write an https URL, or http for this machine";
    for (configured, environment, expected) in [
        (
            cloudfront(),
            nothing.clone(),
            format!("CloudFront: {no_credential} AWS_SECRET_ACCESS_KEY"),
        ),
        (
            cloudflare(),
            nothing,
            format!("Cloudflare: {no_credential} CLOUDFLARE_API_TOKEN"),
        ),
        (
            cloudflare(),
            environment("http://a.b"),
            format!("Cloudflare: `http://a.b` {no_service}"),
        ),
    ] {
        assert_eq!(
            purge(&configured, SITE, &many(1), &[], &environment).await,
            Err(expected)
        );
    }
    assert!(service.received().is_empty());
    // Nothing listens on port 9.
    let error = purge(
        &cloudflare(),
        SITE,
        &many(1),
        &[],
        &environment("http://127.0.0.1:9"),
    )
    .await
    .unwrap_err();
    assert!(
        error.starts_with("Cloudflare: the purge failed 4 times: ") && error.contains("refused"),
        "{error}"
    );
    let services = Environment::from(|_| None);
    let public = [
        "https://cloudfront.amazonaws.com",
        "https://api.cloudflare.com/client/v4",
    ];
    assert_eq!(
        [services.cloudfront, services.cloudflare],
        public,
        "the default"
    );
}
