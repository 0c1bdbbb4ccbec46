//! The routes of the lead function. Every post goes through these steps: limits, parse, check, save, deliver, answer.

mod accept;
mod count;
mod health;
mod request;
mod response;

#[cfg(feature = "cloud")]
pub(crate) use request::parse_address;
pub use response::{LeadAccepted, LeadRefused};

use crate::app_state::AppState;
use crate::site::LoadedSite;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router};
use lead_site::FormKind;
use std::sync::Arc;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;

/// All routes of the lead function. It has no fallback, so that it can be merged into another router.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    with_layers(routes(), state)
}

/// All routes and a JSON 404 for every other path.
pub(crate) fn whole_router(state: Arc<AppState>) -> Router {
    with_layers(routes().fallback(response::not_found), state)
}

fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/leads", posts(None))
        // Call 6: a mail to the team, sent by SMTP.
        .route("/mail/send", posts(Some(FormKind::Mail)))
        .route(COUNT, post(count::event))
        .route("/api/count/reports", post(count::reports))
        .route("/api/leads/page.css", get(response::style))
        .route("/api/health", get(health::health))
        .route("/api/ready", get(health::ready))
        .route("/api/openapi.json", get(health::description))
        .method_not_allowed_fallback(response::method_not_allowed)
}

fn with_layers(routes: Router<Arc<AppState>>, state: Arc<AppState>) -> Router {
    routes
        .layer(CatchPanicLayer::custom(response::panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), with_site))
        .layer(middleware::from_fn(observe))
        .with_state(state)
}

/// Takes posts of the form that the route determines, or else of the form that a post names.
fn posts(form: Option<FormKind>) -> MethodRouter<Arc<AppState>> {
    let accept = move |State(state): State<Arc<AppState>>,
                       Extension(site): Extension<Arc<LoadedSite>>,
                       headers: HeaderMap,
                       request: Request| async move {
        accept::accept(&state, &site, form, &headers, request).await
    };
    post(accept).options(request::preflight)
}

/// Gives each request the site as its file is now.
async fn with_site(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    match state.site.get().await {
        Ok(site) => {
            request.extensions_mut().insert(site);
            next.run(request).await
        }
        Err(error) => {
            tracing::error!(%error, result = "no site", "request");
            response::message(StatusCode::SERVICE_UNAVAILABLE, "the lead function has no site")
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
    let id = request_id();
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
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn request_id() -> String {
    getrandom::u64().map_or_else(|_| "unknown".to_owned(), |number| format!("{number:016x}"))
}
