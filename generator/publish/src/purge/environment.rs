//! The addresses and credentials of the services, from environment variables.

use std::fmt;
use std::time::Duration;

use object_store::aws::AwsCredential;

use super::{PurgeError, cloudflare, cloudfront, index_now};

/// Where the services are, with which credentials they are called, and how long to wait before the first repetition of a
/// failed call. The credentials are in no message, not even in that of `Debug`.
#[derive(Clone)]
pub struct Environment {
    /// The URL of CloudFront's API.
    pub cloudfront: String,
    /// The URL of Cloudflare's API.
    pub cloudflare: String,
    /// The URL of IndexNow.
    pub index_now: String,
    /// The wait before the first repetition; each further one waits twice as long.
    pub backoff: Duration,
    key_id: Option<String>,
    secret_key: Option<String>,
    session_token: Option<String>,
    cloudflare_token: Option<String>,
}

impl Environment {
    /// The credentials in `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` and `CLOUDFLARE_API_TOKEN`, and the
    /// public services, unless the variables that AWS's and Cloudflare's own tools read name others:
    /// `AWS_ENDPOINT_URL_CLOUDFRONT`, `CLOUDFLARE_API_BASE_URL`; and `INDEXNOW_URL`. `variable` gives the value of an environment variable.
    #[must_use]
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Environment {
        let read = |name| {
            let value = variable(name)?.trim().to_owned();
            (!value.is_empty()).then_some(value)
        };
        let url = |name, public: &str| {
            let url = read(name);
            url.map_or_else(|| public.to_owned(), |url| url.trim_end_matches('/').to_owned())
        };
        Environment {
            cloudfront: url("AWS_ENDPOINT_URL_CLOUDFRONT", cloudfront::PUBLIC),
            cloudflare: url("CLOUDFLARE_API_BASE_URL", cloudflare::PUBLIC),
            index_now: url("INDEXNOW_URL", index_now::PUBLIC),
            backoff: Duration::from_secs(1),
            key_id: read("AWS_ACCESS_KEY_ID"),
            secret_key: read("AWS_SECRET_ACCESS_KEY"),
            session_token: read("AWS_SESSION_TOKEN"),
            cloudflare_token: read("CLOUDFLARE_API_TOKEN"),
        }
    }

    pub(super) fn aws(&self) -> Result<AwsCredential, PurgeError> {
        let required = |value, variable| required(value, cloudfront::NAME, variable);
        Ok(AwsCredential {
            key_id: required(&self.key_id, "AWS_ACCESS_KEY_ID")?,
            secret_key: required(&self.secret_key, "AWS_SECRET_ACCESS_KEY")?,
            token: self.session_token.clone(),
        })
    }

    pub(super) fn cloudflare_token(&self) -> Result<String, PurgeError> {
        required(&self.cloudflare_token, cloudflare::NAME, "CLOUDFLARE_API_TOKEN")
    }

    /// A text of a service without any of the credentials, which AWS repeats when it explains a wrong signature.
    pub(super) fn removed_from(&self, text: &str) -> String {
        let secrets = [&self.key_id, &self.secret_key, &self.session_token, &self.cloudflare_token];
        let secrets = secrets.into_iter().flatten();
        secrets.fold(text.to_owned(), |text, secret| text.replace(secret, "***"))
    }
}

fn required(
    value: &Option<String>,
    service: &'static str,
    variable: &'static str,
) -> Result<String, PurgeError> {
    let missing = PurgeError::NoCredential { service, variable };
    value.clone().ok_or(missing)
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}
