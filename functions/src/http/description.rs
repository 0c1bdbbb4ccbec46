//! The OpenAPI description, made from the site's forms. `functions/tests/leads/description.rs` and
//! `scripts/check-lead-function` check the function against it.

use crate::lead::LeadTracking;
use crate::site::LoadedSite;
use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use minijinja::value::Serde;
use minijinja::{Error, context};
use std::collections::BTreeSet;
use std::sync::Arc;

/// `GET /api/openapi.json`.
pub(super) async fn serve(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
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
