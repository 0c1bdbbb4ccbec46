//! The answer to one request: a file of the built site with the host's headers, or an error page.
//!
//! The order is that of a CDN: redirects, then the file, then the not-found page of the path's language with status 404.
//! A page that the build could not write, such as one with an unknown middleware, has status 500 and the message.

use axum::body::Body;
use axum::response::Response;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};

use super::address::{Address, find, is_english};
use super::cdn_rules::CdnRules;
use super::fallback;
use super::live_reload::with_reload_script;
use super::state::ServeState;

/// Answers a request for the built site.
pub async fn answer(state: &ServeState, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "Method Not Allowed",
            &[(ALLOW, "GET, HEAD")],
        );
    }
    let path = uri.path();
    if let Some(message) = state.failure_of(path) {
        return fallback::page(StatusCode::INTERNAL_SERVER_ERROR, &message, is_english(path));
    }
    let rules = state.rules();
    if let Some((to, status)) = rules.redirect_for(path) {
        return redirect(&with_query(to, uri), status);
    }
    match find(state.dist(), path) {
        Address::File(name) => file(
            state,
            &rules,
            &name.to_string_lossy(),
            path,
            StatusCode::OK,
            headers,
        ),
        Address::Canonical(to) => redirect(&with_query(to, uri), StatusCode::PERMANENT_REDIRECT),
        Address::Missing => missing(state, &rules, path, headers),
    }
}

fn missing(state: &ServeState, rules: &CdnRules, path: &str, headers: &HeaderMap) -> Response {
    if let Some(problems) = state.first_build_problems() {
        return fallback::page(StatusCode::INTERNAL_SERVER_ERROR, &problems, is_english(path));
    }
    let wants_page = headers.get(ACCEPT).is_none_or(|accept| {
        accept
            .to_str()
            .is_ok_and(|text| text.contains("text/html") || text.contains("*/*"))
    });
    // A missing picture or script gets a short text, not a page.
    let is_asset = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if !wants_page || is_asset {
        return plain(StatusCode::NOT_FOUND, "Not Found", &[]);
    }
    let page = if is_english(path) {
        "en/404.html"
    } else {
        "404.html"
    };
    file(state, rules, page, path, StatusCode::NOT_FOUND, headers)
}

fn file(
    state: &ServeState,
    rules: &CdnRules,
    name: &str,
    path: &str,
    status: StatusCode,
    headers: &HeaderMap,
) -> Response {
    let Ok(file) = state.files().get(&state.dist().join(name)) else {
        // The error page itself can be missing (S5f).
        let message = fallback::last_resort(is_english(path));
        return fallback::page(status_or_error(status), message, is_english(path));
    };
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = status;
    let page = file.content_type.starts_with("text/html");
    let header = |name: http::HeaderName| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
    };
    if let Ok(value) = HeaderValue::from_str(&file.content_type) {
        answer.headers_mut().insert(CONTENT_TYPE, value);
    }
    for (name, value) in rules.headers_for(path) {
        answer.headers_mut().insert(name, value);
    }
    if page && state.reloads() {
        *answer.body_mut() = Body::from(with_reload_script(&file.plain));
        return answer;
    }
    answer
        .headers_mut()
        .insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.etag) {
        answer.headers_mut().insert(ETAG, tag);
    }
    let known = header(IF_NONE_MATCH);
    if status == StatusCode::OK
        && known
            .split(',')
            .any(|tag| tag.trim().trim_start_matches("W/") == file.etag)
    {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        return answer;
    }
    let (bytes, encoding) = file.encoded(header(ACCEPT_ENCODING));
    if let Some(encoding) = encoding {
        answer
            .headers_mut()
            .insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    *answer.body_mut() = Body::from(bytes);
    answer
}

fn status_or_error(status: StatusCode) -> StatusCode {
    if status.is_success() {
        StatusCode::INTERNAL_SERVER_ERROR
    } else {
        status
    }
}

fn with_query(to: String, uri: &Uri) -> String {
    match uri.query() {
        Some(query) if !to.contains('?') => format!("{to}?{query}"),
        _ => to,
    }
}

fn redirect(to: &str, status: StatusCode) -> Response {
    plain(status, "", &[(LOCATION, to)])
}

fn plain(status: StatusCode, text: &str, headers: &[(http::HeaderName, &str)]) -> Response {
    let mut answer = Response::new(Body::from(text.to_owned()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            answer.headers_mut().insert(name.clone(), value);
        }
    }
    answer
}
