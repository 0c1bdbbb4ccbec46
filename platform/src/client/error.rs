//! Why a call failed, and what the caller can do about it: try again later, at a given time, or not at all.

use crate::answer::AnswerError;
use std::fmt;
use std::time::Duration;

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {kind}")]
pub struct CallError {
    /// The call's path under the base path (`property/list`).
    pub call: &'static str,
    /// What happened.
    pub kind: ErrorKind,
}

/// What happened to a call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// No connection was made: nothing was sent.
    #[error("cannot reach the platform ({0})")]
    Connect(String),
    /// No complete answer within the deadline.
    #[error("the platform did not answer within {}", seconds(.0))]
    Timeout(Duration),
    /// The connection broke before the answer was complete.
    #[error("the connection broke before the answer was complete ({0})")]
    Interrupted(String),
    /// An HTTP status other than 200.
    #[error("the platform answered with status {status}{}", advice(*.status))]
    Status {
        /// The status.
        status: u16,
        /// How long the platform asks to wait (Retry-After).
        retry_after: Option<Duration>,
    },
    /// A redirect. It is not followed, so that the bearer goes to no other host.
    #[error("the platform redirects ({status}) to {to}; set its new address in site.yaml")]
    Redirect {
        /// The status.
        status: u16,
        /// The host it points to.
        to: String,
    },
    /// Status 200 with something that is no JSON, like a maintenance page.
    #[error("the platform answered with {0} instead of JSON")]
    NotJson(String),
    /// JSON that ends too early or is none.
    #[error("the platform's JSON cannot be read ({0})")]
    BrokenJson(String),
    /// More than the client takes.
    #[error("the platform's answer is larger than {limit} bytes (platform.limits.answer_bytes)")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// JSON that is not what the call promises.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// What to do after a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The same call will fail again.
    No,
    /// It may succeed later, at a time of the caller's choice.
    Later,
    /// It may succeed after this long, which the platform asked for.
    After(Duration),
}

impl CallError {
    /// What to do about it.
    pub fn retry(&self) -> Retry {
        match &self.kind {
            ErrorKind::Connect(_)
            | ErrorKind::Timeout(_)
            | ErrorKind::Interrupted(_)
            | ErrorKind::NotJson(_)
            | ErrorKind::BrokenJson(_) => Retry::Later,
            ErrorKind::Status { status, retry_after } if is_passing(*status) => {
                retry_after.map_or(Retry::Later, Retry::After)
            }
            ErrorKind::Answer(AnswerError::Reported(status)) => {
                let passing = u16::try_from(*status).is_ok_and(is_passing);
                if passing { Retry::Later } else { Retry::No }
            }
            _ => Retry::No,
        }
    }

    /// The HTTP status, where there was one other than 200.
    pub fn status(&self) -> Option<u16> {
        match self.kind {
            ErrorKind::Status { status, .. } | ErrorKind::Redirect { status, .. } => Some(status),
            _ => None,
        }
    }

    /// False when the platform cannot have acted on the call; true when it may have, so that a repeated send
    /// may arrive twice.
    pub fn may_have_arrived(&self) -> bool {
        match &self.kind {
            ErrorKind::Connect(_) | ErrorKind::Redirect { .. } => false,
            ErrorKind::Status { status, .. } => *status >= 500,
            _ => true,
        }
    }
}

/// Statuses that pass: time-outs, too many requests, and the server's own faults.
fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..=599)
}

fn advice(status: u16) -> &'static str {
    match status {
        401 | 403 => " (is PLATFORM_TOKEN the right one?)",
        404 => " (are platform.url, base_path and project_code right?)",
        429 => " (too many requests)",
        _ => "",
    }
}

fn seconds(duration: &Duration) -> impl fmt::Display {
    format!("{} s", duration.as_millis() as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: ErrorKind) -> CallError {
        CallError {
            call: "property/list",
            kind,
        }
    }

    fn status(status: u16) -> CallError {
        error(ErrorKind::Status {
            status,
            retry_after: None,
        })
    }

    #[test]
    fn only_what_passes_is_worth_another_try() {
        for passing in [408, 425, 429, 500, 502, 503, 504] {
            assert_eq!(status(passing).retry(), Retry::Later, "{passing}");
        }
        for lasting in [201, 400, 401, 403, 404, 413, 422] {
            assert_eq!(status(lasting).retry(), Retry::No, "{lasting}");
        }
        let wait = Some(Duration::from_secs(7));
        let asked = error(ErrorKind::Status {
            status: 429,
            retry_after: wait,
        });
        assert_eq!(asked.retry(), Retry::After(Duration::from_secs(7)));
        assert_eq!(error(ErrorKind::TooLarge { limit: 1 }).retry(), Retry::No);
        assert_eq!(
            error(ErrorKind::Answer(AnswerError::Reported(503))).retry(),
            Retry::Later
        );
        assert_eq!(
            error(ErrorKind::Answer(AnswerError::Reported(422))).retry(),
            Retry::No
        );
        assert_eq!(
            error(ErrorKind::Answer(AnswerError::Reported(-1))).retry(),
            Retry::No
        );
    }

    #[test]
    fn it_says_what_may_have_arrived() {
        assert!(!error(ErrorKind::Connect(String::new())).may_have_arrived());
        assert!(!status(422).may_have_arrived());
        assert!(status(500).may_have_arrived());
        assert!(error(ErrorKind::Timeout(Duration::from_secs(1))).may_have_arrived());
    }

    #[test]
    fn messages_say_what_to_do() {
        assert_eq!(
            status(401).to_string(),
            "property/list: the platform answered with status 401 (is PLATFORM_TOKEN the right one?)"
        );
        let timeout = error(ErrorKind::Timeout(Duration::from_millis(1500)));
        assert_eq!(
            timeout.to_string(),
            "property/list: the platform did not answer within 1.5 s"
        );
    }
}
