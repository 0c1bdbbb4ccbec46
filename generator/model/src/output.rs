//! Files of the built site.

use std::sync::Arc;

/// The path of the folder for files whose name contains a hash of their content.
pub const ASSETS: &str = "/assets/";

/// One file of the built site.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Path below `dist/`.
    pub path: String,
    /// The content.
    pub bytes: Arc<[u8]>,
    /// The path under which it is served and cached: `/inventario` for `inventario.html`.
    pub url: String,
    /// The file that an author changes to change this one, for messages.
    pub origin: String,
}

impl OutputFile {
    /// A file that is served under its own path.
    pub fn new(path: &str, bytes: impl Into<Arc<[u8]>>, origin: &str) -> OutputFile {
        OutputFile {
            path: path.to_owned(),
            bytes: bytes.into(),
            url: format!("/{path}"),
            origin: origin.to_owned(),
        }
    }
}
