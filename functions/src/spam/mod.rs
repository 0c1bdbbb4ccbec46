//! Scores how likely a post is spam. A real visitor may cause one signal; machines usually cause several. A lead with a high
//! score is quarantined, never dropped.

mod rate;

pub(crate) use rate::{Rates, network};

use crate::lead::{CaptchaState, SpamReport};
use serde::Deserialize;
use std::time::Duration;

/// A form filled in faster than this was probably filled in by a machine.
const MIN_FILL_MS: u64 = 3000;
/// More posts than this from one address in ten minutes are suspicious.
const USUAL_POSTS: usize = 5;
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
    let points_if = |condition: bool, points: u32| if condition { points } else { 0 };
    let is_quick = signals.elapsed_ms.is_some_and(|ms| ms < MIN_FILL_MS);
    let points = [
        ("honeypot", points_if(!signals.honeypot.trim().is_empty(), 5)),
        ("too_quick", points_if(is_quick, 3)),
        ("link_in_name", points_if(count_links(signals.name) > 0, 5)),
        ("links", (2 * links).min(MAX_LINK_POINTS)),
        ("rate", points_if(signals.recent_posts > USUAL_POSTS, 3)),
        ("captcha", captcha_points(&signals.captcha)),
    ];
    let score = points.iter().map(|(_, points)| points).sum();
    let counted = points.iter().filter(|(_, points)| *points > 0);
    let reasons = counted.map(|(why, points)| format!("{why}:{points}"));
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
    let starts = ["http://", "https://", "www.", "<a ", "[url"];
    let count: usize = starts.iter().map(|start| text.matches(start).count()).sum();
    u32::try_from(count).unwrap_or(u32::MAX / 4)
}

/// Timeout of the verification, because the visitor waits for it.
const CAPTCHA_TIMEOUT: Duration = Duration::from_millis(1500);

#[derive(Deserialize)]
struct Answer {
    success: bool,
    score: Option<f64>,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Verifies a token of reCAPTCHA v3 with the service at `url` (`siteverify`).
pub(crate) async fn verify(client: &reqwest::Client, url: &str, secret: &str, token: &str) -> CaptchaState {
    if token.is_empty() {
        return CaptchaState::Missing;
    }
    let form = [("secret", secret), ("response", token)];
    let request = client.post(url).form(&form).timeout(CAPTCHA_TIMEOUT).send();
    let answer = match request.await.and_then(reqwest::Response::error_for_status) {
        Ok(response) => response.json::<Answer>().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(Answer { success: true, score, .. }) => CaptchaState::Passed { score: score.unwrap_or(1.0) },
        // A wrong secret is an error of the configuration, not of the visitor.
        Ok(answer) if answer.error_codes.iter().any(|code| code.contains("secret")) => {
            CaptchaState::Unverified
        }
        Ok(_) => CaptchaState::Refused,
        Err(_) => CaptchaState::Unverified,
    }
}

#[cfg(test)]
mod tests {
    use super::{Signals, assess};
    use crate::lead::{CaptchaState, SpamReport};

    type Change = fn(&mut Signals<'_>);

    #[test]
    fn each_signal_has_its_points_and_its_reason() {
        let reported = |change: Change| {
            let mut signals = Signals {
                elapsed_ms: Some(20_000),
                name: "Ana",
                message: "Hola",
                recent_posts: 1,
                ..Signals::default()
            };
            change(&mut signals);
            assess(&signals, 5)
        };
        assert_eq!(reported(|_| ()), SpamReport::default());
        let cases: [(Change, &str); 9] = [
            (|signals| signals.honeypot = "x", "honeypot:5"),
            (|signals| signals.elapsed_ms = Some(200), "too_quick:3"),
            (|signals| signals.name = "www.x.test", "link_in_name:5"),
            (|signals| signals.message = "http://a http://b http://c", "links:4"),
            (|signals| signals.recent_posts = 6, "rate:3"),
            (|signals| signals.captcha = CaptchaState::Passed { score: 0.1 }, "captcha:5"),
            (|signals| signals.captcha = CaptchaState::Refused, "captcha:4"),
            (|signals| signals.captcha = CaptchaState::Missing, "captcha:1"),
            (|signals| (signals.honeypot, signals.elapsed_ms) = ("x", Some(1)), "honeypot:5 too_quick:3"),
        ];
        for (change, reasons) in cases {
            let report = reported(change);
            assert_eq!(report.reasons.join(" "), reasons);
            assert_eq!(report.quarantined, report.score >= 5);
        }
        assert_eq!(reported(|signals| signals.captcha = CaptchaState::Unverified).score, 0);
    }
}
