//! Text a person typed. Printed as its length only.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Text a person typed: hidden in `Debug`, plain in the stored object.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Personal(String);

impl Personal {
    /// Wraps what was typed.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for storing, sending and exporting. Never for a log.
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
    fn a_person_is_never_printed() {
        assert_eq!(format!("{:?}", Personal::new("María")), "<6 hidden bytes>");
    }
}
