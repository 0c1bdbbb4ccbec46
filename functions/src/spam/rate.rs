//! Counts posts per IP address. Only in memory: addresses are never stored.

use super::USUAL_POSTS;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(600);
const MINUTE: Duration = Duration::from_secs(60);
/// Most addresses in memory. At this number old ones are removed, or all if none is old.
const MAX_ADDRESSES: usize = 10_000;

/// Recent posts from one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Posts within the last minute.
    pub minute: usize,
    /// Posts within the last ten minutes.
    pub window: usize,
}

/// The recent posts of each address.
#[derive(Debug)]
pub(crate) struct Rates {
    posts: Mutex<HashMap<IpAddr, VecDeque<Instant>>>,
    /// Most posts in memory per address: one more than any limit that they are compared with.
    capacity: usize,
}

impl Rates {
    /// Counts that can exceed `limit`, and the usual number of posts.
    pub(crate) fn new(limit: usize) -> Self {
        Self { posts: Mutex::default(), capacity: limit.max(USUAL_POSTS).saturating_add(1) }
    }

    /// Adds a post at `now` and returns the counts including it.
    pub(crate) fn count(&self, address: IpAddr, now: Instant) -> Counts {
        let mut posts = self.posts.lock();
        if posts.len() >= MAX_ADDRESSES {
            let is_recent = |last: &Instant| now.duration_since(*last) < WINDOW;
            posts.retain(|_, times| times.back().is_some_and(is_recent));
            if posts.len() >= MAX_ADDRESSES {
                posts.clear();
            }
        }
        let times = posts.entry(network(address)).or_default();
        times.retain(|time| now.duration_since(*time) < WINDOW);
        if times.len() == self.capacity {
            times.pop_front();
        }
        times.push_back(now);
        let in_minute = times.iter().filter(|time| now.duration_since(**time) < MINUTE);
        Counts { minute: in_minute.count(), window: times.len() }
    }
}

/// The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
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
    fn old_posts_are_forgotten_and_a_network_is_one_visitor() {
        let (rates, start) = (Rates::new(60), Instant::now());
        let count = |address: &str, seconds: u64| {
            let now = start + Duration::from_secs(seconds);
            rates.count(address.parse().expect("an address"), now)
        };
        assert_eq!(count("203.0.113.7", 0), Counts { minute: 1, window: 1 });
        assert_eq!(count("203.0.113.7", 90), Counts { minute: 1, window: 2 });
        assert_eq!(count("203.0.113.7", 900), Counts { minute: 1, window: 1 });
        count("2001:db8::1", 0);
        assert_eq!(count("2001:db8::2", 0).window, 2);
        assert_eq!(count("2001:db8:0:1::2", 0).window, 1);
    }

    #[test]
    fn any_limit_can_be_exceeded() {
        let (now, address) = (Instant::now(), "203.0.113.7".parse().expect("an address"));
        for limit in [0, 60, 3000] {
            let rates = Rates::new(limit);
            let counts = (0..=limit + 9).map(|_| rates.count(address, now));
            let last = counts.last().expect("a count");
            assert!(last.minute > limit && last.window > super::USUAL_POSTS, "{last:?}");
        }
    }
}
