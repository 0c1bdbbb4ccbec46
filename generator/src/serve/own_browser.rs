//! Pages under `/_dev` that show or change the author's files are only for browsers on this machine: no other machine, no
//! other name of this one, and no page of another origin may use them.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{HOST, HeaderName, ORIGIN};
use http::{HeaderMap, StatusCode};

/// Refuses every other request.
pub(super) async fn only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let changes = !request.method().is_safe();
    if !is_on_this_machine(&request) || (changes && !is_own_origin(headers)) {
        let message = "only for browsers on the machine that runs `site serve`";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    next.run(request).await
}

/// Whether the request comes from this machine and names it: another site could have a name that leads here.
fn is_on_this_machine(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_loopback = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    let host = header(request.headers(), HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    is_loopback && ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

/// Whether a page of this server sent the request.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let own = header(headers, HOST).map(|host| format!("http://{host}"));
    own.is_some() && header(headers, ORIGIN) == own.as_deref()
}

fn header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    const OWN: (&str, &str) = ("host", "127.0.0.1:8080");

    async fn status(peer: &str, method: &str, headers: &[(&str, &str)]) -> u16 {
        let answer = || async { "" };
        let router = Router::new().route("/", get(answer).post(answer).put(answer));
        let mut request = http::Request::builder().method(method).uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let peer: SocketAddr = peer.parse().expect("an address");
        let request = request.extension(ConnectInfo(peer)).body(Body::empty());
        let answer = router.layer(from_fn(only)).oneshot(request.expect("a request"));
        answer.await.expect("an answer").status().as_u16()
    }

    #[tokio::test]
    async fn other_machines_and_names_are_refused() {
        for peer in ["127.0.0.1:9", "[::1]:9", "[::ffff:127.0.0.1]:9"] {
            assert_eq!(status(peer, "GET", &[OWN]).await, 200, "{peer}");
        }
        assert_eq!(status("192.0.2.1:9", "GET", &[OWN]).await, 403);
        for host in ["evil.example:8080", "127.0.0.1.evil.example", ""] {
            assert_eq!(
                status("127.0.0.1:9", "GET", &[("host", host)]).await,
                403,
                "{host}"
            );
        }
        assert_eq!(status("127.0.0.1:9", "GET", &[]).await, 403);
    }

    #[tokio::test]
    async fn other_origins_change_nothing() {
        for method in ["POST", "PUT"] {
            let from = async |origin| status("127.0.0.1:9", method, &[OWN, ("origin", origin)]).await;
            assert_eq!(from("http://127.0.0.1:8080").await, 200);
            assert_eq!(from("https://evil.example").await, 403);
            assert_eq!(from("http://127.0.0.1:9090").await, 403);
            assert_eq!(from("null").await, 403);
            assert_eq!(status("127.0.0.1:9", method, &[OWN]).await, 403);
        }
    }
}
