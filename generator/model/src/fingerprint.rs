//! Fingerprints of inputs, and how digests are written in text.

use std::fmt::Write as _;

/// What something was made from, in sixteen bytes. Equal fingerprints mean equal inputs.
pub type Fingerprint = [u8; 16];

/// Bytes as lower-case hexadecimal digits, two for each byte.
///
/// ```
/// assert_eq!(model::fingerprint::hex(&[0x0f, 0xa0]), "0fa0");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}
