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
    /// The HTTP status.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Origin => StatusCode::FORBIDDEN,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The key of the visitor's message in the site's strings.
    pub(super) fn message_key(&self) -> &'static str {
        match self {
            Self::Origin => "errors.not_allowed",
            Self::MediaType | Self::TooSlow | Self::Unreadable => "errors.bad_request",
            Self::TooLarge => "errors.too_large",
            Self::Invalid(_) => "errors.form_page",
            Self::TooMany => "errors.too_many",
            Self::Conflict | Self::Unavailable => "form.failure",
        }
    }
}
