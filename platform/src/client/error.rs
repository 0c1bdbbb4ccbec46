//! Why a call failed, and whether and when to retry it.

use crate::answer::AnswerError;
use std::borrow::Cow;
use std::time::Duration;

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {kind}")]
pub struct CallError {
    /// The call's path under the base path (`property/list`), for a detail with the code of the unit.
    pub call: Cow<'static, str>,
    /// The cause.
    pub kind: ErrorKind,
}

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The connection failed; nothing was sent.
    #[error("cannot reach the platform ({0})")]
    Connect(String),
    /// No complete answer within the timeout.
    #[error("the platform did not answer within {} s", .0.as_millis() as f64 / 1000.0)]
    Timeout(Duration),
    /// The connection broke before the answer was complete.
    #[error("the connection broke before the answer was complete ({0})")]
    Interrupted(String),
    /// An HTTP status other than 200.
    #[error("the platform answered with status {status}{}", advice(*.status))]
    Status {
        /// The status.
        status: u16,
        /// The wait that the platform requests (Retry-After).
        retry_after: Option<Duration>,
    },
    /// A redirect. It is not followed, so that the bearer token is not sent to another host.
    #[error("the platform redirects ({status}) to {to}: set its new URL in `platform.url` of site.yaml")]
    Redirect {
        /// The status.
        status: u16,
        /// The host it points to.
        to: String,
    },
    /// Status 200 with another content type than JSON, like a maintenance page.
    #[error("the platform answered with {0} instead of JSON")]
    NotJson(String),
    /// Incomplete or invalid JSON.
    #[error("the platform's JSON cannot be parsed ({0})")]
    BrokenJson(String),
    /// The answer is larger than the limit.
    #[error(
        "the platform's answer is larger than {limit} bytes: raise `platform.limits.answer_bytes` if that is right"
    )]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The pages of the list do not end, or are not as `platform.pages` says.
    #[error("{0}: compare `platform.pages` of site.yaml with the platform's answer")]
    Pages(String),
    /// JSON that does not have the format of the call.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// Whether and when to retry a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Do not retry: the same call will fail again.
    No,
    /// Retry at a time of the caller's choice.
    Later,
    /// Retry after this time, which the platform requested.
    After(Duration),
}

impl CallError {
    /// Whether and when to retry.
    pub fn retry(&self) -> Retry {
        match &self.kind {
            ErrorKind::Connect(_)
            | ErrorKind::Timeout(_)
            | ErrorKind::Interrupted(_)
            | ErrorKind::NotJson(_)
            | ErrorKind::BrokenJson(_) => Retry::Later,
            ErrorKind::Status { status, retry_after } if is_temporary(*status) => {
                retry_after.map_or(Retry::Later, Retry::After)
            }
            ErrorKind::Answer(AnswerError::Reported(status)) => {
                let temporary = u16::try_from(*status).is_ok_and(is_temporary);
                if temporary { Retry::Later } else { Retry::No }
            }
            _ => Retry::No,
        }
    }

    /// The HTTP status, if it was other than 200.
    pub fn status(&self) -> Option<u16> {
        match self.kind {
            ErrorKind::Status { status, .. } | ErrorKind::Redirect { status, .. } => Some(status),
            _ => None,
        }
    }
}

/// Whether a status is temporary: timeouts, too many requests, server errors.
fn is_temporary(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..=599)
}

fn advice(status: u16) -> &'static str {
    match status {
        401 | 403 => ": check PLATFORM_TOKEN",
        404 => ": check `url`, `base_path` and `project_code` in `platform` of site.yaml",
        429 => " (too many requests)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: ErrorKind) -> CallError {
        CallError { call: "property/list".into(), kind }
    }

    fn status(status: u16) -> CallError {
        error(ErrorKind::Status { status, retry_after: None })
    }

    #[test]
    fn only_temporary_errors_are_retried() {
        let reported = |status| error(ErrorKind::Answer(AnswerError::Reported(status)));
        for temporary in [408, 425, 429, 500, 502, 503, 504] {
            assert_eq!(status(temporary).retry(), Retry::Later, "{temporary}");
            assert_eq!(reported(temporary.into()).retry(), Retry::Later, "{temporary}");
        }
        for permanent in [201, 400, 401, 403, 404, 413, 422] {
            assert_eq!(status(permanent).retry(), Retry::No, "{permanent}");
            assert_eq!(reported(permanent.into()).retry(), Retry::No, "{permanent}");
        }
        let wait = Duration::from_secs(7);
        let retry_after = Some(wait);
        let requested = error(ErrorKind::Status { status: 429, retry_after });
        assert_eq!(requested.retry(), Retry::After(wait));
        assert_eq!(error(ErrorKind::TooLarge { limit: 1 }).retry(), Retry::No);
        assert_eq!(reported(-1).retry(), Retry::No);
    }

    #[test]
    fn messages_say_what_to_do() {
        let message = "property/list: the platform answered with status 401: check PLATFORM_TOKEN";
        assert_eq!(status(401).to_string(), message);
        let timeout = error(ErrorKind::Timeout(Duration::from_millis(1500)));
        assert_eq!(timeout.to_string(), "property/list: the platform did not answer within 1.5 s");
    }
}
