//! The answer to one request: a file of the built site with the host's headers, or an error page.
//!
//! The order is that of a CDN: redirects, then the file, then the not-found page of the path's language with status 404.
//! A page that the build could not write, such as one with an unknown middleware, has status 500 and the message.

use axum::body::Bytes;
use axum::response::{IntoResponse as _, Response};
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH,
    LOCATION, VARY,
};
use http::request::Parts;
use http::{Method, StatusCode};

use super::address::{ServedAddress, find};
use super::cdn_rules::CdnRules;
use super::fallback;
use super::framing;
use super::live::{LiveKind, with_script};
use super::served_folder::RequestPath;
use super::state::{LastBuild, ServeState};
use model::site::NOT_FOUND;

/// Answers a request for the built site.
pub fn answer(state: &ServeState, request: &Parts) -> Response {
    if request.method != Method::GET && request.method != Method::HEAD {
        let allowed = [(ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "Method Not Allowed").into_response();
    }
    let path = request.uri.path();
    let last_build = state.last_build();
    let LastBuild { outcome, rules } = &*last_build;
    if let Some(message) = outcome.failed_pages.get(path) {
        return failure(state, message, path);
    }
    if let Some((to, status)) = rules.redirect_for(path) {
        return redirect(to, status, request);
    }
    match find(&state.dist, path) {
        ServedAddress::File(name) => file(state, rules, Some(&name), StatusCode::OK, request),
        ServedAddress::Canonical(to) => redirect(to, StatusCode::PERMANENT_REDIRECT, request),
        // No build has written a site yet.
        ServedAddress::Missing
            if !outcome.problems.is_empty() && find(&state.dist, "/") == ServedAddress::Missing =>
        {
            let problems: Vec<String> = outcome.problems.iter().map(ToString::to_string).collect();
            let message = format!("The site cannot be built\n{}", problems.join("\n"));
            failure(state, &message, path)
        }
        ServedAddress::Missing => missing(state, rules, request),
    }
}

/// The message in place of a page that could not be built.
fn failure(state: &ServeState, message: &str, path: &str) -> Response {
    let texts = state.fallback_texts(path).with_message(message.to_owned());
    let html = texts.page(StatusCode::INTERNAL_SERVER_ERROR, state.language_of(path));
    let page = match state.is_live {
        true => with_script(html.as_bytes(), LiveKind::Failure, None),
        false => html.into(),
    };
    fallback::response(StatusCode::INTERNAL_SERVER_ERROR, page)
}

fn missing(state: &ServeState, rules: &CdnRules, request: &Parts) -> Response {
    let path = request.uri.path();
    let accept = header(request, &ACCEPT);
    let wants_page = accept.is_empty() || accept.contains("text/html") || accept.contains("*/*");
    // A missing picture or script gets a short text, not a page.
    let is_asset = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if !wants_page || is_asset {
        return (StatusCode::NOT_FOUND, "Not Found").into_response();
    }
    let page = state.language_of(path).map_or_else(|| "404.html".to_owned(), |lang| lang.file(NOT_FOUND));
    let page = RequestPath::new(page.split('/'));
    file(state, rules, page.as_ref(), StatusCode::NOT_FOUND, request)
}

/// The answer with a file; without one or when it cannot be read, the page of [`fallback`].
fn file(
    state: &ServeState,
    rules: &CdnRules,
    name: Option<&RequestPath>,
    status: StatusCode,
    request: &Parts,
) -> Response {
    let path = request.uri.path();
    let Some(file) = name.and_then(|name| state.files.get(&state.dist, name).ok()) else {
        // The error page itself can be missing (S5f).
        let status = match status {
            StatusCode::OK => StatusCode::INTERNAL_SERVER_ERROR,
            error => error,
        };
        return fallback::last_resort(status, state.language_of(path), &state.fallback_texts(path));
    };
    let headers = ([(CONTENT_TYPE, file.content_type.clone())], rules.headers_for(path));
    if state.is_live && file.content_type.starts_with("text/html") {
        let build = state.last_build();
        let (kind, mut headers) = headers;
        framing::allow_as_frame(&mut headers);
        let unpublished = build.outcome.overview.unpublished(path);
        let html = state.previews.get(path).unwrap_or_else(|| file.plain.clone());
        let page = with_script(&html, LiveKind::Page, unpublished);
        return (status, kind, headers, page).into_response();
    }
    let cached = [(VARY, "accept-encoding"), (ETAG, &file.etag)];
    let mut known = header(request, &IF_NONE_MATCH).split(',');
    if status == StatusCode::OK && known.any(|tag| tag.trim().trim_start_matches("W/") == file.etag) {
        return (StatusCode::NOT_MODIFIED, headers, cached, Bytes::new()).into_response();
    }
    let (bytes, encoding) = file.encoded(header(request, &ACCEPT_ENCODING));
    let encoding = encoding.map(|encoding| [(CONTENT_ENCODING, encoding)]);
    (status, headers, cached, encoding, bytes).into_response()
}

/// A header of the request; empty without one or with one that is not a text.
fn header<'a>(request: &'a Parts, name: &HeaderName) -> &'a str {
    let value = request.headers.get(name);
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A redirect that keeps the query.
fn redirect(to: String, status: StatusCode, request: &Parts) -> Response {
    let to = match request.uri.query() {
        Some(query) if !to.contains('?') => format!("{to}?{query}"),
        _ => to,
    };
    (status, [(LOCATION, to)]).into_response()
}
