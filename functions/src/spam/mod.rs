//! How doubtful a post is. Scores, never verdicts: a doubtful lead is quarantined, never dropped.

mod captcha;
mod rate;
mod score;

pub(crate) use captcha::{CaptchaState, verify};
pub(crate) use rate::Rates;
pub(crate) use score::{Signals, assess};

use serde::{Deserialize, Serialize};

/// What is stored with the lead.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpamReport {
    /// Sum of the reasons' points.
    pub score: u32,
    /// Why, as `reason:points`.
    pub reasons: Vec<String>,
    /// What the captcha said.
    pub captcha: CaptchaState,
    /// Whether the score reached the bound.
    pub quarantined: bool,
}
