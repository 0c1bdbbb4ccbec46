//! The receivers of the channels by HTTP, in this process: a webhook, HubSpot's forms and EasyBroker's contact requests. Each
//! answers as its documentation says, or badly, late or never.

use super::platform::RUNTIME;
use super::process::Settings;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures::StreamExt;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// A key of the webhook, and the next one.
pub const KEYS: [&str; 2] =
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_bmV4dC1rZXktb2YtdGhlLXRlc3RzLTRkMWE3Yw=="];
/// A credential in the webhook's address.
pub const HOOK: &str = "hook-of-the-tests-8d2f";
pub const HUBSPOT_TOKEN: &str = "pat-of-the-tests-71c9";
pub const EASYBROKER_TOKEN: &str = "key-of-the-tests-3e07";

/// One of the receivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Receiver {
    Webhook,
    Hubspot,
    EasyBroker,
}

impl Receiver {
    pub const ALL: [Self; 3] = [Self::Webhook, Self::Hubspot, Self::EasyBroker];

    /// The receiver of a path.
    fn at_path(path: &str) -> Option<Self> {
        match path {
            "/v1/contact_requests" => Some(Self::EasyBroker),
            "/submissions/v3/integration/secure/submit/1234/form-1" => Some(Self::Hubspot),
            path if path == format!("/{HOOK}") => Some(Self::Webhook),
            _ => None,
        }
    }

    /// The documented answer.
    fn answer(self) -> Value {
        match self {
            Self::Webhook => json!({}),
            Self::Hubspot => json!({"inlineMessage": "Thanks"}),
            Self::EasyBroker => json!({"status": "successful"}),
        }
    }
}

/// What a receiver does with a lead.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Refuses it with this status, headers and body.
    Refuse(u16, Vec<(&'static str, String)>, Value),
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
    /// Refuses leads with this status.
    pub fn status(status: u16) -> Self {
        Self::Refuse(status, Vec::new(), Value::Null)
    }
}

/// A lead that a receiver got.
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

    /// The lead's reference.
    pub fn reference(&self) -> String {
        let body = self.json();
        let message = |body: &Value| {
            let fields = body["fields"].as_array().into_iter().flatten();
            let mut fields = fields.filter(|field| field["name"] == "message");
            fields.next().map_or(&body["message"], |field| &field["value"]).as_str().unwrap().to_owned()
        };
        match self.receiver {
            Receiver::Webhook => self.headers["webhook-id"].clone(),
            _ => message(&body).rsplit("Folio: ").next().unwrap().to_owned(),
        }
    }
}

#[derive(Default)]
struct Shared {
    /// The next behaviours of each receiver; afterwards it answers as documented.
    behaviours: Mutex<HashMap<Receiver, Vec<Behaviour>>>,
    received: Mutex<Vec<Received>>,
}

/// The running receivers.
pub struct Receivers {
    url: String,
    shared: Arc<Shared>,
}

