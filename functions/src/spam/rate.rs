//! Counts posts per IP address. Only in memory: addresses are never stored.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(600);
const MINUTE: Duration = Duration::from_secs(60);
/// Most addresses in memory. At this number old ones are removed, or all if none is old.
const MAX_ADDRESSES: usize = 10_000;
/// Most posts in memory per address.
const MAX_POSTS: usize = 1_000;

/// Recent posts from one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Posts within the last minute.
    pub minute: usize,
    /// Posts within the last ten minutes.
    pub window: usize,
}

/// The recent posts of each address.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    posts: Mutex<HashMap<IpAddr, Vec<Instant>>>,
}

impl Rates {
    /// Adds a post at `now` and returns the counts including it.
    pub(crate) fn count(&self, address: IpAddr, now: Instant) -> Counts {
        let mut posts = self.posts.lock().unwrap_or_else(PoisonError::into_inner);
        if posts.len() >= MAX_ADDRESSES {
            posts.retain(|_, times| {
                times
                    .last()
                    .is_some_and(|last| now.duration_since(*last) < WINDOW)
            });
            if posts.len() >= MAX_ADDRESSES {
                posts.clear();
            }
        }
        let times = posts.entry(network(address)).or_default();
        times.retain(|time| now.duration_since(*time) < WINDOW);
        if times.len() < MAX_POSTS {
            times.push(now);
        }
        let minute = times
            .iter()
            .filter(|time| now.duration_since(**time) < MINUTE)
            .count();
        Counts {
            minute,
            window: times.len(),
        }
    }
}

/// The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
        other => other.to_canonical(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Rates};
    use std::time::{Duration, Instant};

    #[test]
    fn old_posts_are_forgotten() {
        let rates = Rates::default();
        let address = "203.0.113.7".parse().expect("an address");
        let start = Instant::now();
        assert_eq!(rates.count(address, start), Counts { minute: 1, window: 1 });
        assert_eq!(
            rates.count(address, start + Duration::from_secs(90)),
            Counts { minute: 1, window: 2 }
        );
        assert_eq!(
            rates.count(address, start + Duration::from_secs(900)),
            Counts { minute: 1, window: 1 }
        );
    }

    #[test]
    fn an_ipv6_network_is_one_visitor() {
        let rates = Rates::default();
        let now = Instant::now();
        rates.count("2001:db8::1".parse().expect("an address"), now);
        assert_eq!(
            rates
                .count("2001:db8::2".parse().expect("an address"), now)
                .window,
            2
        );
        assert_eq!(
            rates
                .count("2001:db8:0:1::2".parse().expect("an address"), now)
                .window,
            1
        );
    }
}
