//! Scores how likely a post is spam: machines usually cause several signals. A lead with a high score is quarantined, never dropped.

use crate::lead::{CaptchaState, SpamReport};
use crate::post::{Post, ValidFields};
use parking_lot::Mutex;
use platform::client::read_limited;
use serde::Deserialize;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// A form filled in faster than this was probably filled in by a machine.
const MIN_FILL_MS: u64 = 3000;
/// More posts than this from one address in ten minutes are suspicious.
const USUAL_POSTS: usize = 5;
/// Most points for links in the message, below the quarantine threshold: a broker may send links to listings.
const MAX_LINK_POINTS: u32 = 4;

/// Adds up the points of a post, the last of `recent_posts` of its address. From `quarantine_from` points on it is quarantined.
pub(crate) fn assess(
    post: &Post,
    checked: &ValidFields,
    recent_posts: usize,
    captcha: CaptchaState,
    quarantine_from: u32,
) -> SpamReport {
    let points_if = |condition: bool, points: u32| if condition { points } else { 0 };
    let is_quick = post.elapsed_ms().is_some_and(|ms| ms < MIN_FILL_MS);
    let points = [
        // Visitors do not see this field.
        (
            "honeypot",
            points_if(!post.field("website").trim().is_empty(), 5),
        ),
        ("too_quick", points_if(is_quick, 3)),
        ("link_in_name", points_if(count_links(&checked.name) > 0, 5)),
        (
            "links",
            (2 * count_links(&checked.message)).min(MAX_LINK_POINTS),
        ),
        ("rate", points_if(recent_posts > USUAL_POSTS, 3)),
        ("captcha", captcha_points(&captcha)),
    ];
    let score = points.iter().map(|(_, points)| points).sum();
    let counted = points.iter().filter(|(_, points)| *points > 0);
    let reasons = counted
        .map(|(why, points)| format!("{why}:{points}"))
        .collect();
    SpamReport {
        score,
        reasons,
        captcha,
        quarantined: score >= quarantine_from,
    }
}

fn captcha_points(captcha: &CaptchaState) -> u32 {
    match captcha {
        CaptchaState::Passed { score } if *score < 0.3 => 5,
        CaptchaState::Passed { score } if *score < 0.5 => 3,
        CaptchaState::Refused => 4,
        CaptchaState::Missing => 1,
        CaptchaState::NotAsked | CaptchaState::Unverified | CaptchaState::Passed { .. } => 0,
    }
}

fn count_links(text: &str) -> u32 {
    let text = text.to_ascii_lowercase();
    let starts = ["http://", "https://", "www.", "<a ", "[url"];
    let count: usize = starts.iter().map(|start| text.matches(start).count()).sum();
    u32::try_from(count).unwrap_or(u32::MAX / 4)
}

/// Timeout of the verification, because the visitor waits for it.
const CAPTCHA_TIMEOUT: Duration = Duration::from_millis(1500);
/// Most bytes of the service's answer.
const ANSWER_LIMIT: usize = 64 * 1024;

#[derive(Deserialize)]
struct Answer {
    success: bool,
    score: Option<f64>,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Verifies a token of reCAPTCHA v3 with the service at `url` (`siteverify`).
pub(crate) async fn verify(
    client: &reqwest::Client,
    url: &str,
    secret: &str,
    token: &str,
) -> CaptchaState {
    if token.is_empty() {
        return CaptchaState::Missing;
    }
    let form = [("secret", secret), ("response", token)];
    let request = client.post(url).form(&form).timeout(CAPTCHA_TIMEOUT).send();
    let answer = async {
        let response = request.await.ok()?.error_for_status().ok()?;
        let body = read_limited(response, ANSWER_LIMIT).await.ok()??;
        serde_json::from_slice::<Answer>(&body).ok()
    };
    match answer.await {
        Some(Answer {
            success: true,
            score,
            ..
        }) => CaptchaState::Passed {
            score: score.unwrap_or(1.0),
        },
        // A wrong secret is an error of the configuration, not of the visitor.
        Some(answer)
            if answer
                .error_codes
                .iter()
                .any(|code| code.contains("secret")) =>
        {
            CaptchaState::Unverified
        }
        Some(_) => CaptchaState::Refused,
        None => CaptchaState::Unverified,
    }
}

const WINDOW: Duration = Duration::from_secs(600);
const MINUTE: Duration = Duration::from_secs(60);
/// Most addresses in memory. At this number old ones are removed, or all if none is old.
const MAX_ADDRESSES: usize = 10_000;

#[derive(Debug)]
pub(crate) struct Rates {
    posts: Mutex<HashMap<IpAddr, VecDeque<Instant>>>,
    /// Most posts of an address in a minute; 0: no limit.
    limit: usize,
}

impl Rates {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            posts: Mutex::default(),
            limit,
        }
    }

    /// Adds a post at `now` and returns the number of recent ones, including it; `None` when it exceeds the limit.
    pub(crate) fn count(&self, address: IpAddr, now: Instant) -> Option<usize> {
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
        // One more than any number that they are compared with.
        if times.len() > self.limit.max(USUAL_POSTS) {
            times.pop_front();
        }
        times.push_back(now);
        let in_minute = times
            .iter()
            .filter(|time| now.duration_since(**time) < MINUTE)
            .count();
        (self.limit == 0 || in_minute <= self.limit).then_some(times.len())
    }
}

