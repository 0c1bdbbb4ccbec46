//! Serializes `Arc<[u8]>` as one block of bytes instead of a list of numbers. For `#[serde(with = "...")]`.

use std::sync::Arc;

use serde::{Deserializer, Serializer};

/// Writes the bytes as one block.
pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

/// Reads one block of bytes.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[u8]>, D::Error> {
    serde_bytes::deserialize::<Vec<u8>, D>(deserializer).map(Arc::from)
}
