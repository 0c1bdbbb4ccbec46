//! What the tests share: the binary as a process, the stub of the platform, posts.

pub mod emulator;
pub mod platform;
pub mod process;
pub mod servers;

pub use platform::Platform;
pub use process::{Leads, Settings};

use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::future::Future;
use std::time::{Duration, Instant};

/// A client that follows no redirect and waits for no one.
pub fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(20))
        .no_proxy()
        .build()
        .unwrap()
}

/// A right post of the contact form.
pub fn contact(key: &str) -> Value {
    json!({
        "key": key, "form": "contact", "lang": "es", "page": "/contacto", "name": "María José Núñez",
        "phone": "+52 984 555 0162", "email": "maria@example.com", "space": "oficina", "identity": "investor",
        "message": "Quisiera más información.", "marketing": true, "notice_version": "2025-03-21", "website": "",
        "elapsed_ms": 25000
    })
}

/// Posts JSON as a page of the site does.
pub async fn post(leads: &Leads, body: &Value) -> reqwest::Result<Response> {
    client()
        .post(leads.url("/api/leads"))
        .header("origin", leads.origin())
        .json(body)
        .send()
        .await
}

/// Posts JSON and expects it to be accepted; answers the reference.
pub async fn accepted(leads: &Leads, body: &Value) -> String {
    let response = post(leads, body).await.unwrap();
    assert_eq!(response.status(), 200, "{}", leads.log());
    let answer: Value = response.json().await.unwrap();
    assert_eq!(
        answer["message"],
        "Correo envíado correctamente. Pronto nos contactaremos contigo"
    );
    answer["reference"].as_str().unwrap().to_owned()
}

/// Waits until `is_so` holds, at most `seconds`.
pub async fn eventually<F: Future<Output = bool>>(seconds: u64, what: &str, mut is_so: impl FnMut() -> F) {
    let end = Instant::now() + Duration::from_secs(seconds);
    while !is_so().await {
        assert!(Instant::now() < end, "still not so after {seconds} s: {what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Both calls have taken `reference` and nothing waits any more.
pub async fn arrives(stub: &Platform, settings: &Settings, reference: &str) {
    eventually(15, "the lead arrives", || async {
        stub.taken(platform::LEAD).await.contains_key(reference)
            && stub.taken(platform::MAIL).await.contains_key(reference)
    })
    .await;
    eventually(5, "it is put away", || async {
        settings.objects("waiting").is_empty() && settings.objects("work").is_empty()
    })
    .await;
}
