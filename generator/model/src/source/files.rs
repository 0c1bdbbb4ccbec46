//! Files of `templates/` that the load stage reads: templates, icons, and files that are published unchanged.

/// The folder of the templates of Markdown alternates, below `templates/`.
pub const MARKDOWN_FOLDER: &str = "markdown/";

/// One template.
#[derive(Debug)]
pub struct TemplateFile {
    /// Name as templates know each other: path below `templates/`.
    pub name: String,
    /// Path from the root, for problems.
    pub file: String,
    /// Its text.
    pub source: String,
}

/// One icon, shown inline by `icon(name)`.
#[derive(Debug)]
pub struct Icon {
    /// File name without `.svg`.
    pub name: String,
    /// The SVG element.
    pub svg: String,
}

/// A file to publish unchanged.
#[derive(Debug)]
pub struct StaticFile {
    /// Path below `dist/`.
    pub path: String,
    /// Path from the root, for problems.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
