//! The answers to a post: JSON for scripts, redirects and pages for browsers without scripts, with the same messages.

use super::{json_error, page};
use crate::app_state::AppState;
use crate::lead::Lead;
use crate::post::{BodyKind, FieldErrors, Post};
use crate::site::LoadedSite;
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lead_site::{FormKind, Language};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// The origin is not allowed to post.
    Origin,
    /// The body is neither JSON nor form-encoded.
    MediaType,
    /// The body is larger than 16 KB.
    TooLarge,
    /// The body did not arrive within the time limit.
    TooSlow,
    /// The body, the form's kind or the key cannot be parsed.
    Unreadable,
    /// Fields that are not valid.
    Invalid(FieldErrors),
    /// A different lead has this key.
    Conflict,
    /// Too many posts from one address.
    TooMany,
    /// The lead cannot be saved, or too many leads are being saved.
    Unavailable,
}

impl Rejection {
    /// The HTTP status, and the key of the visitor's message in the site's strings.
    pub(super) fn status_and_key(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Origin => (StatusCode::FORBIDDEN, "errors.not_allowed"),
            Self::MediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "errors.bad_request"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "errors.too_large"),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "errors.bad_request"),
            Self::Unreadable => (StatusCode::BAD_REQUEST, "errors.bad_request"),
            Self::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "errors.form_page"),
            Self::Conflict => (StatusCode::CONFLICT, "form.failure"),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "errors.too_many"),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "form.failure"),
        }
    }
}

/// What is known about a request when its answer is written.
pub(super) struct RequestContext<'a> {
    /// The shared parts of the function.
    pub state: &'a AppState,
    pub site: &'a Arc<LoadedSite>,
    /// Whether the answer is an HTML page.
    pub wants_page: bool,
    /// The post; empty until it is parsed.
    pub post: Post,
    /// The form, once it is known.
    pub form: Option<FormKind>,
}

impl<'a> RequestContext<'a> {
    /// The context before the body is read.
    pub(super) fn new(
        state: &'a AppState,
        site: &'a Arc<LoadedSite>,
        kind: Option<BodyKind>,
        headers: &HeaderMap,
    ) -> Self {
        let accepts_page = headers
            .get(header::ACCEPT)
            .is_some_and(|value| value.to_str().is_ok_and(|text| text.contains("text/html")));
        let wants_page = match kind {
            Some(kind) => kind == BodyKind::Form,
            None => accepts_page,
        };
        Self { state, site, wants_page, post: Post::default(), form: None }
    }

    /// The language of the sending page; the site's default before the body is read.
    pub(super) fn language(&self) -> &'a Language {
        self.site.language(&self.post.lang())
    }
}

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
