//! The answer to one request, in the order of a CDN: a redirect, a file by its clean URL (`/inventario` is `inventario.html`) with
//! the host's headers, or the not-found page of the path's language. Files are in memory with their compressed forms, because
//! tower-http's compression layer compresses each answer again: 60 ms of processor time for the home page, 1.4 ms here.

use std::io::{self, Read as _};
use std::sync::Arc;

use axum::body::Bytes;
use axum::response::{Html, IntoResponse as _, Response};
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION, VARY,
    X_FRAME_OPTIONS,
};
use http::request::Parts;
use http::{Method, StatusCode};

use super::cached_file::CachedFile;
use super::cdn_rules::is_plain;
use super::live::with_script;
use super::served_folder::{RequestPath, ServedFolder};
use super::state::{BuildOutcome, ServeState};
use crate::outputs::headers::content_type;
use model::site::NOT_FOUND;

/// Answers a request for the built site.
pub fn answer(state: &ServeState, request: &Parts) -> Response {
    if request.method != Method::GET && request.method != Method::HEAD {
        let allowed = [(ALLOW, "GET, HEAD")];
        return (
            StatusCode::METHOD_NOT_ALLOWED,
            allowed,
            "Method Not Allowed",
        )
            .into_response();
    }
    let path = request.uri.path();
    let outcome = state.last_build();
    if let Some(message) = outcome.failed_pages.get(path) {
        return failure(state, message, path);
    }
    if let Some((to, status)) = outcome.rules.redirect_for(path) {
        return redirect(to, status, request);
    }
    match find(&state.dist, path) {
        ServedAddress::File(name) => file(state, &outcome, Some(&name), StatusCode::OK, request),
        ServedAddress::Canonical(to) => redirect(to, StatusCode::PERMANENT_REDIRECT, request),
        // No build has written a site yet.
        ServedAddress::Missing
            if !outcome.problems.is_empty() && find(&state.dist, "/") == ServedAddress::Missing =>
        {
            let problems: Vec<String> = outcome.problems.iter().map(ToString::to_string).collect();
            failure(
                state,
                &format!("The site cannot be built\n{}", problems.join("\n")),
                path,
            )
        }
        ServedAddress::Missing => missing(state, &outcome, request),
    }
}

/// The message in place of a page that could not be built.
fn failure(state: &ServeState, message: &str, path: &str) -> Response {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    let html = state.fallback_page(path, Some(message), status);
    fallback(
        status,
        if state.is_live {
            with_script(&html, "failure", None)
        } else {
            html
        },
    )
}

fn missing(state: &ServeState, build: &BuildOutcome, request: &Parts) -> Response {
    let path = request.uri.path();
    let accept = header(request, &ACCEPT);
    let wants_page = accept.is_empty() || accept.contains("text/html") || accept.contains("*/*");
    // A missing picture or script gets a short text, not a page.
    let is_asset = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    if !wants_page || is_asset {
        return (StatusCode::NOT_FOUND, "Not Found").into_response();
    }
    let name = state
        .language_of(path)
        .map_or_else(|| "404.html".to_owned(), |lang| lang.file(NOT_FOUND));
    let page = RequestPath::new(name.split('/'));
    file(state, build, page.as_ref(), StatusCode::NOT_FOUND, request)
}

/// The answer with a file; without one or when it cannot be read, the [`last_resort`].
fn file(
    state: &ServeState,
    build: &BuildOutcome,
    name: Option<&RequestPath>,
    status: StatusCode,
    request: &Parts,
) -> Response {
    let path = request.uri.path();
    let Some(file) = name.and_then(|name| cached(state, name).ok()) else {
        // The error page itself can be missing (S5f).
        let is_page = status == StatusCode::OK;
        return last_resort(
            state,
            if is_page {
                StatusCode::INTERNAL_SERVER_ERROR
            } else {
                status
            },
            path,
        );
    };
    let headers = (
        [(CONTENT_TYPE, file.content_type.clone())],
        build.rules.headers_for(path),
    );
    if state.is_live && file.content_type.starts_with("text/html") {
        let unpublished = build.overview.unpublished.get(path).map(String::as_str);
        let (kind, mut headers) = headers;
        // For the preview of the editor.
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
        allow_own(&mut headers, "frame-ancestors");
        let preview = state
            .previews
            .lock()
            .get(path)
            .map(|(html, _)| html.clone());
        let html = preview.unwrap_or_else(|| String::from_utf8_lossy(&file.plain).into_owned());
        let page = with_script(&html, "page", unpublished);
        return (status, kind, headers, page).into_response();
    }
    let cached = [(VARY, "accept-encoding"), (ETAG, &file.etag)];
    let mut known = header(request, &IF_NONE_MATCH).split(',');
    if status == StatusCode::OK && known.any(|tag| tag.trim().trim_start_matches("W/") == file.etag)
    {
        return (StatusCode::NOT_MODIFIED, headers, cached, Bytes::new()).into_response();
    }
    let (bytes, encoding) = file.encoded(header(request, &ACCEPT_ENCODING));
    let encoding = encoding.map(|encoding| [(CONTENT_ENCODING, encoding)]);
    (status, headers, cached, encoding, bytes).into_response()
}

