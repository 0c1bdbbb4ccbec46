//! What a lead stores about its spam check.

use serde::{Deserialize, Serialize};

/// Result of the spam check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpamReport {
    /// Sum of the points of all reasons.
    pub score: u32,
    /// The reasons, as `reason:points`.
    pub reasons: Vec<String>,
    /// Result of the captcha.
    pub captcha: CaptchaState,
    /// Whether the score reached the quarantine threshold.
    pub quarantined: bool,
}

/// Result of the captcha.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub(crate) enum CaptchaState {
    /// No secret is configured.
    #[default]
    NotAsked,
    /// The post has no token: no script ran, or it was blocked.
    Missing,
    /// The service could not be asked or answered with an error.
    Unverified,
    /// The service rejected the token.
    Refused,
    /// The service accepted the token.
    Passed {
        /// The service's score, from 0 (machine) to 1 (person).
        score: f64,
    },
}
