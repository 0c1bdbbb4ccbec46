//! Scores how likely a post is spam. A lead with a high score is quarantined, never dropped.

mod captcha;
mod rate;
mod score;

pub(crate) use captcha::verify;
pub(crate) use rate::{Rates, network};
pub(crate) use score::{Signals, assess};
