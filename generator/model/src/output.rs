//! Files of the finished site.

use std::sync::Arc;

/// The folder of files whose name holds a hash of their content, as an absolute path.
pub const ASSETS: &str = "/assets/";

/// One file of the finished site.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Path below `dist/`.
    pub path: String,
    /// Its content.
    pub bytes: Arc<[u8]>,
    /// The address visitors see, which caches must be told about: `/inventario` for `inventario.html`.
    pub url: String,
    /// What an author would open to change it.
    pub origin: String,
}

impl OutputFile {
    /// A file at `path`, which is also its address.
    pub fn new(path: &str, bytes: impl Into<Arc<[u8]>>, origin: &str) -> OutputFile {
        OutputFile {
            path: path.to_owned(),
            bytes: bytes.into(),
            url: format!("/{path}"),
            origin: origin.to_owned(),
        }
    }
}
