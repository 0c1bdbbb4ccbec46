//! Which requests a server on an author's machine answers: those that name it, and no expensive ones of other sites' pages. A page of
//! another site can have a name that leads to this machine (DNS rebinding): browsers then take the answers for a part of that site.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{AsHeaderName, HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The names under which a server answers, beside those of this machine for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnNames {
    /// The address that it listens on. When it is every address, each address is a name: no site can have one as its name.
    pub address: IpAddr,
    /// Host names.
    pub allowed: Vec<String>,
}

impl OwnNames {
    fn contain(&self, host: &str) -> bool {
        is_loopback(host)
            || self
                .allowed
                .iter()
                .any(|name| name.eq_ignore_ascii_case(host))
            || parse_address(host).is_some_and(|address| {
                !address.is_unspecified()
                    && (self.address.is_unspecified() || self.address == address)
            })
    }
}

/// Refuses a request whose `Host` is not a name of the server.
pub async fn refuse_other_names(
    State(names): State<OwnNames>,
    request: Request,
    next: Next,
) -> Response {
    if host(request.headers()).is_some_and(|host| names.contain(&host)) {
        return next.run(request).await;
    }
    let message = "the request names another server: use an address that this one printed, or allow the name with \
                   `site serve --allow-host NAME`";
    (StatusCode::FORBIDDEN, message).into_response()
}

/// Refuses a request that a page of another site sent, as far as the browser says so.
pub async fn refuse_other_sites(request: Request, next: Next) -> Response {
    if !is_from_another_site(request.headers()) {
        return next.run(request).await;
    }
    let message =
        "a page of another site cannot open this: type the address in the browser's address bar";
    (StatusCode::FORBIDDEN, message).into_response()
}

/// Refuses a request from elsewhere than this machine, or a change without the origin that browsers add.
pub async fn refuse_other_machines(request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_here = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    let headers = request.headers();
    let has_origin = request.method().is_safe() || headers.contains_key(ORIGIN);
    if !is_here || !has_origin || !host(headers).is_some_and(|host| is_loopback(&host)) {
        let message = "only for browsers on the machine that runs `site serve`";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    next.run(request).await
}

/// The name in `Host`, without a port; nothing when it is missing, repeated or damaged.
fn host(headers: &HeaderMap) -> Option<String> {
    let authority: Authority = only(headers, HOST)?.parse().ok()?;
    let has_user = authority.as_str().contains('@');
    (!has_user).then(|| authority.host().to_owned())
}

/// Whether a name always leads to the machine that uses it.
fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || parse_address(host).is_some_and(|address| address.is_loopback())
}

fn parse_address(host: &str) -> Option<IpAddr> {
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    bare.unwrap_or(host).parse().ok()
}

/// Browsers send `Sec-Fetch-Site` to this machine's own names, and `Origin` with every request that can change something.
fn is_from_another_site(headers: &HeaderMap) -> bool {
    let own = only(headers, HOST).map(|host| format!("http://{host}"));
    let is_foreign = |site| !matches!(site, Some("same-origin" | "none"));
    headers.contains_key("sec-fetch-site") && is_foreign(only(headers, "sec-fetch-site"))
        || headers.contains_key(ORIGIN) && only(headers, ORIGIN) != own.as_deref()
}

fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    value.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str) -> OwnNames {
        OwnNames {
            address: address.parse().unwrap(),
            allowed: vec!["Mac.local".to_owned()],
        }
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn answers(address: &str, value: &str) -> bool {
        host(&headers(&[("host", value)])).is_some_and(|host| names(address).contain(&host))
    }

    #[test]
    fn a_server_answers_to_its_own_names_only() {
        let every_address = ["127.0.0.1", "::1", "192.0.2.7", "0.0.0.0", "::"];
        let own = "127.0.0.1:80 localhost LOCALHOST:1 [::1] [::1]:8080 mac.local:1";
        let other = "evil.example 127.0.0.1.evil.example localhost. a@127.0.0.1 127.0.0.1:80:80 0.0.0.0 [::] 2130706433 é ";
        for address in every_address {
            for (hosts, is_own) in [(own, true), (other, false)] {
                for host in hosts.split(' ') {
                    assert_eq!(answers(address, host), is_own, "{host} at {address}");
                }
            }
        }
        for (address, is_own) in [
            ("127.0.0.1", false),
            ("192.0.2.8", false),
            ("192.0.2.7", true),
            ("0.0.0.0", true),
        ] {
            assert_eq!(answers(address, "192.0.2.7:8080"), is_own, "{address}");
        }
        assert_eq!(host(&headers(&[])), None);
        assert_eq!(
            host(&headers(&[("host", "localhost"), ("host", "localhost")])),
            None
        );
    }

    #[test]
    fn a_browser_says_which_site_a_request_comes_from() {
        const OWN: (&str, &str) = ("host", "127.0.0.1:8080");
        let site = |value| ("sec-fetch-site", value);
        let origin = |value| ("origin", value);
        for (more, is_foreign) in [
            (vec![], false),
            (vec![site("none")], false),
            (
                vec![site("same-origin"), origin("http://127.0.0.1:8080")],
                false,
            ),
            (vec![site("same-site")], true),
            (vec![site("cross-site")], true),
            (vec![site("none"), site("cross-site")], true),
            (vec![origin("null")], true),
            (vec![origin("http://127.0.0.1:9090")], true),
            (vec![origin("https://evil.example")], true),
        ] {
            let sent = headers(&[&[OWN], &more[..]].concat());
            assert_eq!(is_from_another_site(&sent), is_foreign, "{more:?}");
        }
        assert!(is_from_another_site(&headers(&[origin(
            "http://127.0.0.1:8080"
        )])));
    }
}
