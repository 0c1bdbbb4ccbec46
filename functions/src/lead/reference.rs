//! Identifiers of leads. A reference is a hash of the post's key: two posts with one key have the same reference, so
//! that a create-only write stores them as one lead.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Crockford's Base32 in lower case: without i, l, o and u, which are easily confused.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 16 characters of 5 bits each: 80 bits make a collision by chance practically impossible.
const LENGTH: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Reference(String);

impl Reference {
    /// The reference of the lead that was posted with `key`.
    pub(crate) fn from_key(key: &str) -> Self {
        let bytes = hash(&[b"key", key.as_bytes()]);
        let letters = (0..LENGTH).map(|index| {
            let bit = index * 5;
            let pair = u16::from_be_bytes([bytes[bit / 8], bytes[bit / 8 + 1]]);
            let five = (pair >> (11 - bit % 8)) & 31;
            char::from(ALPHABET[usize::from(five)])
        });
        Self(letters.collect())
    }

    /// Parses a reference that an operator typed or that is part of an object's name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let valid = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        valid.then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A hash of what a visitor typed, to detect two different posts with the same key. `["ab", "c"]` and `["a", "bc"]` have
/// different ones.
pub(crate) fn fingerprint(parts: &[&str]) -> String {
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
    hex(&hash(&parts))
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of `parts`, each preceded by its length, so that the boundaries between parts are part of the hash.
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::{Reference, fingerprint};

    #[test]
    fn references_and_fingerprints_are_hashes() {
        let reference = Reference::from_key("a-key");
        assert_eq!(reference, Reference::from_key("a-key"));
        assert_ne!(reference, Reference::from_key("a-kez"));
        assert_eq!(Reference::parse(reference.as_str()), Some(reference));
        for text in ["", "short", "../../etc/passwd", "UPPERCASE0000000", "0000000000000i00"] {
            assert_eq!(Reference::parse(text), None, "{text}");
        }
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    }
}
