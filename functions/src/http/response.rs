//! The answers to a post: JSON for scripts, redirects and pages for browsers without scripts, with the same messages.

use super::context::RequestContext;
use super::rejection::Rejection;
use super::{json_error, page};
use crate::lead::Lead;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// `Retry-After` in seconds, after too many posts, and when the store is down or too slow.
const RETRY_AFTER: &str = "60";

/// The answer to a script whose post was accepted.
#[derive(Serialize, TS)]
pub struct LeadAccepted {
    /// The id that the lead function gave to the lead.
    reference: String,
    /// For the visitor.
    message: String,
}

/// The answer to a script whose post has invalid fields.
#[derive(Serialize, TS)]
pub struct LeadRefused {
    /// The message of each invalid field, in the language of the post.
    errors: BTreeMap<String, String>,
}

/// The answer to an accepted post.
pub(super) fn accepted(context: &RequestContext<'_>, lead: &Lead) -> Response {
    let language = context.language();
    if context.wants_page {
        let thanks = language.thanks.get(&lead.form).unwrap_or(&language.home);
        let visit = lead.choices.get("visit_1").map_or(String::new(), |at| format!("?visita={at}"));
        let location = format!("{}{thanks}{visit}", context.state.config.site_url);
        return (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
    }
    let accepted = LeadAccepted {
        reference: lead.reference.to_string(),
        message: language.string("form.success").to_string(),
    };
    Json(accepted).into_response()
}

/// The answer to a rejected post.
pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let language = context.language();
    let (status, key) = rejection.status_and_key();
    let mut response = match rejection {
        _ if context.wants_page => page::rejected(context, rejection),
        Rejection::Invalid(errors) => {
            let message = |error: &String| language.string(&format!("validation.{error}")).to_owned();
            let errors = errors.iter().map(|(field, error)| (field.clone(), message(error)));
            let errors = errors.collect();
            (status, Json(LeadRefused { errors })).into_response()
        }
        _ => json_error::error(status, language, key),
    };
    if matches!(rejection, Rejection::TooMany | Rejection::Unavailable) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}
