//! The address that a post is counted under. Never stored or logged.

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The address that a post is counted under. With proxies it is the visitor's as they report it; `trusted_proxies` is the
/// number of our proxies that append to `X-Forwarded-For`, and entries before theirs may be forged. An entry that is missing
/// or not an address leaves the peer's address, so that no post is uncounted.
pub(super) fn counted_address(request: &Request, headers: &HeaderMap, trusted_proxies: usize) -> IpAddr {
    if let Some(index) = trusted_proxies.checked_sub(1) {
        let entries = headers.get_all("x-forwarded-for").iter();
        let entry = entries.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).rev().nth(index);
        if let Some(address) = entry.and_then(|entry| parse_address(str::from_utf8(entry).ok()?)) {
            return address;
        }
        tracing::warn!(
            result = "counted under the proxy's address: X-Forwarded-For cannot be read",
            "request"
        );
    }
    let connected = request.extensions().get().map(|ConnectInfo::<SocketAddr>(peer)| peer.ip());
    connected.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// An address as proxies write it, with or without a port and brackets.
pub(crate) fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::counted_address;
    use axum::body::Body;
    use axum::extract::{ConnectInfo, Request};
    use axum::http::HeaderValue;
    use std::net::SocketAddr;

    fn address_of(forwarded: &[&[u8]], proxies: usize) -> String {
        let mut request = Request::new(Body::empty());
        for value in forwarded {
            let value = HeaderValue::from_bytes(value).expect("a value");
            request.headers_mut().append("x-forwarded-for", value);
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 5))));
        let headers = request.headers().clone();
        counted_address(&request, &headers, proxies).to_string()
    }

    #[test]
    fn only_entries_of_our_proxies_are_used() {
        let cases: [(&[&[u8]], usize, &str); 11] = [
            (&[b"9.9.9.9, 203.0.113.7"], 0, "127.0.0.1"),
            (&[b"9.9.9.9, 203.0.113.7"], 1, "203.0.113.7"),
            (&[b"9.9.9.9, 203.0.113.7"], 2, "9.9.9.9"),
            (&[b"9.9.9.9", b"203.0.113.7"], 1, "203.0.113.7"),
            (&[b"\xff evil, 203.0.113.7"], 1, "203.0.113.7"),
            (&[b"203.0.113.77:4000"], 1, "203.0.113.77"),
            (&[b"[2001:db8::1]"], 1, "2001:db8::1"),
            (&[b" [2001:db8::1]:443 "], 1, "2001:db8::1"),
            (&[b"2001:db8::1"], 1, "2001:db8::1"),
            (&[], 1, "127.0.0.1"),
            (&[b"203.0.113.7"], 2, "127.0.0.1"),
        ];
        for (forwarded, proxies, address) in cases {
            assert_eq!(address_of(forwarded, proxies), address, "{forwarded:?} {proxies}");
        }
        for entry in ["", "unknown", "_hidden", "evil1", "1.2.3.4.5", "[1", "fe80::1%eth0", "9.9.9.9,"] {
            assert_eq!(address_of(&[entry.as_bytes()], 1), "127.0.0.1", "{entry}");
        }
        let request = Request::new(Body::empty());
        let headers = request.headers().clone();
        assert_eq!(counted_address(&request, &headers, 1).to_string(), "0.0.0.0");
    }
}
