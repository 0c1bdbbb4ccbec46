//! The bearer token of the platform (specification, section 6). Its `Debug` output hides it, so that logs and errors
//! cannot contain it.

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use std::fmt;

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
