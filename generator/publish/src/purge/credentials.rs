//! The credentials of the caches, from environment variables.

use std::fmt;

use object_store::aws::AwsCredential;

use super::PurgeError;

/// The credentials of the caches. They are in no message, not even in that of `Debug`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credentials {
    key_id: Option<String>,
    secret_key: Option<String>,
    session_token: Option<String>,
    cloudflare: Option<String>,
}

impl Credentials {
    /// The credentials in `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` and `CLOUDFLARE_API_TOKEN`;
    /// `variable` gives the value of an environment variable.
    #[must_use]
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Credentials {
        let read = |name| {
            let value = variable(name)?.trim().to_owned();
            (!value.is_empty()).then_some(value)
        };
        Credentials {
            key_id: read("AWS_ACCESS_KEY_ID"),
            secret_key: read("AWS_SECRET_ACCESS_KEY"),
            session_token: read("AWS_SESSION_TOKEN"),
            cloudflare: read("CLOUDFLARE_API_TOKEN"),
        }
    }

    pub(super) fn aws(&self, service: &'static str) -> Result<AwsCredential, PurgeError> {
        Ok(AwsCredential {
            key_id: required(&self.key_id, service, "AWS_ACCESS_KEY_ID")?,
            secret_key: required(&self.secret_key, service, "AWS_SECRET_ACCESS_KEY")?,
            token: self.session_token.clone(),
        })
    }

    pub(super) fn cloudflare(&self, service: &'static str) -> Result<String, PurgeError> {
        required(&self.cloudflare, service, "CLOUDFLARE_API_TOKEN")
    }

    /// A text of a service without any of the credentials, which AWS repeats when it explains a wrong signature.
    pub(super) fn removed_from(&self, text: &str) -> String {
        let secrets = [
            &self.key_id,
            &self.secret_key,
            &self.session_token,
            &self.cloudflare,
        ];
        let secrets = secrets.into_iter().flatten();
        secrets.fold(text.to_owned(), |text, secret| text.replace(secret, "***"))
    }
}

fn required(
    value: &Option<String>,
    service: &'static str,
    variable: &'static str,
) -> Result<String, PurgeError> {
    value
        .clone()
        .ok_or(PurgeError::NoCredential { service, variable })
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").finish_non_exhaustive()
    }
}
