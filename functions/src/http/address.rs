//! The visitor's address, for counting posts only. Never stored, never logged.

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The address as the gateway tells it (Lambda), put into the request by whoever knows it better than we do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitorAddress(pub IpAddr);

/// The address of who asks. `trusted_proxies` is how many proxies of ours appended to `X-Forwarded-For`;
/// everything further left is the visitor's own claim.
pub(super) fn of(request: &Request, headers: &HeaderMap, trusted_proxies: usize) -> Option<IpAddr> {
    if let Some(VisitorAddress(address)) = request.extensions().get() {
        return Some(*address);
    }
    if trusted_proxies > 0 {
        let all: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|text| text.split(','))
            .collect();
        let index = all.len().checked_sub(trusted_proxies)?;
        return all.get(index)?.trim().parse().ok();
    }
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(peer)| peer.ip())
}

#[cfg(test)]
mod tests {
    use super::of;
    use axum::body::Body;
    use axum::extract::{ConnectInfo, Request};
    use std::net::SocketAddr;

    fn asked(forwarded: &str, proxies: usize) -> Option<String> {
        let mut request = Request::builder()
            .header("x-forwarded-for", forwarded)
            .body(Body::empty())
            .expect("a request");
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 5))));
        let headers = request.headers().clone();
        of(&request, &headers, proxies).map(|address| address.to_string())
    }

    #[test]
    fn only_our_proxies_are_believed() {
        assert_eq!(asked("9.9.9.9, 203.0.113.7", 0).as_deref(), Some("127.0.0.1"));
        assert_eq!(asked("9.9.9.9, 203.0.113.7", 1).as_deref(), Some("203.0.113.7"));
        assert_eq!(asked("9.9.9.9, 203.0.113.7", 2).as_deref(), Some("9.9.9.9"));
        assert_eq!(asked("9.9.9.9", 3), None);
        assert_eq!(asked("not an address", 1), None);
    }
}
