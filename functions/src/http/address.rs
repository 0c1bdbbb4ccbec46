//! The visitor's IP address, used only to count posts. Never stored or logged.

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The visitor's address as the gateway reports it (Lambda), a request extension that takes precedence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitorAddress(pub IpAddr);

/// The visitor's address. `trusted_proxies` is the number of our proxies that append to `X-Forwarded-For`; entries
/// before theirs may be forged.
pub(super) fn visitor_address(
    request: &Request,
    headers: &HeaderMap,
    trusted_proxies: usize,
) -> Option<IpAddr> {
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
    use super::visitor_address;
    use axum::body::Body;
    use axum::extract::{ConnectInfo, Request};
    use std::net::SocketAddr;

    fn address_of(forwarded: &str, proxies: usize) -> Option<String> {
        let mut request = Request::builder()
            .header("x-forwarded-for", forwarded)
            .body(Body::empty())
            .expect("a request");
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 5))));
        let headers = request.headers().clone();
        visitor_address(&request, &headers, proxies).map(|address| address.to_string())
    }

    #[test]
    fn only_entries_of_our_proxies_are_used() {
        assert_eq!(
            address_of("9.9.9.9, 203.0.113.7", 0).as_deref(),
            Some("127.0.0.1")
        );
        assert_eq!(
            address_of("9.9.9.9, 203.0.113.7", 1).as_deref(),
            Some("203.0.113.7")
        );
        assert_eq!(address_of("9.9.9.9, 203.0.113.7", 2).as_deref(), Some("9.9.9.9"));
        assert_eq!(address_of("9.9.9.9", 3), None);
        assert_eq!(address_of("not an address", 1), None);
    }
}
