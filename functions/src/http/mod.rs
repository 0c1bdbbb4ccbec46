//! The routes of the lead function. Order of work, always: limit, parse, check, save, answer, deliver.

mod accept;
mod address;
mod answer;
mod body;
mod description;
mod health;
mod observe;
mod origin;
mod page;

pub(crate) use address::VisitorAddress;

use crate::lead::FormKind;
use crate::service::Parts;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// All routes of the lead function. Without a fallback, so that another router can take them in.
pub(crate) fn router(parts: Arc<Parts>) -> Router {
    Router::new()
        .route(
            "/api/leads",
            post(leads)
                .options(origin::preflight)
                .fallback(answer::wrong_method),
        )
        .route(
            "/mail/send",
            post(mail)
                .options(origin::preflight)
                .fallback(answer::wrong_method),
        )
        .route(
            "/api/leads/page.css",
            get(page::style).fallback(answer::wrong_method),
        )
        .route("/api/health", get(health::health).fallback(answer::wrong_method))
        .route("/api/ready", get(health::ready).fallback(answer::wrong_method))
        .route(
            "/api/openapi.json",
            get(description::serve).fallback(answer::wrong_method),
        )
        .layer(CatchPanicLayer::custom(answer::panicked))
        .layer(middleware::from_fn(observe::observe))
        .with_state(parts)
}

/// The router of a server of its own: unknown paths are answered in the same shape.
pub(crate) fn whole_router(parts: Arc<Parts>) -> Router {
    router(parts)
        .fallback(answer::unknown_path)
        .layer(middleware::from_fn(observe::headers))
}

async fn leads(State(parts): State<Arc<Parts>>, headers: HeaderMap, request: Request) -> Response {
    accept::accept(&parts, None, &headers, request).await
}

/// Call 6: the mail object, sent by SMTP.
async fn mail(State(parts): State<Arc<Parts>>, headers: HeaderMap, request: Request) -> Response {
    accept::accept(&parts, Some(FormKind::Mail), &headers, request).await
}
