//! The bearer credential of the platform (specification, section 6). It can be sent and nothing else: it has no
//! printed form, so that no log line or error can leak it.

use http::HeaderValue;
use std::fmt;

/// The bearer credential. Comes from the environment only.
#[derive(Clone)]
pub struct Token(HeaderValue);

/// A text that cannot be a bearer credential. The text itself is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadToken {
    /// Not set, or empty.
    #[error("{} is not set", Token::VARIABLE)]
    Missing,
    /// White space or characters that no header can carry.
    #[error(
        "{} holds white space or characters that a header cannot carry",
        Token::VARIABLE
    )]
    Unfit,
}

impl Token {
    /// The environment variable that holds it.
    pub const VARIABLE: &'static str = "PLATFORM_TOKEN";

    /// Takes the credential as it is, without surrounding white space and without the word `Bearer`.
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

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
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

    #[test]
    fn it_is_sent_whole_and_shown_never() {
        let token = Token::new(" abc.def-123 ").unwrap();
        assert_eq!(token.header().to_str().unwrap(), "Bearer abc.def-123");
        assert!(token.header().is_sensitive());
        assert_eq!(
            format!("{token:?} {:?}", token.header()),
            "Token(hidden) Sensitive"
        );
    }

    #[test]
    fn what_a_header_cannot_carry_is_refused_without_repeating_it() {
        assert_eq!(Token::new("  ").unwrap_err(), BadToken::Missing);
        for bad in ["a b", "a\r\nX-Other: 1", "añb"] {
            let error = Token::new(bad).unwrap_err();
            assert_eq!(error, BadToken::Unfit);
            assert!(!error.to_string().contains(bad));
        }
    }
}
