//! The routes of the lead function. Every post goes through these steps: limits, parse, check, save, deliver, answer.

mod accept;
mod address;
mod body;
mod count;
mod description;
mod health;
mod json_error;
mod observe;
mod origin;
mod page;
mod response;

#[cfg(feature = "cloud")]
pub(crate) use address::parse_address;
pub use response::{LeadAccepted, LeadRefused};

use crate::app_state::AppState;
use crate::site::LoadedSite;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router, middleware};
use lead_site::FormKind;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// All routes of the lead function. It has no fallback, so that it can be merged into another router.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    with_layers(routes(), state)
}

/// All routes and a JSON 404 for every other path.
pub(crate) fn whole_router(state: Arc<AppState>) -> Router {
    with_layers(routes().fallback(json_error::not_found), state)
}

fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/leads", posts(None))
        // Call 6: a mail to the team, sent by SMTP.
        .route("/mail/send", posts(Some(FormKind::Mail)))
        .route(observe::COUNT, post(count::event))
        .route("/api/count/reports", post(count::reports))
        .route("/api/leads/page.css", get(page::style))
        .route("/api/health", get(health::health))
        .route("/api/ready", get(health::ready))
        .route("/api/openapi.json", get(description::serve))
        .method_not_allowed_fallback(json_error::method_not_allowed)
}

fn with_layers(routes: Router<Arc<AppState>>, state: Arc<AppState>) -> Router {
    routes
        .layer(CatchPanicLayer::custom(json_error::panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), with_site))
        .layer(middleware::from_fn(observe::observe))
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
    post(accept).options(origin::preflight)
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
            json_error::message(StatusCode::SERVICE_UNAVAILABLE, "the lead function has no site")
        }
    }
}
