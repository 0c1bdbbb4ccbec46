//! A font of documents and share pictures, read for its measures and outlines.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ttf_parser::{Face, cmap};

use crate::project;
use crate::project::DOCUMENT_FONTS;
use formats::code::Code;
use formats::problem::Problem;

/// A font file below [`DOCUMENT_FONTS`].
pub(super) struct FontFile {
    path: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

impl FontFile {
    /// Reads the file with this name.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn read(root: &Path, name: &str) -> Result<FontFile, Problem> {
        let mut font = FontFile { path: format!("{DOCUMENT_FONTS}/{name}"), bytes: Vec::new() };
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

    /// The width of each letter of the font as a fraction of the type size.
    ///
    /// # Errors
    /// The file is not a font.
    pub(super) fn widths(&self) -> Result<HashMap<char, f32>, Problem> {
        let face = self.face()?;
        let em = f32::from(face.units_per_em());
        let mut widths = HashMap::new();
        let tables = face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables);
        for table in tables.filter(cmap::Subtable::is_unicode) {
            table.codepoints(|code| {
                let glyph = table.glyph_index(code);
                let width = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
                widths.extend(char::from_u32(code).zip(width.map(|width| f32::from(width) / em)));
            });
        }
        Ok(widths)
    }

    /// What is wrong with the file.
    pub(super) fn problem(&self, message: String) -> Problem {
        Problem::in_file(Code::InvalidFont, &self.path, message)
            .hint("run scripts/document-fonts to create it, or correct its name in theme.yaml")
    }
}
