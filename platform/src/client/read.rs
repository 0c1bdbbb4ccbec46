//! Calls that read: the amenities, and what all of them share. Retried with exponential backoff and full jitter, within the
//! timeout of the whole call, and not before the time that the platform requests.

use super::transport::{ApiRequest, parse};
use super::{CallError, Client, ErrorKind, Retry};
use crate::amenity::Amenity;
use crate::answer;
use crate::calls::{AMENITIES, Call, Standard};
use crate::config::Limits;
use std::time::Duration;
use tokio::time::Instant;

impl Client {
    /// Call 5: the amenities of the project. A 404 means an empty list (specification, section 7).
    pub async fn amenities_list(&self) -> Result<Vec<Amenity>, CallError> {
        let request = self.request(&self.config.calls.amenities, &AMENITIES, "");
        let read = |text: &[u8]| Ok(answer::amenities(&parse(text)?, &self.config)?);
        let limit = self.config.limits.answer_bytes;
        let title = self.config.calls.amenities.title(&AMENITIES);
        let result = self.read_call(&title, &request, self.read_end(), limit, read);
        match result.await {
            Err(error) if error.status() == Some(404) => Ok(Vec::new()),
            result => result,
        }
    }

    /// When a call that begins now must have ended, with its retries.
    pub(super) fn read_end(&self) -> Instant {
        Instant::now() + self.config.limits.deadline()
    }

    /// The request of a call for the project, and for the unit with this code.
    pub(super) fn request(&self, call: &Call, standard: &Standard, code: &str) -> ApiRequest {
        let (path, body) = call.filled(standard, &self.config.project_code, code);
        ApiRequest { url: self.url(&path), body }
    }

    /// Attempts a call, whose answer has at most `limit` bytes, until it succeeds, fails permanently, or reaches `end` or the most attempts.
    pub(super) async fn read_call<T>(
        &self,
        call: &str,
        request: &ApiRequest,
        end: Instant,
        limit: usize,
        read: impl Fn(&[u8]) -> Result<T, ErrorKind>,
    ) -> Result<T, CallError> {
        let limits = &self.config.limits;
        let fail = |kind| CallError { call: call.to_owned().into(), kind };
        let mut attempt = 1;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(fail(ErrorKind::Timeout(limits.deadline())));
            }
            let longest = Duration::from_millis(limits.attempt_ms).min(left);
            let error = match self.attempt(request, limit, longest).await {
                Ok(text) => return read(&text).map_err(fail),
                Err(kind) => fail(kind),
            };
            let Some(pause) = pause(&error, attempt, limits, random()) else {
                return Err(error);
            };
            if attempt >= limits.attempts || Instant::now() + pause >= end {
                return Err(error);
            }
            let (pause_ms, kind) = (pause.as_millis(), &error.kind);
            tracing::info!(call, attempt, pause_ms, "retrying: {kind}");
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }
}

/// The pause before the next attempt; `None` for no further attempt. `random` is from 0 to 1.
fn pause(error: &CallError, attempt: u32, limits: &Limits, random: f64) -> Option<Duration> {
    // A maintenance page with status 200 rarely disappears within seconds.
    if matches!(error.kind, ErrorKind::NotJson(_)) {
        return None;
    }
    let doublings = attempt.saturating_sub(1).min(16);
    let longest = limits.backoff_ms.saturating_mul(1 << doublings);
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

    #[test]
    fn pauses_double_and_are_at_least_the_requested_one() {
        let status =
            |status, seconds| ErrorKind::Status { status, retry_after: Some(Duration::from_secs(seconds)) };
        let refused = || ErrorKind::Connect("refused".to_owned());
        for (kind, attempt, random, expected) in [
            (refused(), 1, 1.0, Some(100)),
            (refused(), 3, 1.0, Some(400)),
            (refused(), 3, 0.0, Some(0)),
            (refused(), u32::MAX, 1.0, Some(100 << 16)),
            (status(429, 2), 1, 0.0, Some(2000)),
            (status(503, 2), 1, 1.0, Some(2100)),
            (status(403, 2), 1, 1.0, None),
            (ErrorKind::NotJson("text/html".to_owned()), 1, 1.0, None),
            (ErrorKind::TooLarge { limit: 1 }, 1, 1.0, None),
        ] {
            let error = CallError { call: "property/list".into(), kind };
            let limits = Limits { backoff_ms: 100, ..Limits::default() };
            let pause = pause(&error, attempt, &limits, random);
            assert_eq!(pause.map(|pause| pause.as_millis()), expected, "{error} {attempt}");
        }
    }
}
