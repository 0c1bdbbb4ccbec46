//! Compressed files beside text files, as nginx serves them with `brotli_static` and `gzip_static`.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The quality of brotli: about as small as what a CDN sends. The best quality takes many times as long.
const BROTLI_QUALITY: u32 = 9;

/// The names of compressed files end with these.
pub(super) const SUFFIXES: [&str; 2] = [".br", ".gz"];

/// Compresses bytes for the file with this suffix.
pub(super) fn compress(bytes: &[u8], suffix: &str) -> io::Result<Vec<u8>> {
    if suffix == ".gz" {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        return encoder.finish();
    }
    Ok(compress::brotli(bytes, BROTLI_QUALITY))
}