impl Receivers {
    pub async fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let router = Router::new().fallback(any(answer)).with_state(Arc::clone(&shared));
        let listener = RUNTIME.spawn(TcpListener::bind("127.0.0.1:0")).await.unwrap().unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        RUNTIME.spawn(async move { axum::serve(listener, router).await });
        Self { url, shared }
    }

    /// The settings with all channels by HTTP.
    pub fn configure(&self, settings: Settings) -> Settings {
        settings
            .with("LEADS_SITE_URL", "https://torre.example")
            .with("WEBHOOK_URL", &format!("{}/{HOOK}", self.url))
            .with("WEBHOOK_SECRET", &KEYS.join(","))
            .with("HUBSPOT_URL", &self.url)
            .with("HUBSPOT_FORM", "1234/form-1")
            .with("HUBSPOT_TOKEN", HUBSPOT_TOKEN)
            .with("EASYBROKER_URL", &format!("{}/v1", self.url))
            .with("EASYBROKER_TOKEN", EASYBROKER_TOKEN)
            .with("EASYBROKER_PROPERTIES", "O-301=EB-AB1234, O-302=EB-AB1235")
    }

    /// What a receiver does with the next leads, one after the other.
    pub fn behave(&self, receiver: Receiver, mut behaviours: Vec<Behaviour>) {
        behaviours.reverse();
        self.shared.behaviours.lock().unwrap().insert(receiver, behaviours);
    }

    /// All leads that a receiver got, accepted or not.
    pub fn received(&self, receiver: Receiver) -> Vec<Received> {
        let received = self.shared.received.lock().unwrap();
        received.iter().filter(|lead| lead.receiver == receiver).cloned().collect()
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

async fn answer(State(shared): State<Arc<Shared>>, method: Method, uri: Uri, request: Request) -> Response {
    let headers = request.headers().clone();
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    let Some(receiver) = Receiver::at_path(uri.path()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if !has_credential(receiver, &headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if method == Method::GET {
        return list(&shared, uri.query().unwrap_or_default()).into_response();
    }
    let behaviour = shared.behaviours.lock().unwrap().get_mut(&receiver).and_then(Vec::pop);
    let accepted = !matches!(behaviour, Some(Behaviour::Hang | Behaviour::Refuse(..)));
    let text = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap().to_owned())
    };
    let headers = headers.iter().map(text).collect();
    let body = String::from_utf8(body.to_vec()).unwrap();
    shared.received.lock().unwrap().push(Received { receiver, headers, body, accepted });
    match behaviour {
        None => axum::Json(receiver.answer()).into_response(),
        Some(Behaviour::Late(delay)) => {
            tokio::time::sleep(delay).await;
            axum::Json(receiver.answer()).into_response()
        }
        Some(Behaviour::Hang) => futures::future::pending().await,
        Some(Behaviour::Html) => ([("content-type", "text/html")], "<h1>Welcome</h1>").into_response(),
        Some(Behaviour::AcceptAnd(status)) => StatusCode::from_u16(status).unwrap().into_response(),
        Some(Behaviour::BreakOff) => {
            // Later than the head, which would not be sent otherwise.
            let error = async {
                tokio::time::sleep(Duration::from_millis(100)).await;
                Err(std::io::Error::other("broken"))
            };
            let half = futures::stream::iter([Ok("{\"status\": ")]).chain(futures::stream::once(error));
            Body::from_stream(half.boxed()).into_response()
        }
        Some(Behaviour::Refuse(status, headers, body)) => {
            let mut response = axum::Json(body).into_response();
            *response.status_mut() = StatusCode::from_u16(status).unwrap();
            for (name, value) in headers {
                response.headers_mut().insert(name, value.parse().unwrap());
            }
            response
        }
    }
}

fn has_credential(receiver: Receiver, headers: &HeaderMap) -> bool {
    let has = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    match receiver {
        Receiver::Webhook => true,
        Receiver::Hubspot => has("authorization", &format!("Bearer {HUBSPOT_TOKEN}")),
        Receiver::EasyBroker => has("x-authorization", EASYBROKER_TOKEN),
    }
}

/// `GET /contact_requests`: a page of what was accepted, two on each, in the documented shape.
fn list(shared: &Shared, query: &str) -> axum::Json<Value> {
    const SIZE: usize = 2;
    let query: HashMap<String, String> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    assert!(query["happened_after"].parse::<jiff::Timestamp>().is_ok() && query["limit"] == "50");
    let page: usize = query["page"].parse().unwrap();
    let received = shared.received.lock().unwrap();
    let accepted = received.iter().filter(|lead| lead.accepted && lead.receiver == Receiver::EasyBroker);
    let all: Vec<Value> = accepted.map(Received::json).collect();
    let property = query.get("property_id");
    let all: Vec<Value> = all
        .into_iter()
        .filter(|request| property.is_none_or(|property| request["property_id"] == **property))
        .collect();
    let next = (all.len() > page * SIZE)
        .then(|| format!("https://api.easybroker.com/v1/contact_requests?page={}", page + 1));
    let content: Vec<&Value> = all.iter().skip((page - 1) * SIZE).take(SIZE).collect();
    axum::Json(json!({
        "pagination": {"limit": SIZE, "page": page, "total": all.len(), "next_page": next},
        "content": content,
    }))
}
