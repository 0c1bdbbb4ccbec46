//! The OpenAPI description, made from the site's forms. `functions/tests/leads/description.rs` and
//! `scripts/check-lead-function` check the function against it.

use super::json_error;
use crate::lead::Tracking;
use crate::site::Site;
use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use minijinja::context;
use minijinja::value::Serde;
use std::collections::BTreeSet;
use std::sync::Arc;

/// `GET /api/openapi.json`.
pub(super) async fn serve(Extension(site): Extension<Arc<Site>>) -> Response {
    let names = site.forms.values().flat_map(|form| &form.fields).map(|field| field.name.as_str());
    let values = context! {
        forms => Serde(&site.forms),
        names => Serde(names.chain(["units"]).collect::<BTreeSet<_>>()),
        tracking => Tracking::NAMES.to_vec(),
    };
    match site.render("openapi.json", values) {
        Ok(description) => ([(header::CONTENT_TYPE, "application/json")], description).into_response(),
        Err(error) => {
            tracing::error!(%error, "description");
            json_error::error(StatusCode::INTERNAL_SERVER_ERROR, site.language(""), "form.failure")
        }
    }
}
