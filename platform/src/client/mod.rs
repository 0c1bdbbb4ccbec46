//! The client of the platform's calls 1 to 5 (specification, section 7). Redirects are not followed, and errors and logs never
//! contain the bearer token.

mod properties;
mod send;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use url::Url;

pub use properties::Properties;
pub use send::{read_limited, requested_wait, root_cause};

use crate::address::{base_url, is_localhost};
use crate::answer::AnswerError;
use crate::config::PlatformConfig;

/// A client of one platform for one project. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Client {
    http: Arc<OnceLock<reqwest::Client>>,
    base: Url,
    /// Sent with each request, and to no other host.
    headers: HeaderMap,
    config: PlatformConfig,
}

impl Client {
    /// A client of the platform at `host`, like `https://platform.example`, in place of `config.url`. `headers` have the credential.
    pub fn new(host: &str, config: &PlatformConfig, headers: HeaderMap) -> Result<Self, String> {
        let base = base_url(host, &config.base_path)?;
        Ok(Self {
            http: Arc::default(),
            base,
            headers,
            config: config.clone(),
        })
    }

    /// The HTTP client, created at the first call: loading the certificates would delay the start of the lead function.
    fn http(&self) -> Result<&reqwest::Client, ErrorKind> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = reqwest::Client::builder()
            .connect_timeout(Duration::from_millis(self.config.limits.connect_ms))
            .redirect(Policy::none())
            .user_agent(concat!("site/", env!("CARGO_PKG_VERSION")));
        if is_localhost(&self.base) {
            http = http.no_proxy();
        }
        if self.base.scheme() == "http" {
            http = http.tls_certs_only([]);
        }
        let http = http
            .build()
            .map_err(|error| ErrorKind::Connect(error.to_string()))?;
        Ok(self.http.get_or_init(|| http))
    }

    /// The URL of a call, whose path may have a query.
    fn url(&self, call: &str) -> Url {
        let mut url = self.base.clone();
        let (path, query) = call
            .split_once('?')
            .map_or((call, None), |(path, query)| (path, Some(query)));
        let path = path.trim_start_matches('/');
        url.set_path(&format!(
            "{}/{path}",
            self.base.path().trim_end_matches('/')
        ));
        url.set_query(query);
        url
    }
}

const VARIABLE: &str = "PLATFORM_TOKEN";

/// Why a text is not a valid bearer token. The message does not contain the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum BadToken {
    #[error("{VARIABLE} is not set")]
    Missing,
    #[error("{VARIABLE} contains white space or characters that are not allowed in a header")]
    Unfit,
}

/// The header with a bearer token, without surrounding white space. It must not include the word `Bearer`.
pub fn bearer(token: &str) -> Result<HeaderMap, BadToken> {
    let token = token.trim();
    if token.is_empty() {
        return Err(BadToken::Missing);
    }
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(BadToken::Unfit);
    }
    let header = HeaderValue::from_str(&format!("Bearer {token}"));
    let mut value = header.map_err(|_| BadToken::Unfit)?;
    value.set_sensitive(true);
    Ok(HeaderMap::from_iter([(AUTHORIZATION, value)]))
}

/// The same for `PLATFORM_TOKEN`.
pub fn bearer_from_env() -> Result<HeaderMap, BadToken> {
    // What is not Unicode is not a token either.
    bearer(
        &std::env::var_os(VARIABLE)
            .unwrap_or_default()
            .to_string_lossy(),
    )
}

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {kind}")]
pub struct CallError {
    /// The call's path under the base path (`property/list`), for a detail with the code of the unit.
    pub call: String,
    /// The cause.
    pub kind: ErrorKind,
}

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum ErrorKind {
    #[error("cannot reach the platform ({0})")]
    Connect(String),
    #[error("the platform did not answer within {} s", .0.as_millis() as f64 / 1000.0)]
    Timeout(Duration),
    #[error("the connection broke before the answer was complete ({0})")]
    Interrupted(String),
    #[error("the platform answered with status {status}{}", advice(*.status))]
    Status {
        status: u16,
        retry_after: Option<Duration>,
    },
    /// A redirect. It is not followed, so that the bearer token is not sent to another host.
    #[error(
        "the platform redirects ({status}) to {to}: set its new URL in `platform.url` of site.yaml"
    )]
    Redirect { status: u16, to: String },
    #[error("the platform answered with {0} instead of JSON")]
    NotJson(String),
    #[error("the platform's JSON cannot be parsed ({0})")]
    BrokenJson(String),
    #[error(
        "the platform's answer is larger than {limit} bytes: raise `platform.limits.answer_bytes` if that is right"
    )]
    TooLarge { limit: usize },
    #[error("{0}: compare `platform.pages` of site.yaml with the platform's answer")]
    Pages(String),
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

