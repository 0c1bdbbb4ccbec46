//! The page of a rejected form post, for browsers without scripts. It is in the visitor's language and contains the
//! form with the values that were typed.

use super::json_error;
use super::response::{Rejection, RequestContext};
use crate::site::LoadedSite;
use axum::Extension;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use minijinja::context;
use minijinja::value::Serde;
use std::sync::Arc;

const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// `GET /api/leads/page.css`.
pub(super) async fn style(Extension(site): Extension<Arc<LoadedSite>>) -> impl IntoResponse {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, site.style.clone())
}

/// The page of a rejected post; JSON if the template cannot be rendered.
pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
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
        tracking => Serde(&context.post.tracking),
        marketing => context.post.is_checked("marketing"),
        t => site.texts(&language.code),
    };
    match site.render("page.html", page) {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            json_error::error(status, language, key)
        }
    }
}
