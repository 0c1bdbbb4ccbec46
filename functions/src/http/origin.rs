//! Who may post: exact origins. Browsers name the origin of every post; who names none is no browser.

use super::answer;
use crate::config::Origins;
use crate::service::Parts;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use url::Url;

/// How long a browser may remember that it may post, in seconds.
const PREFLIGHT_AGE: &str = "600";

/// Whether the post comes from where it may.
pub(super) fn is_allowed(origins: &Origins, headers: &HeaderMap) -> bool {
    named(headers).is_some_and(|origin| matches(origins, &origin, headers))
}

/// The origin a request names: `Origin`, or that of `Referer` for browsers that leave it out.
fn named(headers: &HeaderMap) -> Option<String> {
    if let Some(origin) = headers.get(header::ORIGIN) {
        return origin.to_str().ok().map(str::to_owned);
    }
    let referer = Url::parse(headers.get(header::REFERER)?.to_str().ok()?).ok()?;
    Some(referer.origin().ascii_serialization())
}

fn matches(origins: &Origins, origin: &str, headers: &HeaderMap) -> bool {
    match origins {
        Origins::Exact(list) => list.iter().any(|allowed| allowed == origin),
        Origins::SameHost => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            host.is_some_and(|host| {
                ["http://", "https://"]
                    .iter()
                    .any(|scheme| origin.strip_prefix(scheme) == Some(host))
            })
        }
    }
}

/// Lets scripts of an allowed origin read the answer, when the function has a host of its own.
pub(super) fn allow_reading(origins: &Origins, headers: &HeaderMap, mut response: Response) -> Response {
    let origin = headers.get(header::ORIGIN);
    if let Some(origin) =
        origin.filter(|origin| origin.to_str().is_ok_and(|text| matches(origins, text, headers)))
    {
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    }
    response
        .headers_mut()
        .append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

/// The question a browser asks before a script posts JSON to another host.
pub(super) async fn preflight(State(parts): State<Arc<Parts>>, headers: HeaderMap) -> Response {
    if !is_allowed(&parts.config.origins, &headers) {
        return answer::error(StatusCode::FORBIDDEN, crate::lead::Lang::Es, "errors.not_allowed");
    }
    let answer = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_AGE),
    ];
    allow_reading(
        &parts.config.origins,
        &headers,
        (StatusCode::NO_CONTENT, answer).into_response(),
    )
}

#[cfg(test)]
mod tests {
    use super::is_allowed;
    use crate::config::Origins;
    use axum::http::{HeaderMap, HeaderName};

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn origins_are_exact() {
        let origins = Origins::Exact(vec!["https://ceibalta.example".to_owned()]);
        assert!(is_allowed(
            &origins,
            &headers(&[("origin", "https://ceibalta.example")])
        ));
        assert!(is_allowed(
            &origins,
            &headers(&[("referer", "https://ceibalta.example/contacto?x=1")])
        ));
        for wrong in [
            "http://ceibalta.example",
            "https://ceibalta.example.evil.test",
            "https://ceibalta.example:8443",
            "null",
            "",
        ] {
            assert!(!is_allowed(&origins, &headers(&[("origin", wrong)])), "{wrong}");
        }
        assert!(!is_allowed(&origins, &headers(&[])));
        let both = [
            ("origin", "https://evil.test"),
            ("referer", "https://ceibalta.example/"),
        ];
        assert!(!is_allowed(&origins, &headers(&both)), "the origin wins");
    }

    #[test]
    fn the_same_host_may_post_to_itself() {
        let host = ("host", "127.0.0.1:4000");
        assert!(is_allowed(
            &Origins::SameHost,
            &headers(&[host, ("origin", "http://127.0.0.1:4000")])
        ));
        assert!(!is_allowed(
            &Origins::SameHost,
            &headers(&[host, ("origin", "http://127.0.0.1:4001")])
        ));
    }
}
