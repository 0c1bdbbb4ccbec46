//! Checks that a post comes from an allowed origin. Browsers send the origin with every post; posts without are rejected.

use super::json_error;
use crate::app_state::AppState;
use crate::config::Origins;
use crate::site::LoadedSite;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use url::Url;

/// How long a browser may cache the answer to a preflight request, in seconds.
const PREFLIGHT_MAX_AGE: &str = "600";

/// Whether the request comes from an allowed origin.
pub(super) fn is_allowed(origins: &Origins, headers: &HeaderMap) -> bool {
    request_origin(headers).is_some_and(|origin| matches(origins, &origin, headers))
}

/// The origin of a request: the header `Origin`, or the origin of `Referer` for browsers that do not send it.
fn request_origin(headers: &HeaderMap) -> Option<String> {
    if headers.contains_key(header::ORIGIN) {
        return single(headers, &header::ORIGIN).map(str::to_owned);
    }
    let referer = Url::parse(single(headers, &header::REFERER)?).ok()?;
    Some(referer.origin().ascii_serialization())
}

/// The value of a header that a request must not have twice. None if it does, or without the header.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn matches(origins: &Origins, origin: &str, headers: &HeaderMap) -> bool {
    match origins {
        Origins::Exact(list) => list.iter().any(|allowed| allowed == origin),
        Origins::SameHost => single(headers, &header::HOST).is_some_and(|host| {
            let schemes = ["http://", "https://"];
            schemes.iter().any(|scheme| origin.strip_prefix(scheme) == Some(host))
        }),
    }
}

/// Adds the CORS headers that let scripts of an allowed origin read the answer.
pub(super) fn add_cors_headers(origins: &Origins, headers: &HeaderMap, mut response: Response) -> Response {
    if let Some(origin) = headers.get(header::ORIGIN)
        && is_allowed(origins, headers)
    {
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

/// The answer to a preflight request, which browsers send before a script posts JSON to another host.
pub(super) async fn preflight(
    State(state): State<Arc<AppState>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    headers: HeaderMap,
) -> Response {
    if !is_allowed(&state.config.origins, &headers) {
        return json_error::error(StatusCode::FORBIDDEN, site.language(""), "errors.not_allowed");
    }
    let cors = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_MAX_AGE),
    ];
    add_cors_headers(&state.config.origins, &headers, (StatusCode::NO_CONTENT, cors).into_response())
}

#[cfg(test)]
mod tests {
    use super::is_allowed;
    use crate::config::Origins;
    use axum::http::HeaderMap;

    #[test]
    fn only_exact_origins_are_allowed() {
        const SITE: &str = "https://development.example";
        let exact = Origins::Exact(vec![SITE.to_owned()]);
        let (host, evil) = (("host", "127.0.0.1:4000"), ("origin", "https://evil.test"));
        for (origins, sent, allowed) in [
            (&exact, &[("origin", SITE)][..], true),
            (&exact, &[("referer", "https://development.example/contacto?x=1")], true),
            (&exact, &[("origin", "http://development.example")], false),
            (&exact, &[("origin", "https://development.example.evil.test")], false),
            (&exact, &[("origin", "https://development.example:8443")], false),
            (&exact, &[("origin", "null")], false),
            (&exact, &[("origin", "")], false),
            (&exact, &[], false),
            // The origin wins.
            (&exact, &[evil, ("referer", SITE)], false),
            (&exact, &[("origin", SITE), ("origin", SITE)], false),
            (&exact, &[("referer", SITE), ("referer", SITE)], false),
            (&Origins::SameHost, &[host, ("origin", "http://127.0.0.1:4000")], true),
            (&Origins::SameHost, &[host, ("origin", "http://127.0.0.1:4001")], false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in sent {
                headers.append(*name, value.parse().expect("a value"));
            }
            assert_eq!(is_allowed(origins, &headers), allowed, "{sent:?}");
        }
    }
}