impl CallError {
    /// Whether the same call may succeed later.
    pub fn is_temporary(&self) -> bool {
        match &self.kind {
            ErrorKind::Connect(_)
            | ErrorKind::Timeout(_)
            | ErrorKind::Interrupted(_)
            | ErrorKind::NotJson(_)
            | ErrorKind::BrokenJson(_) => true,
            ErrorKind::Status { status, .. } => is_temporary(*status),
            ErrorKind::Answer(AnswerError::Reported(status)) => {
                u16::try_from(*status).is_ok_and(is_temporary)
            }
            _ => false,
        }
    }

    /// The wait that the platform requests before a retry.
    pub fn requested_wait(&self) -> Option<Duration> {
        match self.kind {
            ErrorKind::Status {
                status,
                retry_after,
            } if is_temporary(status) => retry_after,
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

    fn client(host: &str) -> Result<Client, String> {
        Client::new(
            host,
            &PlatformConfig::default(),
            bearer("secret-token").unwrap(),
        )
    }

    #[test]
    fn calls_are_below_the_base_path() {
        for (host, base) in [
            ("https://platform.example", "https://platform.example"),
            ("https://platform.example/", "https://platform.example"),
            (
                "https://platform.example/crm/",
                "https://platform.example/crm",
            ),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            let client = client(host).unwrap();
            assert_eq!(
                client.url("property/list").as_str(),
                format!("{base}/v2/api/property/list")
            );
            assert!(!format!("{client:?}").contains("secret-token"));
        }
    }

    #[test]
    fn unsafe_urls_are_rejected() {
        let error = |host: &str| client(host).unwrap_err();
        assert!(
            error("http://platform.example")
                .to_string()
                .contains("must start with https://")
        );
        assert!(
            error("https://user:pw@platform.example")
                .to_string()
                .contains("user name or password")
        );
        for bad in [
            "",
            "platform.example",
            "ftp://platform.example",
            "https://platform.example?x=1",
        ] {
            assert!(
                error(bad)
                    .to_string()
                    .starts_with(&format!("the platform's URL `{bad}` is not valid"))
            );
        }
        assert!(
            !error("user:hunter2@platform.example")
                .to_string()
                .contains("hunter2")
        );
    }

    #[test]
    fn a_token_is_sent_but_in_no_message() {
        let headers = bearer(" abc.def-123 ").unwrap();
        assert_eq!(headers[AUTHORIZATION], "Bearer abc.def-123");
        assert_eq!(format!("{headers:?}"), r#"{"authorization": Sensitive}"#);
        assert_eq!(bearer("  ").unwrap_err(), BadToken::Missing);
        for bad in ["a b", "a\r\nX-Other: 1", "añb"] {
            let error = bearer(bad).unwrap_err();
            assert!(error == BadToken::Unfit && !error.to_string().contains(bad));
        }
    }

    fn error(kind: ErrorKind) -> CallError {
        CallError {
            call: "property/list".into(),
            kind,
        }
    }

    #[test]
    fn only_temporary_errors_are_retried_and_messages_say_what_to_do() {
        let status = |status| {
            error(ErrorKind::Status {
                status,
                retry_after: None,
            })
        };
        let reported = |status| error(ErrorKind::Answer(AnswerError::Reported(status)));
        for temporary in [408, 425, 429, 500, 502, 503, 504] {
            assert!(status(temporary).is_temporary(), "{temporary}");
            assert!(reported(temporary.into()).is_temporary(), "{temporary}");
        }
        for permanent in [201, 400, 401, 403, 404, 413, 422] {
            assert!(!status(permanent).is_temporary(), "{permanent}");
            assert!(!reported(permanent.into()).is_temporary(), "{permanent}");
        }
        let retry_after = Some(Duration::from_secs(7));
        for (status, expected) in [(429, retry_after), (403, None)] {
            assert_eq!(
                error(ErrorKind::Status {
                    status,
                    retry_after
                })
                .requested_wait(),
                expected
            );
        }
        assert!(!error(ErrorKind::TooLarge { limit: 1 }).is_temporary());
        assert!(!reported(-1).is_temporary());
        let message = "property/list: the platform answered with status 401: check PLATFORM_TOKEN";
        assert_eq!(status(401).to_string(), message);
        let timeout = error(ErrorKind::Timeout(Duration::from_millis(1500)));
        assert_eq!(
            timeout.to_string(),
            "property/list: the platform did not answer within 1.5 s"
        );
    }
}