/// Most events of one address in a minute, for each post that it may send in a minute. A page sends some five.
const EVENTS_PER_POST: usize = 5;

/// How many events each address has sent in the current minute. Nothing of an address is kept after it.
#[derive(Debug)]
pub(crate) struct EventRates {
    minute: Mutex<(Instant, HashMap<IpAddr, usize>)>,
    /// Most events of an address in a minute; 0: no limit.
    limit: usize,
}

impl EventRates {
    pub(crate) fn new(posts_per_minute: usize) -> Self {
        Self {
            minute: Mutex::new((Instant::now(), HashMap::new())),
            limit: posts_per_minute.saturating_mul(EVENTS_PER_POST),
        }
    }

    /// Adds an event at `now`. Returns whether it is within the limit.
    pub(crate) fn count(&self, address: IpAddr, now: Instant) -> bool {
        let mut minute = self.minute.lock();
        let (start, events) = &mut *minute;
        if now.duration_since(*start) >= MINUTE || events.len() >= MAX_ADDRESSES {
            *start = now;
            events.clear();
        }
        let number = events.entry(network(address)).or_default();
        *number += 1;
        self.limit == 0 || *number <= self.limit
    }
}

/// The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => {
            IpAddr::V6((u128::from(v6) >> 64 << 64).into())
        }
        other => other.to_canonical(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{EventRates, MINUTE, Rates, USUAL_POSTS, assess};
    use crate::lead::CaptchaState::{self, Missing, NotAsked, Passed, Refused, Unverified};
    use crate::lead::SpamReport;
    use crate::post::{Post, ValidFields};
    use std::time::{Duration, Instant};

    /// The report of a post with these fields.
    pub(crate) fn assessed(
        fields: &[(&str, &str)],
        recent: usize,
        captcha: CaptchaState,
    ) -> SpamReport {
        let fields = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let post = Post {
            fields: fields.collect(),
            ..Post::default()
        };
        let [name, message] = ["name", "message"].map(|name| post.field(name).to_owned());
        assess(
            &post,
            &ValidFields {
                name,
                message,
                ..ValidFields::default()
            },
            recent,
            captcha,
            5,
        )
    }

    #[test]
    fn each_signal_has_its_points_and_its_reason() {
        let usual = [
            ("name", "Ana"),
            ("message", "Hola"),
            ("elapsed_ms", "20000"),
        ];
        assert_eq!(assessed(&usual, 1, NotAsked), SpamReport::default());
        for (fields, recent_posts, captcha, reasons) in [
            (&[("website", "x")][..], 1, NotAsked, "honeypot:5"),
            (&[("elapsed_ms", "200")], 1, NotAsked, "too_quick:3"),
            (&[("name", "www.x.test")], 1, NotAsked, "link_in_name:5"),
            (
                &[("message", "http://a http://b http://c")],
                1,
                NotAsked,
                "links:4",
            ),
            (&[], 6, NotAsked, "rate:3"),
            (&[], 1, Passed { score: 0.1 }, "captcha:5"),
            (&[], 1, Refused, "captcha:4"),
            (&[], 1, Missing, "captcha:1"),
            (&[], 1, Unverified, ""),
            (
                &[("website", "x"), ("elapsed_ms", "1")],
                1,
                NotAsked,
                "honeypot:5 too_quick:3",
            ),
        ] {
            let report = assessed(fields, recent_posts, captcha);
            assert_eq!(report.reasons.join(" "), reasons);
            assert_eq!(report.quarantined, report.score >= 5);
        }
    }

    #[test]
    fn old_posts_are_forgotten_and_a_network_is_one_visitor() {
        let (rates, start) = (Rates::new(60), Instant::now());
        let count = |address: &str, seconds: u64| {
            let now = start + Duration::from_secs(seconds);
            rates.count(address.parse().expect("an address"), now)
        };
        assert_eq!(
            [0, 90, 900].map(|seconds| count("203.0.113.7", seconds)),
            [1, 2, 1].map(Some)
        );
        let network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::2"];
        assert_eq!(
            network.map(|address| count(address, 0)),
            [1, 2, 1].map(Some)
        );
    }

    #[test]
    fn events_of_an_address_are_limited_in_a_minute() {
        let one = "203.0.113.7".parse().expect("an address");
        let other = "203.0.113.8".parse().expect("an address");
        let (rates, now) = (EventRates::new(2), Instant::now());
        assert_eq!((0..99).filter(|_| rates.count(one, now)).count(), 10);
        assert!(rates.count(other, now) && rates.count(one, now + MINUTE));
        let unlimited = EventRates::new(0);
        assert!((0..99).all(|_| unlimited.count(one, now)));
    }

    #[test]
    fn any_limit_can_be_exceeded() {
        let (now, address) = (Instant::now(), "203.0.113.7".parse().expect("an address"));
        for limit in [0, 3, 60, 3000] {
            let rates = Rates::new(limit);
            let counts: Vec<_> = (0..limit + 9).map(|_| rates.count(address, now)).collect();
            let accepted = counts.iter().flatten();
            assert_eq!(accepted.clone().count(), if limit == 0 { 9 } else { limit });
            let later = rates
                .count(address, now + MINUTE)
                .expect("a minute without posts");
            assert!(later > USUAL_POSTS && accepted.max().is_some_and(|most| *most <= later));
        }
    }
}