/// A header of the request; empty without one or with one that is not a text.
fn header<'a>(request: &'a Parts, name: &HeaderName) -> &'a str {
    request
        .headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn redirect(to: String, status: StatusCode, request: &Parts) -> Response {
    let to = match request.uri.query() {
        Some(query) if !to.contains('?') => format!("{to}?{query}"),
        _ => to,
    };
    (status, [(LOCATION, to)]).into_response()
}

#[derive(Debug, PartialEq, Eq)]
enum ServedAddress {
    File(RequestPath),
    /// A permanent redirect to the canonical path of a page.
    Canonical(String),
    Missing,
}

/// Finds the file for `path`, percent-encoded as in the request line, in the built site.
fn find(site: &ServedFolder, path: &str) -> ServedAddress {
    let below = path.strip_prefix('/').unwrap_or("/");
    let name = below
        .strip_suffix('/')
        .unwrap_or(if below.is_empty() { "index" } else { below });
    let Some(wanted) = RequestPath::from_url(name) else {
        return ServedAddress::Missing;
    };
    let is_plain = is_plain(wanted.as_str());
    if below.ends_with('/') {
        return if is_plain {
            ServedAddress::Canonical(format!("/{}", wanted.as_str()))
        } else {
            ServedAddress::Missing
        };
    }
    if let Some(page) = wanted.as_str().strip_suffix(".html")
        && is_plain
        && site.has(&wanted)
    {
        let page = format!("/{page}");
        return ServedAddress::Canonical(match page.strip_suffix("/index") {
            Some("") => "/".to_owned(),
            Some(folder) => folder.to_owned(),
            None => page,
        });
    }
    let mut candidates = [wanted.with_html(), wanted].into_iter();
    let file = candidates.find(|candidate| site.has(candidate));
    file.map_or(ServedAddress::Missing, ServedAddress::File)
}

/// The answer when the site's own error page cannot be shown (S5f).
pub(super) fn last_resort(state: &ServeState, status: StatusCode, path: &str) -> Response {
    fallback(status, state.fallback_page(path, None, status))
}

pub(super) fn fallback(status: StatusCode, page: String) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// Allows the server's own origin where a directive of the policy allows nothing.
pub(super) fn allow_own(headers: &mut HeaderMap, directive: &str) {
    let Some(policy) = headers.get_mut(CONTENT_SECURITY_POLICY) else {
        return;
    };
    let text = policy.to_str().unwrap_or_default().replace(
        &format!("{directive} 'none'"),
        &format!("{directive} 'self'"),
    );
    if let Ok(changed) = HeaderValue::from_str(&text) {
        *policy = changed;
    }
}

/// A file of the built site, which is read again when it has changed on disk.
fn cached(state: &ServeState, path: &RequestPath) -> io::Result<Arc<CachedFile>> {
    let mut file = state.dist.open(path)?;
    let metadata = file.metadata()?;
    let modified = metadata.modified().ok();
    if let Some(known) = state.files.lock().get(path)
        && (known.modified, known.plain.len() as u64) == (modified, metadata.len())
    {
        return Ok(Arc::clone(known));
    }
    let mut plain = Vec::new();
    file.read_to_end(&mut plain)?;
    let file = Arc::new(CachedFile::new(
        content_type(path.as_str()),
        plain.into(),
        modified,
    ));
    state.files.lock().insert(path.clone(), Arc::clone(&file));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of `tests/hosts/urls.yaml` has the addresses that every host answers alike.
    #[test]
    fn no_path_leads_outside_the_site() {
        let dist = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(dist.path().join("en")).expect("made");
        for file in [
            "index.html",
            "inventario.html",
            "en/inventario.html",
            "_headers",
        ] {
            std::fs::write(dist.path().join(file), file).expect("written");
        }
        let site = ServedFolder::new(dist.path().to_owned());
        let page = RequestPath::from_url("inventario.html").expect("a path");
        assert_eq!(find(&site, "/inventario"), ServedAddress::File(page));
        assert_eq!(
            find(&site, "/index.html"),
            ServedAddress::Canonical("/".to_owned())
        );
        let unit = ServedAddress::Canonical("/inventario/O-301".to_owned());
        assert_eq!(find(&site, "/inventario/%4F-301/"), unit);
        let paths = "//evil.example/ /%09/evil.example/ /// // //index.html /en//inventario /%2findex /en%2finventario \
                     /en%2finventario/ /%5cevil.example/ /x%0dSet-Cookie:a=b/ /caf%C3%A9/ /../secret /%2e%2e/secret /a/%2e%2e/b /_headers /.env /%00 /\\etc /%ff /no";
        for path in paths.split(' ').chain([""]) {
            assert_eq!(find(&site, path), ServedAddress::Missing, "{path}");
        }
    }

    #[test]
    fn only_what_the_preview_needs_is_allowed() {
        let policy =
            "default-src 'self'; object-src 'none'; frame-src 'none'; frame-ancestors 'none'";
        let mut headers = HeaderMap::new();
        allow_own(&mut headers, "frame-src");
        assert!(headers.is_empty());
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        allow_own(&mut headers, "frame-src");
        let framing = policy.replace("frame-src 'none'", "frame-src 'self'");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], framing);
        allow_own(&mut headers, "frame-ancestors");
        let framed = framing.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], framed);
    }
}
