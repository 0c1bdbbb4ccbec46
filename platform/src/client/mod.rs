//! The client of the platform's calls 1 to 5 (specification, section 7). Reads (3, 4, 5) are retried within a timeout.
//! Sends (1, 2) are one attempt each, because the lead function schedules its own retries. The size of answers is
//! limited, redirects are not followed, and errors and logs never contain the bearer token.

mod error;
mod pages;
mod properties;
mod read;
mod send;
mod transport;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use url::{Host, Url};

pub use error::{CallError, ErrorKind, Retry};
pub use properties::Properties;
pub use transport::{requested_wait, root_cause};

use crate::config::PlatformConfig;

/// A client of one platform for one project. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    http: Arc<OnceLock<reqwest::Client>>,
    base: Url,
    /// Sent with each request, and to no other host.
    headers: HeaderMap,
    config: PlatformConfig,
}

/// Why a client cannot be created from the configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the platform's URL {0}")]
pub struct BadClient(String);

impl Client {
    /// A client of the platform at `host` (like `https://platform.example`). Ignores `config.url`: the caller chooses the
    /// host. `headers` have the credential.
    pub fn new(
        host: &str,
        config: &PlatformConfig,
        headers: impl Into<HeaderMap>,
    ) -> Result<Self, BadClient> {
        let (base, headers) = (base(host, &config.base_path)?, headers.into());
        Ok(Self { http: Arc::default(), base, headers, config: config.clone() })
    }

    /// The HTTP client, created at the first call because loading the system's certificates would delay the start of
    /// the lead function.
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
        let http = http.build().map_err(|error| ErrorKind::Connect(error.to_string()))?;
        Ok(self.http.get_or_init(|| http))
    }

    /// The URL of a call, whose path may have a query.
    fn url(&self, call: &str) -> Url {
        let mut url = self.base.clone();
        let (path, query) = call.split_once('?').map_or((call, None), |(path, query)| (path, Some(query)));
        let path = path.trim_start_matches('/');
        url.set_path(&format!("{}/{path}", self.base.path().trim_end_matches('/')));
        url.set_query(query);
        url
    }
}

/// Checks `platform.url` of a configuration, which may be empty.
///
/// # Errors
/// The URL is not one of a platform.
pub fn check_address(config: &PlatformConfig) -> Result<(), BadClient> {
    match config.url.trim() {
        "" => Ok(()),
        url => base(url, &config.base_path).map(drop),
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base", &self.base.as_str()).finish_non_exhaustive()
    }
}

fn base(host: &str, path: &str) -> Result<Url, BadClient> {
    let refuse = |why: &str| Err(BadClient(why.to_owned()));
    // Nothing before an `@` may be in a message.
    let shown: String = host.rsplit('@').next().unwrap_or_default().chars().take(80).collect();
    let bad = || BadClient(format!("`{shown}` is not valid: use one like https://platform.example"));
    let mut url = Url::parse(host.trim()).map_err(|_| bad())?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || url.query().is_some() {
        return Err(bad());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("must not contain a user name or password: use PLATFORM_TOKEN");
    }
    if url.scheme() == "http" && !is_localhost(&url) {
        return refuse("must start with https:// (http:// is allowed for localhost only)");
    }
    url.set_fragment(None);
    let prefix = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{prefix}/{}", path.trim_matches('/')));
    Ok(url)
}

/// Whether a URL leads to this machine, so that credentials may be sent to it unencrypted.
pub fn is_localhost(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The bearer token. Comes only from the environment.
#[derive(Clone)]
pub struct Token(HeaderValue);

/// Why a text is not a valid bearer token. The message does not contain the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadToken {
    /// Not set, or empty.
    #[error("{} is not set", Token::VARIABLE)]
    Missing,
    /// White space or characters that are not allowed in a header.
    #[error("{} contains white space or characters that are not allowed in a header", Token::VARIABLE)]
    Unfit,
}

impl Token {
    /// The environment variable with the token.
    pub const VARIABLE: &'static str = "PLATFORM_TOKEN";

    /// Checks `text`, without surrounding white space. It must not include the word `Bearer`.
    pub fn new(text: &str) -> Result<Self, BadToken> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadToken::Missing);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BadToken::Unfit);
        }
        let mut value = HeaderValue::from_str(&format!("Bearer {text}")).map_err(|_| BadToken::Unfit)?;
        value.set_sensitive(true);
        Ok(Self(value))
    }

    /// Reads `PLATFORM_TOKEN`.
    pub fn from_env() -> Result<Self, BadToken> {
        match std::env::var(Self::VARIABLE) {
            Ok(text) => Self::new(&text),
            Err(std::env::VarError::NotPresent) => Err(BadToken::Missing),
            Err(std::env::VarError::NotUnicode(_)) => Err(BadToken::Unfit),
        }
    }
}

impl From<Token> for HeaderMap {
    fn from(token: Token) -> HeaderMap {
        HeaderMap::from_iter([(AUTHORIZATION, token.0)])
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(host: &str) -> Result<Client, BadClient> {
        let token = Token::new("secret-token").unwrap();
        Client::new(host, &PlatformConfig::default(), token)
    }

    #[test]
    fn calls_are_below_the_base_path() {
        for (host, base) in [
            ("https://platform.example", "https://platform.example"),
            ("https://platform.example/", "https://platform.example"),
            ("https://platform.example/crm/", "https://platform.example/crm"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            let client = client(host).unwrap();
            assert_eq!(client.url("property/list").as_str(), format!("{base}/v2/api/property/list"));
            assert!(!format!("{client:?}").contains("secret-token"));
        }
    }

    #[test]
    fn unsafe_urls_are_rejected() {
        let error = |host: &str| client(host).unwrap_err();
        assert!(error("http://platform.example").to_string().contains("must start with https://"));
        assert!(error("https://user:pw@platform.example").to_string().contains("user name or password"));
        for bad in ["", "platform.example", "ftp://platform.example", "https://platform.example?x=1"] {
            assert!(error(bad).to_string().starts_with(&format!("the platform's URL `{bad}` is not valid")));
        }
        assert!(!error("user:hunter2@platform.example").to_string().contains("hunter2"));
    }

    #[test]
    fn a_token_is_sent_but_in_no_message() {
        let token = Token::new(" abc.def-123 ").unwrap();
        assert_eq!(token.0.to_str().unwrap(), "Bearer abc.def-123");
        assert_eq!(format!("{token:?} {:?}", token.0), "Token(hidden) Sensitive");
        assert_eq!(Token::new("  ").unwrap_err(), BadToken::Missing);
        for bad in ["a b", "a\r\nX-Other: 1", "añb"] {
            let error = Token::new(bad).unwrap_err();
            assert!(error == BadToken::Unfit && !error.to_string().contains(bad));
        }
    }
}
