//! Files below `templates/`: templates, icons, and files that are published unchanged.

use bytes::Bytes;

/// The folder of the templates of Markdown alternates, below `templates/`.
pub const MARKDOWN_FOLDER: &str = "markdown/";
/// Where the templates of share pictures are, below `templates/`.
pub const SHARE_FOLDER: &str = "share/";
/// Where the templates of documents are, below `templates/`.
pub const DOCUMENTS_FOLDER: &str = "documents/";

/// One template.
#[derive(Debug)]
pub struct TemplateFile {
    /// Its name in `include` and `extends`: the path below `templates/`.
    pub name: String,
    /// Path from the project's root, for messages.
    pub file: String,
    /// Its text.
    pub source: String,
}

/// One icon, shown by the template function `icon(name)`.
#[derive(Debug)]
pub struct Icon {
    /// File name without `.svg`.
    pub name: String,
    /// The SVG element.
    pub svg: String,
}

/// A file that is published unchanged.
#[derive(Debug)]
pub struct StaticFile {
    /// Path below `dist/`.
    pub path: String,
    /// Path from the project's root, for messages.
    pub file: String,
    /// Its content.
    pub bytes: Bytes,
}
