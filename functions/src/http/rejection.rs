//! Why a post is rejected, and the status and message of each reason.

use crate::post::FieldErrors;
use axum::http::StatusCode;

/// Why a post is rejected.
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
