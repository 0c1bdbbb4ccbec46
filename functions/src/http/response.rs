//! The answers to a post: JSON for scripts, redirects and pages for browsers without scripts, with the same messages.

use super::context::RequestContext;
use super::rejection::Rejection;
use super::{json_error, page};
use crate::lead::{FormKind, Lead};
use crate::messages;
use crate::post::FieldError;
use crate::site_page;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use model::lang::Lang;
use serde_json::json;
use std::collections::BTreeMap;

/// `Retry-After` in seconds, after too many posts, and when the store is down or too slow.
const RETRY_AFTER: &str = "60";

/// The answer to an accepted post.
pub(super) fn accepted(context: &RequestContext<'_>, lead: &Lead) -> Response {
    if context.wants_page {
        let location = format!(
            "{}{}",
            context.state.config.site_url,
            thank_you_path(lead.form, lead.lang)
        );
        return (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
    }
    Json(json!({"reference": lead.reference, "message": messages::text(lead.lang, "form.success")}))
        .into_response()
}

/// The thank-you page of a form. The brochure's is a section of the brochure page.
fn thank_you_path(form: FormKind, lang: Lang) -> String {
    match form {
        FormKind::Brochure => format!("{}#gracias", lang.path(site_page::BROCHURE)),
        _ => lang.path(site_page::THANKS),
    }
}

/// The answer to a rejected post.
pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let lang = context.post.lang();
    let mut response = if context.wants_page {
        page::rejected(context, rejection)
    } else if let Rejection::Invalid(errors) = rejection {
        let message = |error: &FieldError| messages::text(lang, &format!("validation.{error}"));
        let errors: BTreeMap<_, _> = errors
            .iter()
            .map(|(field, error)| (field, message(error)))
            .collect();
        (rejection.status(), Json(json!({"errors": errors}))).into_response()
    } else {
        json_error::error(rejection.status(), lang, rejection.message_key())
    };
    if matches!(rejection, Rejection::TooMany | Rejection::Unavailable) {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}
