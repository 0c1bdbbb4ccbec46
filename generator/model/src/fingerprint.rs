//! Fingerprints of inputs, and how digests are written in text.

/// What something was made from, in sixteen bytes. Equal fingerprints mean equal inputs.
pub type Fingerprint = [u8; 16];

/// Bytes as lower-case hexadecimal digits, two for each byte: `0fa0`.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
