//! Shared helpers: the binary as a process, the platform's stub, test servers, posts.

pub mod child;
pub mod emulator;
pub mod mime;
pub mod object_server;
pub mod platform;
pub mod process;
pub mod receivers;
pub mod sample_site;
pub mod servers;

pub use platform::Platform;
pub use process::{Leads, Settings};
pub use receivers::{Behaviour, Receiver, Receivers};

use futures::{Stream, StreamExt};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::future::Future;
use std::time::{Duration, Instant};

/// An HTTP client that follows no redirect.
pub fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(20))
        .no_proxy()
        .build()
        .unwrap()
}

/// A valid post of the contact form.
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
    leads.post("/api/leads").json(body).send().await
}

/// Posts JSON, checks that it is accepted, and returns the reference.
pub async fn accepted(leads: &Leads, body: &Value) -> String {
    let response = post(leads, body).await.unwrap();
    assert_eq!(response.status(), 200, "{}", leads.log());
    let answer: Value = response.json().await.unwrap();
    let thanks = "Correo envíado correctamente. Pronto nos contactaremos contigo";
    assert_eq!(answer["message"], thanks);
    answer["reference"].as_str().unwrap().to_owned()
}

/// The number that an environment variable sets, or the default.
pub fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

/// Posts of the contact form with these keys, `at_once` at a time. Yields the reference of each accepted post, and `None`
/// for the others.
pub fn posts<I: Iterator<Item = String>>(
    leads: &Leads,
    keys: I,
    at_once: usize,
) -> impl Stream<Item = Option<String>> + use<I> {
    let (client, url, origin) = (client(), leads.url("/api/leads"), leads.origin().to_owned());
    let requests = keys.map(move |key| client.post(&url).header("origin", &origin).json(&contact(&key)));
    let answers = requests.map(|request| async {
        let response = request.send().await.ok()?;
        let is_accepted = response.status() == 200;
        let answer: Value = response.json().await.ok()?;
        is_accepted.then(|| answer["reference"].as_str().map(str::to_owned)).flatten()
    });
    futures::stream::iter(answers).buffer_unordered(at_once)
}

/// Checks that one call accepted exactly these leads, each once.
pub fn is_taken_once(platform: &Platform, call: &str, references: &BTreeSet<String>) {
    let once = references.iter().map(|reference| (reference.clone(), 1));
    assert_eq!(platform.taken(call), once.collect(), "{call}");
}

/// Checks that both calls accepted each of these leads, and that each kill repeated at most what was being sent.
pub fn none_is_lost(platform: &Platform, references: &BTreeSet<String>, kills: usize) {
    /// Leads that are delivered at the same time.
    const WORKERS: usize = 16;
    for call in [platform::LEAD, platform::MAIL] {
        let taken = platform.taken(call);
        let is_lost = |reference: &&String| !taken.contains_key(*reference);
        let lost: Vec<_> = references.iter().filter(is_lost).collect();
        assert!(lost.is_empty(), "{call}: {lost:?} were never sent");
        let repeated: usize = taken.values().map(|count| count - 1).sum();
        assert!(repeated <= kills * WORKERS, "{call}: {repeated} were sent twice");
    }
}

/// Waits until `condition` is true; fails after `seconds`.
pub async fn eventually<F: Future<Output = bool>>(
    seconds: u64,
    what: &str,
    mut condition: impl FnMut() -> F,
) {
    wait_for(seconds, what, || {
        let result = condition();
        async move { result.await.then_some(()) }
    })
    .await;
}

/// Waits until `poll` returns a value and returns it; fails after `seconds`.
pub async fn wait_for<T, F: Future<Output = Option<T>>>(
    seconds: u64,
    what: &str,
    mut poll: impl FnMut() -> F,
) -> T {
    let end = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(value) = poll().await {
            return value;
        }
        assert!(Instant::now() < end, "not true after {seconds} s: {what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Waits until both calls have accepted the lead and no lead is waiting.
pub async fn is_delivered(stub: &Platform, settings: &Settings, reference: &str) {
    eventually(30, "the lead is delivered", || async {
        let calls = [platform::LEAD, platform::MAIL];
        calls.iter().all(|call| stub.taken(call).contains_key(reference))
    })
    .await;
    settings.all_are_archived().await;
    eventually(30, "its records are deleted", || async { settings.objects("work").is_empty() }).await;
}
