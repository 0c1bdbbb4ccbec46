//! Verifies reCAPTCHA v3 tokens with `siteverify`.

use crate::lead::CaptchaState;
use serde::Deserialize;
use std::time::Duration;

/// Timeout of the verification, because the visitor waits for it.
const TIMEOUT: Duration = Duration::from_millis(1500);

#[derive(Deserialize)]
struct Answer {
    success: bool,
    score: Option<f64>,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Verifies `token` with the service at `url`.
pub(crate) async fn verify(client: &reqwest::Client, url: &str, secret: &str, token: &str) -> CaptchaState {
    if token.is_empty() {
        return CaptchaState::Missing;
    }
    let form = [("secret", secret), ("response", token)];
    let request = client.post(url).form(&form).timeout(TIMEOUT).send();
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
