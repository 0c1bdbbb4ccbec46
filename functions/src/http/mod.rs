//! The routes of the lead function. Health and counting reveal nothing about leads or numbers, and nothing of an event is logged.

mod request;
mod response;

#[cfg(feature = "cloud")]
pub(crate) use request::parse_address;
pub(crate) use response::not_found;
pub use response::{LeadAccepted, LeadRefused};

use crate::counts::{Cell, violations};
use crate::delivery::Leads;
use crate::site::LoadedSite;
use axum::extract::{MatchedPath, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json, Router};
use lead_site::FormKind;
use request::{counted_address, is_allowed, read_body};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;

/// The routes of the lead function.
pub(crate) fn routes() -> Router<Arc<Leads>> {
    Router::new()
        .route("/api/leads", posts(None))
        // Call 6: a mail to the team, sent by SMTP.
        .route("/mail/send", posts(Some(FormKind::Mail)))
        .route(COUNT, post(count_event))
        .route("/api/count/reports", post(count_reports))
        .route("/api/leads/page.css", get(response::style))
        .route("/api/health", get(health))
        .route("/api/ready", get(ready))
        .route("/api/openapi.json", get(description))
        .method_not_allowed_fallback(response::method_not_allowed)
}

pub(crate) fn with_layers(routes: Router<Arc<Leads>>, state: Arc<Leads>) -> Router {
    routes
        .layer(CatchPanicLayer::custom(response::panicked))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            with_site,
        ))
        .layer(middleware::from_fn(observe))
        .with_state(state)
}

fn posts(form: Option<FormKind>) -> MethodRouter<Arc<Leads>> {
    let accept = move |State(state): State<Arc<Leads>>,
                       Extension(site): Extension<Arc<LoadedSite>>,
                       headers: HeaderMap,
                       request: Request| async move {
        request::accept(&state, site, form, &headers, request).await
    };
    post(accept).options(request::preflight)
}

async fn with_site(State(state): State<Arc<Leads>>, mut request: Request, next: Next) -> Response {
    match state.site.get().await {
        Ok(site) => {
            request.extensions_mut().insert(site);
            next.run(request).await
        }
        Err(error) => {
            tracing::error!(%error, result = "no site", "request");
            response::json_error(
                StatusCode::SERVICE_UNAVAILABLE,
                "the lead function has no site",
            )
        }
    }
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The Content-Security-Policy of JSON answers; pages set their own.
const JSON_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Where events are counted. Such requests are not logged: there are many, and nobody would look for one of them.
const COUNT: &str = "/api/count";

/// Gives the request an id and logs its result.
async fn observe(request: Request, next: Next) -> Response {
    let id =
        getrandom::u64().map_or_else(|_| "unknown".to_owned(), |number| format!("{number:016x}"));
    let method = request.method().clone();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("unknown".to_owned(), |path| path.as_str().to_owned());
    let start = Instant::now();
    let span = tracing::info_span!("request", id = %id);
    let mut response = next.run(request).instrument(span).await;
    let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if !path.starts_with(COUNT) {
        tracing::info!(%id, %method, path, status = response.status().as_u16(), milliseconds, "request");
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let defaults = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, JSON_POLICY),
    ];
    for (name, value) in defaults {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// An event, in the query. The body is not read.
async fn count_event(
    State(state): State<Arc<Leads>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    RawQuery(query): RawQuery,
    request: Request,
) -> StatusCode {
    if let Some(query) = query
        && may_be_counted(&state, &request)
        && let Some(cell) = Cell::parse(&query, &site)
    {
        state.count(cell);
    }
    StatusCode::NO_CONTENT
}

/// Reports of the browser (Reporting API).
async fn count_reports(
    State(state): State<Arc<Leads>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    headers: HeaderMap,
    request: Request,
) -> StatusCode {
    if !site.counts.is_empty()
        && may_be_counted(&state, &request)
        && let Ok(bytes) = read_body(&headers, request.into_body()).await
    {
        violations(&bytes)
            .into_iter()
            .for_each(|cell| state.count(cell));
    }
    StatusCode::NO_CONTENT
}

/// Whether a page of the site sent it, from a browser that does not ask to be left alone (Global Privacy Control, Do Not Track), and
/// not too often.
fn may_be_counted(state: &Leads, request: &Request) -> bool {
    let headers = request.headers();
    let asks_not = ["sec-gpc", "dnt"]
        .iter()
        .any(|name| headers.get(*name).is_some_and(|value| value == "1"));
    if asks_not || !is_allowed(&state.config.origins, headers) {
        return false;
    }
    let address = counted_address(request, headers, state.config.trusted_proxies);
    state.event_rates.count(address, Instant::now())
}

/// How long a result of [`ready`] is repeated, because checking writes to the store.
const RESULT_AGE: Duration = Duration::from_secs(10);

/// Whether leads have a receiver, the build of the site, and the state of each channel. Does not check the store or a receiver.
async fn health(
    State(state): State<Arc<Leads>>,
    Extension(site): Extension<Arc<LoadedSite>>,
) -> Json<Value> {
    let development = &site.development.code;
    let status = if state.channels.is_empty() {
        "no channel is configured"
    } else {
        "ok"
    };
    let availability = state.availability();
    let channels: Map<String, Value> = availability
        .map(|(channel, now)| (channel.as_str().to_owned(), now.into_str().into()))
        .collect();
    Json(
        json!({"status": status, "development": development, "date": site.date, "build": site.build, "channels": channels}),
    )
}

/// Whether the store can save leads.
async fn ready(State(state): State<Arc<Leads>>) -> Response {
    // Locked while the store is checked: requests of that time wait for its result.
    let mut last = state.last_check.lock().await;
    let is_ready = match *last {
        Some((when, is_ready)) if when.elapsed() < RESULT_AGE => is_ready,
        _ => {
            let result = state
                .outbox
                .probe()
                .await
                .inspect_err(|error| tracing::error!(%error, result = "not ready", "request"));
            *last = Some((Instant::now(), result.is_ok()));
            result.is_ok()
        }
    };
    if is_ready {
        return Json(json!({"status": "ready"})).into_response();
    }
    let body = json!({"status": "not ready", "error": "the store does not take leads"});
    (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response()
}

async fn description(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
    let description = site.description.get_or_init(|| {
        // A site with which it fails is not used.
        site.render_description().unwrap_or_default().into()
    });
    (
        [(header::CONTENT_TYPE, "application/json")],
        description.clone(),
    )
}

#[cfg(test)]
mod tests {
    use super::{RESULT_AGE, ready};
    use crate::delivery::Leads;
    use crate::{LeadsConfig, StoreLocation};
    use axum::extract::State;
    use std::sync::Arc;
    use std::time::Instant;

    #[tokio::test]
    async fn the_store_is_checked_once_for_many_requests() {
        let config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path("unused".into()));
        let state = Leads::new(config).expect("a state");
        let now = Instant::now();
        for (when, status) in [(now, 503), (now - RESULT_AGE, 200)] {
            *state.last_check.lock().await = Some((when, false));
            for _ in 0..3 {
                assert_eq!(ready(State(Arc::clone(&state))).await.status(), status);
            }
        }
    }
}
