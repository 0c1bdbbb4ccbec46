//! Shared helpers: the binary as a process, the platform's stub, test servers, posts.

pub mod child;
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

use axum::Router;
use futures::{Stream, StreamExt};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use servers::Mail;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

/// What an accepted post is answered with: `form.success` of `examples/torre`.
pub const THANKS: &str = "Recibimos su mensaje. Pronto nos pondremos en contacto con usted";

/// How long a test waits for what must happen: this ends what hangs, and a slow or busy machine is no failure.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// An HTTP client that follows no redirect.
pub fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .no_proxy()
        .build()
        .unwrap()
}

/// Serves a substitute for another service, also while the test blocks; returns its address.
pub async fn serve(router: Router) -> String {
    let listener = platform::RUNTIME
        .spawn(TcpListener::bind("127.0.0.1:0"))
        .await
        .unwrap()
        .unwrap();
    let address = listener.local_addr().unwrap().to_string();
    platform::RUNTIME.spawn(async move { axum::serve(listener, router).await });
    address
}

pub fn contact(key: &str) -> Value {
    json!({
        "key": key, "form": "contact", "lang": "es", "page": "/contacto", "name": "María José Núñez",
        "phone": "+52 984 555 0162", "email": "maria@example.com", "space": "oficina", "identity": "investor",
        "message": "Quisiera más información.", "marketing": true, "notice_version": "2025-03-21", "website": "",
        "elapsed_ms": 25000
    })
}

pub fn contact_with(key: &str, fields: Value) -> Value {
    let mut body = contact(key);
    let Value::Object(fields) = fields else {
        panic!("{fields}")
    };
    body.as_object_mut().unwrap().extend(fields);
    body
}

/// Posts JSON as a page of the site does.
pub async fn post(leads: &Leads, body: &Value) -> Response {
    leads.post("/api/leads").json(body).send().await.unwrap()
}

/// Posts JSON, checks that it is accepted, and returns the reference.
pub async fn accepted(leads: &Leads, body: &Value) -> String {
    let response = post(leads, body).await;
    assert_eq!(response.status(), 200, "{}", leads.log());
    let answer: Value = response.json().await.unwrap();
    assert_eq!(answer["message"], THANKS);
    answer["reference"].as_str().unwrap().to_owned()
}

/// Posts `number` contacts, `at_once` at a time, checks that they are accepted, and returns their references.
pub async fn all_accepted(
    leads: &Leads,
    key: &str,
    number: usize,
    at_once: usize,
) -> BTreeSet<String> {
    let keys = (0..number).map(|post| format!("{key}-{post}"));
    posts(leads, keys, at_once)
        .map(|answer| answer.expect("every post is accepted"))
        .collect()
        .await
}

/// A platform, and the function that delivers to it, with these variables.
pub async fn start(variables: &str) -> (Platform, Settings, Leads) {
    let platform = Platform::start().await;
    let (settings, leads) = Settings::to_platform(&platform.url())
        .set(variables)
        .served();
    (platform, settings, leads)
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
    let requests = keys.map(move |key| {
        client
            .post(&url)
            .header("origin", &origin)
            .json(&contact(&key))
    });
    let answers = requests.map(|request| async {
        let response = request.send().await.ok()?;
        let is_accepted = response.status() == 200;
        let answer: Value = response.json().await.ok()?;
        is_accepted
            .then(|| answer["reference"].as_str().map(str::to_owned))
            .flatten()
    });
    futures::stream::iter(answers).buffer_unordered(at_once)
}

/// Checks that both calls accepted exactly these leads, each once.
pub fn are_taken_once(platform: &Platform, references: &BTreeSet<String>) {
    for call in [platform::LEAD, platform::MAIL] {
        let once = references.iter().map(|reference| (reference.clone(), 1));
        assert_eq!(platform.taken(call), once.collect(), "{call}");
    }
}

/// Waits until a condition holds; fails after [`PATIENCE`].
pub async fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    wait_for(what, async || condition().then_some(())).await;
}

/// Waits until `poll` returns a value and returns it; fails after [`PATIENCE`].
pub async fn wait_for<T>(what: &str, poll: impl AsyncFnMut() -> Option<T>) -> T {
    wait_within(PATIENCE, what, poll).await
}

/// Waits until `poll` returns a value and returns it; fails after `limit`.
pub async fn wait_within<T>(
    limit: Duration,
    what: &str,
    mut poll: impl AsyncFnMut() -> Option<T>,
) -> T {
    let end = Instant::now() + limit;
    loop {
        if let Some(value) = poll().await {
            return value;
        }
        assert!(Instant::now() < end, "not true after {limit:?}: {what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Waits until this many mails are received, and returns them, oldest first.
pub async fn received(mail: &Mail, number: usize) -> Vec<String> {
    eventually(&format!("{number} mails are received"), || {
        mail.mails().len() == number
    })
    .await;
    mail.mails()
}

/// Waits until both calls have accepted the lead and no lead is waiting.
pub async fn is_delivered(stub: &Platform, settings: &Settings, reference: &str) {
    let calls = [platform::LEAD, platform::MAIL];
    let is_taken = || {
        calls
            .iter()
            .all(|call| stub.taken(call).contains_key(reference))
    };
    eventually("the lead is delivered", is_taken).await;
    settings.all_are_archived().await;
    eventually("its records are deleted", || {
        settings.objects("work").is_empty()
    })
    .await;
}
