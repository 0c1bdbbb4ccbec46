//! Answers: JSON for scripts, pages and redirects for browsers without one, always the same words.

use super::page;
use crate::lead::{FormKind, Lang, Lead};
use crate::messages;
use crate::post::{BodyKind, FieldError, Post};
use crate::service::Parts;
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::any::Any;
use std::collections::BTreeMap;

/// Seconds after which a flood may go on, and after which a store that is down is worth another try.
const RETRY_AFTER: &str = "60";

/// Why a post is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// From where nobody may post.
    Origin,
    /// Neither JSON nor a form.
    MediaType,
    /// More than 16 KB.
    TooLarge,
    /// Not sent within the time limit.
    TooSlow,
    /// Not what it says it is.
    Unreadable,
    /// Fields that break the rules.
    Invalid(BTreeMap<&'static str, FieldError>),
    /// The key of another lead.
    Conflict,
    /// A flood from one address.
    TooMany,
    /// It cannot be saved.
    Unavailable,
}

impl Refusal {
    /// The status and the key of the words.
    fn parts(&self) -> (StatusCode, &'static str) {
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

/// Who asked, and for what: as much as is known when the answer is due.
pub(super) struct Asked<'a> {
    /// The function's parts.
    pub parts: &'a Parts,
    /// Whether the answer is a page.
    pub wants_page: bool,
    /// What was posted; empty until it is read.
    pub post: Post,
    /// The form, once known.
    pub form: Option<FormKind>,
}

impl<'a> Asked<'a> {
    /// Nothing is known yet but the headers.
    pub(super) fn new(parts: &'a Parts, kind: Option<BodyKind>, headers: &HeaderMap) -> Self {
        let accepts_page = headers
            .get(header::ACCEPT)
            .is_some_and(|value| value.to_str().is_ok_and(|text| text.contains("text/html")));
        let wants_page = match kind {
            Some(kind) => kind == BodyKind::Form,
            None => accepts_page,
        };
        Self {
            parts,
            wants_page,
            post: Post::default(),
            form: None,
        }
    }
}

/// The answer to an accepted lead.
pub(super) fn thank(asked: &Asked<'_>, lead: &Lead) -> Response {
    if asked.wants_page {
        let to = format!(
            "{}{}",
            asked.parts.config.site_url,
            thanks_path(lead.form, lead.lang)
        );
        return (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
    }
    Json(json!({"reference": lead.reference, "message": messages::text(lead.lang, "form.success")}))
        .into_response()
}

/// The thank-you of a form: the brochure's stands on the brochure page itself.
fn thanks_path(form: FormKind, lang: Lang) -> String {
    let page = if form == FormKind::Brochure {
        "/brochure#gracias"
    } else {
        "/gracias"
    };
    format!("{}{page}", lang.prefix())
}

/// The answer to a post that is not accepted.
pub(super) fn refuse(asked: &Asked<'_>, refusal: &Refusal) -> Response {
    let (status, key) = refusal.parts();
    let lang = asked.post.lang();
    let mut response = if asked.wants_page {
        page::refusal(asked, refusal, status, key)
    } else if let Refusal::Invalid(errors) = refusal {
        let words = |error: &FieldError| messages::text(lang, &format!("validation.{error}"));
        let errors: BTreeMap<_, _> = errors
            .iter()
            .map(|(field, error)| (field, words(error)))
            .collect();
        (status, Json(json!({"errors": errors}))).into_response()
    } else {
        error(status, lang, key)
    };
    if matches!(refusal, Refusal::TooMany | Refusal::Unavailable) {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}

/// `{"error": "..."}`.
pub(super) fn error(status: StatusCode, lang: Lang, key: &str) -> Response {
    (status, Json(json!({"error": messages::text(lang, key)}))).into_response()
}

/// A known path asked in a way it does not know.
pub(super) async fn wrong_method() -> Response {
    error(StatusCode::METHOD_NOT_ALLOWED, Lang::Es, "errors.not_allowed")
}

/// A path this function does not know.
pub(super) async fn unknown_path() -> Response {
    error(StatusCode::NOT_FOUND, Lang::Es, "errors.not_found")
}

/// A fault of ours: the visitor hears a plain sentence, the log hears that it happened.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!(result = "panic", "request");
    error(StatusCode::INTERNAL_SERVER_ERROR, Lang::Es, "form.failure")
}
