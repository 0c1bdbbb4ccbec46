//! The receivers of the channels by HTTP, in this process: a webhook, HubSpot's forms and EasyBroker's contact requests. Each
//! answers as its documentation says, or badly, late or never.

use super::{Settings, serve};
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use futures::{FutureExt, StreamExt};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A key of the webhook, and the next one.
pub const KEYS: [&str; 2] = [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "whsec_bmV4dC1rZXktb2YtdGhlLXRlc3RzLTRkMWE3Yw==",
];
/// A credential in the webhook's address.
pub const HOOK: &str = "hook-of-the-tests-8d2f";
pub const HUBSPOT_TOKEN: &str = "pat-of-the-tests-71c9";
pub const EASYBROKER_TOKEN: &str = "key-of-the-tests-3e07";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Receiver {
    Webhook,
    Hubspot,
    EasyBroker,
}

impl Receiver {
    pub const ALL: [Self; 3] = [Self::Webhook, Self::Hubspot, Self::EasyBroker];
}

/// What a receiver does with a lead.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Refuses it with this status, `Retry-After` and body.
    Refuse(u16, Option<&'static str>, Value),
    /// Accepts it and answers after this time.
    Late(Duration),
    /// Neither accepts it nor answers.
    Hang,
    /// Accepts it and answers with a page of HTML.
    Html,
    /// Accepts it and answers with this status.
    AcceptAnd(u16),
    /// Accepts it; the answer breaks off.
    BreakOff,
}

impl Behaviour {
    pub fn status(status: u16) -> Self {
        Self::Refuse(status, None, Value::Null)
    }
}

#[derive(Clone, Debug)]
pub struct Received {
    pub receiver: Receiver,
    pub headers: BTreeMap<String, String>,
    pub body: String,
    /// Whether the receiver accepted it.
    pub accepted: bool,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn reference(&self) -> String {
        match self.receiver {
            Receiver::Webhook => self.headers["webhook-id"].clone(),
            _ => self.body.rsplit("Folio: ").next().unwrap()[..16].to_owned(),
        }
    }
}

#[derive(Default)]
struct Shared {
    /// The next behaviours of each receiver; afterwards it answers as documented.
    behaviours: Mutex<HashMap<Receiver, Vec<Behaviour>>>,
    received: Mutex<Vec<Received>>,
}

pub struct Receivers {
    url: String,
    shared: Arc<Shared>,
}

