//! The answers to a post: JSON for scripts, redirects and pages for browsers without scripts, with the same messages.

use crate::app_state::AppState;
use crate::lead::Lead;
use crate::post::{BodyKind, FieldErrors, Post};
use crate::site::LoadedSite;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use lead_site::{FormKind, Language};
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::json;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    Origin,
    MediaType,
    TooLarge,
    TooSlow,
    /// The body, the form's kind or the key cannot be parsed.
    Unreadable,
    Invalid(FieldErrors),
    Conflict,
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
            Self::Conflict => (StatusCode::CONFLICT, "errors.sent_before"),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "errors.too_many"),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "form.failure"),
        }
    }
}

/// What is known about a request when its answer is written.
pub(super) struct RequestContext<'a> {
    pub state: &'a AppState,
    pub site: &'a Arc<LoadedSite>,
    /// Whether the answer is an HTML page.
    pub wants_page: bool,
    pub post: Post,
    pub form: Option<FormKind>,
}

impl<'a> RequestContext<'a> {
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

pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let language = context.language();
    let (status, key) = rejection.status_and_key();
    let mut response = match rejection {
        _ if context.wants_page => rejected_page(context, rejection),
        Rejection::Invalid(errors) => {
            let message = |error: &String| language.string(&format!("validation.{error}")).to_owned();
            let errors = errors.iter().map(|(field, error)| (field.clone(), message(error)));
            let errors = errors.collect();
            (status, Json(LeadRefused { errors })).into_response()
        }
        _ => json_error(status, language, key),
    };
    if matches!(rejection, Rejection::TooMany | Rejection::Unavailable) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}

pub(super) fn json_error(status: StatusCode, language: &Language, key: &str) -> Response {
    message(status, language.string(key))
}

pub(super) fn message(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": message}))).into_response()
}

pub(super) async fn method_not_allowed(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    json_error(StatusCode::METHOD_NOT_ALLOWED, site.language(""), "errors.not_allowed")
}

pub(crate) async fn not_found(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    json_error(StatusCode::NOT_FOUND, site.language(""), "errors.not_found")
}

/// The answer after a panic. The log says only that it happened, because its message may contain personal data.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!(result = "panic", "request");
    message(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
}

const PAGE_POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(super) async fn style(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, site.style.clone())
}

/// The page of a rejected post; JSON if the template cannot be rendered.
fn rejected_page(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let (status, key) = rejection.status_and_key();
    let (site, language) = (context.site, context.language());
    let (errors, title) = match rejection {
        Rejection::Invalid(errors) => (Some(errors), language.errors_title(errors.len())),
        _ => (None, language.string(key)),
    };
    let page = context! {
        lang => language.code.as_str(),
        site_url => context.state.config.site_url.as_str(),
        home => language.home.as_str(),
        privacy => language.privacy.as_str(),
        phone => site.phone.as_str(),
        responsible => site.responsible.as_str(),
        title,
        errors => errors.map(Serde),
        kind => context.form.map(Serde),
        // Before the form is known there is nothing to repeat: the page contains only the message.
        form => context.form.and_then(|kind| site.forms.get(&kind)).map(Serde),
        typed => Serde(&context.post.fields),
        // With the key of another lead the form could never be accepted.
        is_key_taken => *rejection == Rejection::Conflict,
        tracking => Serde(&context.post.tracking),
        marketing => context.post.is_checked("marketing"),
        t => site.texts(&language.code),
    };
    match site.render("page.html", page) {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            json_error(status, language, key)
        }
    }
}
