//! The points of each spam signal. A real visitor may cause one signal; machines usually cause several.

use crate::lead::{CaptchaState, SpamReport};

/// A form filled in faster than this was probably filled in by a machine.
const MIN_FILL_MS: u64 = 3000;
/// More posts than this from one address in ten minutes are suspicious.
pub(super) const USUAL_POSTS: usize = 5;
/// Most points for links in the message, below the quarantine threshold: a broker may send links to listings.
const MAX_LINK_POINTS: u32 = 4;

/// The spam signals of a post.
#[derive(Debug, Default)]
pub(crate) struct Signals<'a> {
    /// The honeypot field, which visitors do not see.
    pub honeypot: &'a str,
    /// Milliseconds to fill in the form, if the page measured them.
    pub elapsed_ms: Option<u64>,
    /// The name, which must not contain links.
    pub name: &'a str,
    /// The message, which may contain links.
    pub message: &'a str,
    /// Posts from the same address within ten minutes, including this one.
    pub recent_posts: usize,
    /// Result of the captcha.
    pub captcha: CaptchaState,
}

/// Adds up the points. From `quarantine_from` points on the lead is quarantined.
pub(crate) fn assess(signals: &Signals<'_>, quarantine_from: u32) -> SpamReport {
    let links = count_links(signals.message);
    let points = [
        ("honeypot", if signals.honeypot.trim().is_empty() { 0 } else { 5 }),
        (
            "too_quick",
            if signals.elapsed_ms.is_some_and(|ms| ms < MIN_FILL_MS) {
                3
            } else {
                0
            },
        ),
        ("link_in_name", if count_links(signals.name) > 0 { 5 } else { 0 }),
        ("links", (2 * links).min(MAX_LINK_POINTS)),
        ("rate", if signals.recent_posts > USUAL_POSTS { 3 } else { 0 }),
        ("captcha", captcha_points(&signals.captcha)),
    ];
    let score = points.iter().map(|(_, points)| points).sum();
    let reasons = points
        .iter()
        .filter(|(_, points)| *points > 0)
        .map(|(why, points)| format!("{why}:{points}"));
    SpamReport {
        score,
        reasons: reasons.collect(),
        captcha: signals.captcha.clone(),
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
    let count = ["http://", "https://", "www.", "<a ", "[url"]
        .iter()
        .map(|start| text.matches(start).count())
        .sum::<usize>();
    u32::try_from(count).unwrap_or(u32::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::{Signals, assess};
    use crate::lead::{CaptchaState, SpamReport};

    fn score(signals: &Signals<'_>) -> u32 {
        assess(signals, 5).score
    }

    #[test]
    fn a_real_visitor_gets_no_points() {
        let signals = Signals {
            elapsed_ms: Some(20_000),
            name: "Ana",
            message: "Hola",
            recent_posts: 1,
            ..Signals::default()
        };
        assert_eq!(assess(&signals, 5), SpamReport::default());
    }

    #[test]
    fn each_signal_has_its_points() {
        assert_eq!(
            score(&Signals {
                honeypot: "x",
                ..Signals::default()
            }),
            5
        );
        assert_eq!(
            score(&Signals {
                elapsed_ms: Some(200),
                ..Signals::default()
            }),
            3
        );
        assert_eq!(
            score(&Signals {
                name: "www.x.test",
                ..Signals::default()
            }),
            5
        );
        assert_eq!(
            score(&Signals {
                message: "http://a http://b http://c",
                ..Signals::default()
            }),
            4
        );
        assert_eq!(
            score(&Signals {
                recent_posts: 6,
                ..Signals::default()
            }),
            3
        );
        assert_eq!(
            score(&Signals {
                captcha: CaptchaState::Passed { score: 0.1 },
                ..Signals::default()
            }),
            5
        );
        assert_eq!(
            score(&Signals {
                captcha: CaptchaState::Refused,
                ..Signals::default()
            }),
            4
        );
    }

    #[test]
    fn an_unreachable_captcha_service_gives_no_points() {
        assert_eq!(
            score(&Signals {
                captcha: CaptchaState::Unverified,
                ..Signals::default()
            }),
            0
        );
    }

    #[test]
    fn the_report_lists_the_reasons() {
        let report = assess(
            &Signals {
                honeypot: "x",
                elapsed_ms: Some(1),
                ..Signals::default()
            },
            5,
        );
        assert_eq!(report.reasons, ["honeypot:5", "too_quick:3"]);
        assert!(report.quarantined);
    }
}
