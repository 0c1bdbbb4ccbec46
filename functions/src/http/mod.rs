//! The routes of the lead function. Every post goes through these steps: limits, parse, check, save, deliver, answer.

mod accept;
mod address;
mod body;
mod context;
mod description;
mod health;
mod json_error;
mod observe;
mod origin;
mod page;
mod rejection;
mod response;

#[cfg(feature = "cloud")]
pub(crate) use address::{PeerAddress, parse_address};

use crate::app_state::AppState;
use crate::lead::FormKind;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// The paths that a host must route to the lead function; `*` matches anything.
pub const PATHS: [&str; 2] = ["/api/*", "/mail/send"];

/// All routes of the lead function. It has no fallback, so that it can be merged into another router.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    Router::new()
        .route(
            "/api/leads",
            post(leads)
                .options(origin::preflight)
                .fallback(json_error::method_not_allowed),
        )
        .route(
            "/mail/send",
            post(mail)
                .options(origin::preflight)
                .fallback(json_error::method_not_allowed),
        )
        .route(
            "/api/leads/page.css",
            get(page::style).fallback(json_error::method_not_allowed),
        )
        .route(
            "/api/health",
            get(health::health).fallback(json_error::method_not_allowed),
        )
        .route(
            "/api/ready",
            get(health::ready).fallback(json_error::method_not_allowed),
        )
        .route(
            "/api/openapi.json",
            get(description::serve).fallback(json_error::method_not_allowed),
        )
        .layer(CatchPanicLayer::custom(json_error::panicked))
        .layer(middleware::from_fn(observe::observe))
        .with_state(state)
}

/// All routes and a JSON 404 for every other path.
pub(crate) fn whole_router(state: Arc<AppState>) -> Router {
    router(state)
        .fallback(json_error::not_found)
        .layer(middleware::from_fn(observe::add_headers))
}

async fn leads(State(state): State<Arc<AppState>>, headers: HeaderMap, request: Request) -> Response {
    accept::accept(&state, None, &headers, request).await
}

/// Call 6: a mail to the team, sent by SMTP.
async fn mail(State(state): State<Arc<AppState>>, headers: HeaderMap, request: Request) -> Response {
    accept::accept(&state, Some(FormKind::Mail), &headers, request).await
}