impl Receivers {
    pub async fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let router = Router::new()
            .fallback(any(answer))
            .with_state(Arc::clone(&shared));
        Self {
            url: format!("http://{}", serve(router).await),
            shared,
        }
    }

    /// The settings with all channels by HTTP.
    pub fn configure(&self, settings: Settings) -> Settings {
        let (url, keys) = (&self.url, KEYS.join(","));
        settings
            .set(&format!(
                "LEADS_SITE_URL=https://torre.example HUBSPOT_FORM=1234/form-1 HUBSPOT_URL={url}"
            ))
            .set(&format!(
                "HUBSPOT_TOKEN={HUBSPOT_TOKEN} WEBHOOK_URL={url}/{HOOK} WEBHOOK_SECRET={keys}"
            ))
            .set(&format!(
                "EASYBROKER_URL={url}/v1 EASYBROKER_TOKEN={EASYBROKER_TOKEN}"
            ))
            .with("EASYBROKER_PROPERTIES", "O-301=EB-AB1234, O-302=EB-AB1235")
    }

    /// What a receiver does with the next leads, one after the other.
    pub fn behave(&self, receiver: Receiver, mut behaviours: Vec<Behaviour>) {
        behaviours.reverse();
        self.shared
            .behaviours
            .lock()
            .unwrap()
            .insert(receiver, behaviours);
    }

    /// All leads that a receiver got, accepted or not.
    pub fn received(&self, receiver: Receiver) -> Vec<Received> {
        let received = self.shared.received.lock().unwrap();
        received
            .iter()
            .filter(|lead| lead.receiver == receiver)
            .cloned()
            .collect()
    }

    /// How often a receiver accepted each lead, by reference.
    pub fn accepted(&self, receiver: Receiver) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for lead in self.received(receiver).iter().filter(|lead| lead.accepted) {
            *counts.entry(lead.reference()).or_insert(0) += 1;
        }
        counts
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let has = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    let (receiver, is_authorized, documented) = match uri.path() {
        "/v1/contact_requests" => (
            Receiver::EasyBroker,
            has("x-authorization", EASYBROKER_TOKEN),
            json!({"status": "successful"}),
        ),
        "/submissions/v3/integration/secure/submit/1234/form-1" => {
            let is_authorized = has("authorization", &format!("Bearer {HUBSPOT_TOKEN}"));
            (
                Receiver::Hubspot,
                is_authorized,
                json!({"inlineMessage": "Thanks"}),
            )
        }
        path if path[1..] == *HOOK => (Receiver::Webhook, true, json!({})),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    if !is_authorized {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if method == Method::GET {
        return list(&shared, Query::try_from_uri(&uri).unwrap()).into_response();
    }
    let behaviour = shared
        .behaviours
        .lock()
        .unwrap()
        .get_mut(&receiver)
        .and_then(Vec::pop);
    let accepted = !matches!(behaviour, Some(Behaviour::Hang | Behaviour::Refuse(..)));
    let headers = headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect();
    shared.received.lock().unwrap().push(Received {
        receiver,
        headers,
        body,
        accepted,
    });
    let status = |status| StatusCode::from_u16(status).unwrap();
    match behaviour {
        None => Json(documented).into_response(),
        Some(Behaviour::Late(delay)) => {
            tokio::time::sleep(delay).await;
            Json(documented).into_response()
        }
        Some(Behaviour::Hang) => futures::future::pending().await,
        Some(Behaviour::Html) => Html("<h1>Welcome</h1>").into_response(),
        Some(Behaviour::AcceptAnd(code)) => status(code).into_response(),
        Some(Behaviour::BreakOff) => {
            // Later than the head, which would not be sent otherwise.
            let error = tokio::time::sleep(Duration::from_millis(100))
                .map(|()| Err(Error::other("broken")));
            let half =
                futures::stream::iter([Ok("{\"status\": ")]).chain(futures::stream::once(error));
            Body::from_stream(half.boxed()).into_response()
        }
        Some(Behaviour::Refuse(code, retry_after, body)) => (
            status(code),
            retry_after.map(|seconds| [("retry-after", seconds)]),
            Json(body),
        )
            .into_response(),
    }
}

/// `GET /contact_requests`: a page of what was accepted, in the documented shape; the first page has two, so that a few leads
/// fill several.
fn list(shared: &Shared, Query(query): Query<HashMap<String, String>>) -> Json<Value> {
    assert!(query["happened_after"].parse::<jiff::Timestamp>().is_ok());
    let (page, limit): (usize, usize) = (
        query["page"].parse().unwrap(),
        query["limit"].parse().unwrap(),
    );
    let end = 2 + (page - 1) * limit;
    let received = shared.received.lock().unwrap();
    let accepted = received
        .iter()
        .filter(|lead| lead.accepted && lead.receiver == Receiver::EasyBroker);
    let is_asked_for = |lead: &Value| {
        query
            .get("property_id")
            .is_none_or(|property| lead["property_id"] == **property)
    };
    let all: Vec<Value> = accepted.map(Received::json).filter(is_asked_for).collect();
    let next = (all.len() > end).then(|| {
        format!(
            "https://api.easybroker.com/v1/contact_requests?page={}",
            page + 1
        )
    });
    Json(json!({
        "pagination": {"limit": limit, "page": page, "total": all.len(), "next_page": next},
        "content": all.get(end.saturating_sub(limit)..end.min(all.len())).unwrap_or_default(),
    }))
}
