//! Text that a visitor typed. Its `Debug` output shows only its length.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Text that a visitor typed: hidden in `Debug`, plain in the stored object.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Personal(String);

impl Personal {
    /// Wraps a text.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, to store, send or export it. Never log it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Personal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} hidden bytes>", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Personal;

    #[test]
    fn debug_hides_the_text() {
        assert_eq!(format!("{:?}", Personal::new("María")), "<6 hidden bytes>");
    }
}
