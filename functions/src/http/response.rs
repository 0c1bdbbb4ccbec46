//! The answers to a post: JSON for scripts, redirects and pages for browsers without scripts, with the same messages.

use crate::delivery::Leads;
use crate::lead::Lead;
use crate::post::{FieldErrors, Post};
use crate::site::{LoadedSite, RejectedPage};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use lead_site::{Form, FormKind, Language};
use serde::Serialize;
use serde_json::json;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use ts_rs::TS;

/// Why a post is not accepted.
pub(super) struct Rejection {
    status: StatusCode,
    /// The key of the visitor's message in the site's strings.
    key: &'static str,
    /// Of a post with invalid fields.
    pub errors: FieldErrors,
}

impl Rejection {
    pub(super) const ORIGIN: Self = Self::new(StatusCode::FORBIDDEN, "errors.not_allowed");
    pub(super) const MEDIA_TYPE: Self =
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "errors.bad_request");
    pub(super) const TOO_LARGE: Self = Self::new(StatusCode::PAYLOAD_TOO_LARGE, "errors.too_large");
    pub(super) const TOO_SLOW: Self = Self::new(StatusCode::REQUEST_TIMEOUT, "errors.bad_request");
    /// The body, the form's kind or the key cannot be parsed.
    pub(super) const UNREADABLE: Self = Self::new(StatusCode::BAD_REQUEST, "errors.bad_request");
    pub(super) const CONFLICT: Self = Self::new(StatusCode::CONFLICT, "errors.sent_before");
    pub(super) const TOO_MANY: Self = Self::new(StatusCode::TOO_MANY_REQUESTS, "errors.too_many");
    /// The lead cannot be saved, or too many leads are being saved.
    pub(super) const UNAVAILABLE: Self = Self::new(StatusCode::SERVICE_UNAVAILABLE, "form.failure");

    const fn new(status: StatusCode, key: &'static str) -> Self {
        Self {
            status,
            key,
            errors: FieldErrors::new(),
        }
    }

    pub(super) fn invalid(errors: FieldErrors) -> Self {
        Self {
            errors,
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "errors.form_page")
        }
    }
}

/// What is known about a request when its answer is written.
pub(super) struct RequestContext<'a> {
    pub state: &'a Arc<Leads>,
    pub site: Arc<LoadedSite>,
    /// Whether the answer is an HTML page.
    pub wants_page: bool,
    pub post: Post,
    /// The kind that the route or the post names.
    pub form: Option<FormKind>,
}

impl RequestContext<'_> {
    /// The language of the sending page; the site's default before the body is read.
    fn language(&self) -> &Language {
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
        let visit = lead
            .choices
            .get("visit_1")
            .map_or(String::new(), |at| format!("?visita={at}"));
        let location = format!("{}{thanks}{visit}", context.state.config.site_url);
        return (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
    }
    let (reference, message) = (
        lead.reference.to_string(),
        language.string("form.success").to_owned(),
    );
    Json(LeadAccepted { reference, message }).into_response()
}

pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let language = context.language();
    let Rejection {
        status,
        key,
        errors,
    } = rejection;
    let mut response = if context.wants_page {
        rejected_page(context, rejection)
    } else if errors.is_empty() {
        json_error(*status, language.string(key))
    } else {
        let form = context.form.and_then(|kind| context.site.forms.get(&kind));
        let errors = errors
            .iter()
            .map(|(field, error)| (field.clone(), error_text(form, language, field, error)))
            .collect();
        (*status, Json(LeadRefused { errors })).into_response()
    };
    if matches!(
        *status,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    ) {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}

/// What a visitor reads of the error of a field.
fn error_text(form: Option<&Form>, language: &Language, field: &str, error: &str) -> String {
    let questions = form.map_or(&[][..], |form| &form.questions);
    let asked = questions.iter().find(|question| question.name() == field);
    let text = match (asked, error.parse()) {
        (Some(question), Ok(error)) => question.error_text(error, &language.code),
        _ => language.find(&format!("validation.{error}")),
    };
    text.unwrap_or_else(|| language.string("errors.form_page"))
        .to_owned()
}

pub(super) fn json_error(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": message}))).into_response()
}

pub(super) async fn method_not_allowed(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    json_error(
        StatusCode::METHOD_NOT_ALLOWED,
        site.language("").string("errors.not_allowed"),
    )
}

pub(crate) async fn not_found(Extension(site): Extension<Arc<LoadedSite>>) -> Response {
    json_error(
        StatusCode::NOT_FOUND,
        site.language("").string("errors.not_found"),
    )
}

/// The answer after a panic. The log says only that it happened, because its message may contain personal data.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!(result = "panic", "request");
    json_error(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
}

const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(super) async fn style(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, site.style.clone())
}

/// The page of a rejected post; JSON if the template cannot be rendered.
fn rejected_page(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let Rejection {
        status,
        key,
        errors,
    } = rejection;
    let (site, language) = (&context.site, context.language());
    let form = context.form.and_then(|kind| site.forms.get(&kind));
    let texts = errors
        .iter()
        .map(|(field, error)| (field.as_str(), error_text(form, language, field, error)))
        .collect();
    let title = if errors.is_empty() {
        language.string(key)
    } else {
        language.errors_title(errors.len())
    };
    let page = RejectedPage {
        language,
        site_url: &context.state.config.site_url,
        title,
        errors: texts,
        form: context.form,
        post: &context.post,
        // With the key of another lead the form could never be accepted.
        is_key_taken: *status == StatusCode::CONFLICT,
    };
    match site.render_page(&page) {
        Ok(html) => (
            *status,
            [(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)],
            Html(html),
        )
            .into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            json_error(*status, language.string(key))
        }
    }
}
