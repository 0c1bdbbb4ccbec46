//! reCAPTCHA v3: asks `siteverify` for the score of a token. Being down is not the visitor's fault.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The answer to the visitor must not wait longer for it.
const LONGEST_WAIT: Duration = Duration::from_millis(1500);

/// What the captcha said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub(crate) enum CaptchaState {
    /// No secret is configured.
    #[default]
    NotAsked,
    /// The post carried no token: no script ran, or it was blocked.
    Missing,
    /// The service did not answer as it should.
    Unverified,
    /// The service does not know the token.
    Refused,
    /// The service's score, from 0 (machine) to 1 (person).
    Passed {
        /// The score.
        score: f64,
    },
}

#[derive(Deserialize)]
struct Answer {
    success: bool,
    #[serde(default)]
    score: Option<f64>,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Asks the service at `url` about `token`.
pub(crate) async fn verify(client: &reqwest::Client, url: &str, secret: &str, token: &str) -> CaptchaState {
    if token.is_empty() {
        return CaptchaState::Missing;
    }
    let form = [("secret", secret), ("response", token)];
    let request = client.post(url).form(&form).timeout(LONGEST_WAIT).send();
    let answer = match request.await.and_then(reqwest::Response::error_for_status) {
        Ok(response) => response.json::<Answer>().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(Answer {
            success: true, score, ..
        }) => CaptchaState::Passed {
            score: score.unwrap_or(1.0),
        },
        // A wrong secret is our mistake, not the visitor's.
        Ok(answer) if answer.error_codes.iter().any(|code| code.contains("secret")) => {
            CaptchaState::Unverified
        }
        Ok(_) => CaptchaState::Refused,
        Err(_) => CaptchaState::Unverified,
    }
}
