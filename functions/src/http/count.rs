//! `POST /api/count`: counts an event of a page. The answer is always the same, so that nobody learns what is counted, and
//! nothing of a request is logged.

use super::request::{is_allowed, read_body};
use crate::app_state::AppState;
use crate::counts::{Cell, violations};
use crate::site::LoadedSite;
use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode};
use std::sync::Arc;

/// An event, in the query. The body is not read.
pub(super) async fn event(
    State(state): State<Arc<AppState>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> StatusCode {
    if let Some(query) = query
        && may_be_counted(&state, &headers)
        && let Some(cell) = Cell::parse(&query, &site)
    {
        state.counter.count(cell);
    }
    StatusCode::NO_CONTENT
}

/// Reports of the browser (Reporting API).
pub(super) async fn reports(
    State(state): State<Arc<AppState>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    headers: HeaderMap,
    request: Request,
) -> StatusCode {
    if !site.counts.is_empty()
        && may_be_counted(&state, &headers)
        && let Ok(bytes) = read_body(&headers, request.into_body()).await
    {
        violations(&bytes).into_iter().for_each(|cell| state.counter.count(cell));
    }
    StatusCode::NO_CONTENT
}

/// Whether a page of the site sent it, from a browser that does not ask to be left alone (Global Privacy Control, Do Not Track).
fn may_be_counted(state: &AppState, headers: &HeaderMap) -> bool {
    let asks_not = ["sec-gpc", "dnt"].iter().any(|name| headers.get(*name).is_some_and(|value| value == "1"));
    !asks_not && is_allowed(&state.config.origins, headers)
}
