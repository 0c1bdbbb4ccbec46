//! Retries of reads: exponential backoff with full jitter, within the timeout of the whole call, and not before the time
//! that the platform requests.

use super::{CallError, Client, ErrorKind, Retry};
use crate::config::Limits;
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

impl Client {
    /// Attempts a read until it succeeds, fails permanently, or reaches the timeout or the most attempts.
    pub(super) async fn read_call(&self, call: &'static str, body: &Value) -> Result<Vec<u8>, CallError> {
        let end = Instant::now() + self.limits.deadline();
        let mut attempt = 1;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let outcome = self.attempt(call, body, self.limits.attempt().min(left)).await;
            let error = match outcome {
                Ok(answer) => return Ok(answer),
                Err(kind) => CallError { call, kind },
            };
            let Some(pause) = pause(&error, attempt, &self.limits, random()) else {
                return Err(error);
            };
            if attempt >= self.limits.attempts || Instant::now() + pause >= end {
                return Err(error);
            }
            tracing::info!(
                call,
                attempt,
                pause_ms = pause.as_millis(),
                "retrying: {}",
                error.kind
            );
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }
}

/// The pause before the next attempt; `None` for no further attempt. `random` is from 0 to 1.
fn pause(error: &CallError, attempt: u32, limits: &Limits, random: f64) -> Option<Duration> {
    // A maintenance page or invalid JSON with status 200 rarely disappears within seconds.
    if matches!(
        error.kind,
        ErrorKind::NotJson(_) | ErrorKind::BrokenJson(_) | ErrorKind::Answer(_)
    ) {
        return None;
    }
    let longest = limits
        .backoff_ms
        .saturating_mul(1 << attempt.saturating_sub(1).min(16));
    let jitter = Duration::from_millis(longest).mul_f64(random);
    match error.retry() {
        Retry::No => None,
        Retry::Later => Some(jitter),
        Retry::After(requested) => Some(requested.saturating_add(jitter)),
    }
}

/// A random number from 0 to 1; 1 (the longest pause) if the system has no randomness.
fn random() -> f64 {
    getrandom::u32().map_or(1.0, |bits| f64::from(bits) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause_of(kind: ErrorKind, attempt: u32, random: f64) -> Option<u128> {
        let error = CallError {
            call: "property/list",
            kind,
        };
        let limits = Limits {
            backoff_ms: 100,
            ..Limits::default()
        };
        pause(&error, attempt, &limits, random).map(|pause| pause.as_millis())
    }

    #[test]
    fn pauses_double_with_full_jitter() {
        let refused = || ErrorKind::Connect("refused".to_owned());
        assert_eq!(pause_of(refused(), 1, 1.0), Some(100));
        assert_eq!(pause_of(refused(), 3, 1.0), Some(400));
        assert_eq!(pause_of(refused(), 3, 0.0), Some(0));
        assert!(pause_of(refused(), u32::MAX, 1.0).is_some());
    }

    #[test]
    fn a_requested_pause_is_the_minimum() {
        let status = |status, seconds| ErrorKind::Status {
            status,
            retry_after: Some(Duration::from_secs(seconds)),
        };
        assert_eq!(pause_of(status(429, 2), 1, 0.0), Some(2000));
        assert_eq!(pause_of(status(503, 2), 1, 1.0), Some(2100));
        assert_eq!(pause_of(status(403, 2), 1, 1.0), None);
    }

    #[test]
    fn permanent_errors_are_not_retried() {
        assert_eq!(pause_of(ErrorKind::NotJson("text/html".to_owned()), 1, 1.0), None);
        assert_eq!(pause_of(ErrorKind::TooLarge { limit: 1 }, 1, 1.0), None);
    }
}
