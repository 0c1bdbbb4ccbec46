//! Why a purge failed. No message contains a credential.

/// Why a purge failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PurgeError {
    /// A credential is not set.
    #[error("{service}: no credential: set the environment variable {variable}")]
    NoCredential {
        /// The service.
        service: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// The URL of a service cannot be used.
    #[error("{service}: `{url}` is not the URL of a service: write an https URL, or http for this machine")]
    BadUrl {
        /// The service.
        service: &'static str,
        /// The URL.
        url: String,
    },
    /// The service refused the purge.
    #[error("{service}: the purge was refused with status {status}: {detail}: {hint}")]
    Refused {
        /// The service.
        service: &'static str,
        /// The HTTP status.
        status: u16,
        /// What the service said.
        detail: String,
        /// What to do.
        hint: &'static str,
    },
    /// The service did not answer, or only with temporary errors.
    #[error("{service}: the purge failed {attempts} times: {detail}: the next publication repeats it")]
    Failed {
        /// The service.
        service: &'static str,
        /// How many calls were made.
        attempts: u32,
        /// The last error.
        detail: String,
    },
}
