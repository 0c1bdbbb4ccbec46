//! Answers with the page of [`FallbackTexts`].

use axum::body::Bytes;
use axum::response::{Html, IntoResponse as _, Response};
use http::StatusCode;
use http::header::CACHE_CONTROL;

use crate::outputs::last_resort::FallbackTexts;
use model::lang::Lang;

/// The answer when the site's own error page cannot be shown (S5f).
pub fn last_resort(status: StatusCode, lang: Option<Lang>, texts: &FallbackTexts) -> Response {
    response(status, texts.page(status, lang).into())
}

/// The answer with such a page.
pub fn response(status: StatusCode, page: Bytes) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Html(page)).into_response()
}
