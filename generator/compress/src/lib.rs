//! Compression with brotli (RFC 7932) and gzip. A crate of its own, which every profile optimises: the generic encoder is compiled
//! in the crate that calls it, and without optimisation it takes a fifth of the time of a build.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The size of the buffer in bytes.
const BUFFER: usize = 4096;
/// The base-2 logarithm of the largest standard window.
const WINDOW: u32 = 22;

/// The bytes, compressed; `quality` is from 0 to 11.
pub fn brotli(bytes: &[u8], quality: u32) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), BUFFER, quality, WINDOW);
    // Writing to a vector cannot fail.
    let _ = writer.write_all(bytes);
    writer.into_inner()
}

/// The bytes as gzip (RFC 1952), as small as it gets.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
