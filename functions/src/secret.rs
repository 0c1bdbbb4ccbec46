//! Credentials, whose `Debug` output hides them so that they cannot get into a log.

use std::fmt;

/// A credential. `Debug` shows `***`; only [`Secret::reveal`] gives the text.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a credential.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The credential itself, to send it. Never log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn debug_hides_the_credential() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(secret.reveal(), "hunter2");
    }
}
