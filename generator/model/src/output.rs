//! Files of the built site.

use bytes::Bytes;

/// The path of the folder for files whose name contains a hash of their content.
pub const ASSETS: &str = "/assets/";

/// The path of the folder of share pictures, whose names contain a hash, too.
pub const SHARE: &str = "/share/";

/// The folders of generated files.
pub const FOLDERS: [&str; 4] = ["/pdf/", "/data/", ASSETS, SHARE];

/// One file of the built site.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Path below `dist/`.
    pub path: String,
    /// The content.
    pub bytes: Bytes,
    /// The path under which it is served and cached: `/inventario` for `inventario.html`.
    pub url: String,
    /// The file that an author changes to change this one, for messages.
    pub origin: String,
}

impl OutputFile {
    /// A file that is served under its own path.
    pub fn new(path: &str, bytes: impl Into<Bytes>, origin: &str) -> OutputFile {
        let url = format!("/{path}");
        OutputFile {
            path: path.to_owned(),
            bytes: bytes.into(),
            url,
            origin: origin.to_owned(),
        }
    }
}

/// The address under which a file of the built site is served and cached, from its path below `dist/`: `/en` of `en.html`.
pub fn address_of(path: &str) -> String {
    match path.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{page}"),
        None => format!("/{path}"),
    }
}

/// Whether a file of this media type gets smaller when it is compressed.
pub fn is_compressible(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let is_text = essence.starts_with("text/") || essence.ends_with("json");
    is_text || essence.ends_with("+xml") || essence.ends_with("/xml")
}
