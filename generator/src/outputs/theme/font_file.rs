//! A font of documents, read for its measures and outlines.

use std::fs;
use std::path::Path;

use ttf_parser::Face;

use crate::project;
use crate::project::DOCUMENT_FONTS;
use formats::code::Code;
use formats::problem::Problem;

/// A font file below [`DOCUMENT_FONTS`].
pub(super) struct FontFile {
    path: String,
    bytes: Vec<u8>,
}

impl FontFile {
    /// Reads the file with this name.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn read(root: &Path, name: &str) -> Result<FontFile, Problem> {
        let mut font = FontFile {
            path: format!("{DOCUMENT_FONTS}/{name}"),
            bytes: Vec::new(),
        };
        font.bytes = fs::read(project::path(root, &font.path))
            .map_err(|error| font.problem(format!("cannot be read: {error}")))?;
        Ok(font)
    }

    /// The font in it.
    ///
    /// # Errors
    /// The file is not a font.
    pub(super) fn face(&self) -> Result<Face<'_>, Problem> {
        Face::parse(&self.bytes, 0).map_err(|_| self.problem("is not a font".to_owned()))
    }

    /// What is wrong with the file.
    pub(super) fn problem(&self, message: String) -> Problem {
        Problem::in_file(Code::InvalidFont, &self.path, message)
            .hint("restore it, or correct its name in theme.yaml")
    }
}
