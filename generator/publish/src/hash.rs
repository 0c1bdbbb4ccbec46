//! The hash by which files are compared and stored.

use model::fingerprint::hex;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
