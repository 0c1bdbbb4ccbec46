//! Names of leads. A reference is a hash of the post's key: opaque, and the same for the same key,
//! so that create-only writing makes the same key twice one lead.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Letters and digits that are not taken for one another when read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 16 letters of 5 bits: 80 bits, no accidental collision among any number of leads.
const LENGTH: usize = 16;

/// The opaque name of a lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Reference(String);

impl Reference {
    /// The name of the lead that was posted with `key`.
    pub(crate) fn from_key(key: &str) -> Self {
        Self(short_hash(&[b"key", key.as_bytes()]))
    }

    /// Reads a name that an operator typed or an object bears.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let right = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        right.then(|| Self(text.to_owned()))
    }

    /// The name.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What tells two posts with the same key apart: a hash of what the visitor said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of the given parts; their borders count.
    pub(crate) fn of(parts: &[&str]) -> Self {
        let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
        Self(hex(&hash(&parts)))
    }

    /// The fingerprint as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// SHA-256 of parts, each preceded by its length so that moving a letter across a border changes it.
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn short_hash(parts: &[&[u8]]) -> String {
    let bytes = hash(parts);
    (0..LENGTH)
        .map(|index| {
            let bit = index * 5;
            let pair = u16::from_be_bytes([bytes[bit / 8], bytes[bit / 8 + 1]]);
            let five = (pair >> (11 - bit % 8)) & 31;
            char::from(ALPHABET[usize::from(five)])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, Reference};

    #[test]
    fn the_same_key_gives_the_same_name() {
        let name = Reference::from_key("a-key");
        assert_eq!(name, Reference::from_key("a-key"));
        assert_ne!(name, Reference::from_key("a-kez"));
        assert_eq!(Reference::parse(name.as_str()), Some(name));
    }

    #[test]
    fn foreign_names_are_refused() {
        for text in [
            "",
            "short",
            "../../etc/passwd",
            "UPPERCASE0000000",
            "0000000000000i00",
        ] {
            assert_eq!(Reference::parse(text), None, "{text}");
        }
    }

    #[test]
    fn borders_count() {
        assert_ne!(Fingerprint::of(&["ab", "c"]), Fingerprint::of(&["a", "bc"]));
    }
}
