//! What the function says about itself: health checks for load balancers and alarms, and its OpenAPI description. Anybody may ask,
//! so they cost nothing and say nothing about leads.

use crate::app_state::AppState;
use crate::lead::LeadTracking;
use crate::site::LoadedSite;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use minijinja::value::Serde;
use minijinja::{Error, context};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a result of [`ready`] is repeated, because checking writes to the store.
const RESULT_AGE: Duration = Duration::from_secs(10);

/// Whether the process answers and leads have a receiver, which build of which site it serves, and which channels this process
/// sends leads through, paused or stopped. Does not check the store or a receiver.
pub(super) async fn health(
    State(state): State<Arc<AppState>>,
    Extension(site): Extension<Arc<LoadedSite>>,
) -> Json<Value> {
    let development = &site.development.code;
    let status = if state.worker.channels.is_empty() { "no channel is configured" } else { "ok" };
    let availability = state.worker.availability();
    let channels: Map<String, Value> =
        availability.map(|(channel, now)| (channel.as_str().to_owned(), now.as_str().into())).collect();
    Json(
        json!({"status": status, "development": development, "date": site.date, "build": site.build, "channels": channels}),
    )
}

/// Whether the store can save leads.
pub(super) async fn ready(State(state): State<Arc<AppState>>) -> Response {
    // Locked while the store is checked: requests of that time wait for its result.
    let mut last = state.last_check.lock().await;
    let is_ready = match *last {
        Some((when, is_ready)) if when.elapsed() < RESULT_AGE => is_ready,
        _ => {
            let result = state.outbox.probe().await;
            if let Err(error) = &result {
                tracing::error!(%error, result = "not ready", "request");
            }
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

/// `GET /api/openapi.json`.
pub(super) async fn description(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
    // An error of the template shows in every test that reads the description.
    let description = site.description.get_or_init(|| describe(&site).unwrap_or_default().into());
    ([(header::CONTENT_TYPE, "application/json")], description.clone())
}

fn describe(site: &LoadedSite) -> Result<String, Error> {
    let names = site.forms.values().flat_map(|form| &form.fields).map(|field| field.name.as_str());
    let values = context! {
        forms => Serde(&site.forms),
        names => Serde(names.chain(["units"]).collect::<BTreeSet<_>>()),
        tracking => LeadTracking::NAMES.to_vec(),
    };
    site.render("openapi.json", values)
}

#[cfg(test)]
mod tests {
    use super::{RESULT_AGE, ready};
    use crate::app_state::AppState;
    use crate::{LeadsConfig, StoreLocation};
    use axum::extract::State;
    use std::sync::Arc;
    use std::time::Instant;

    #[tokio::test]
    async fn the_store_is_checked_once_for_many_requests() {
        let config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path("unused".into()));
        let state = Arc::new(AppState::new(config).expect("a state"));
        let now = Instant::now();
        for (when, status) in [(now, 503), (now - RESULT_AGE, 200)] {
            *state.last_check.lock().await = Some((when, false));
            for _ in 0..3 {
                assert_eq!(ready(State(Arc::clone(&state))).await.status(), status);
            }
        }
    }
}
