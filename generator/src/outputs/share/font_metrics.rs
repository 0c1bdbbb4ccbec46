//! The widths of texts in the fonts of the theme, which share pictures are drawn with.

use std::collections::HashMap;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::outputs::font_file::FontFile;
use formats::code::Code;
use formats::problem::{self, Problem};
use model::theme::{self, FontName};

/// The widths of letters by face, as fractions of the type size.
#[derive(Debug, Default)]
pub(super) struct FontMetrics {
    faces: HashMap<&'static str, HashMap<char, f32>>,
}

impl FontMetrics {
    /// Reads the faces that templates use, and the digest of their files.
    ///
    /// # Errors
    /// Each face whose font is not named in `theme.yaml`, or whose file is missing or is not a font.
    pub(super) fn read(root: &Path, fonts: &theme::Fonts) -> Result<(FontMetrics, Vec<u8>), Vec<Problem>> {
        let regular = &fonts.text.regular;
        let faces = [
            ("display", "fonts.display.regular", &fonts.display.regular),
            ("text", "fonts.text.regular", regular),
            (
                "strong",
                "fonts.text.strong",
                if fonts.text.strong.is_some() { &fonts.text.strong } else { regular },
            ),
        ];
        let read = problem::collect(faces.map(|(face, key, name)| {
            let name = name.as_ref().map(FontName::as_str).ok_or_else(|| unnamed(key))?;
            let font = FontFile::read(root, name)?;
            Ok((face, font.widths()?, font.bytes))
        }))?;
        let mut digest = Sha256::new();
        let mut metrics = FontMetrics::default();
        for (face, widths, bytes) in read {
            digest.update(&bytes);
            metrics.faces.insert(face, widths);
        }
        Ok((metrics, digest.finalize().to_vec()))
    }

    /// The width of a text at type size 1. Kerning is left out, which makes a text at most a little narrower.
    ///
    /// # Errors
    /// An unknown face, or a letter that the face does not have.
    pub(super) fn width(&self, text: &str, face: &str) -> Result<f32, String> {
        let widths = self.faces.get(face);
        let widths =
            widths.ok_or_else(|| format!("there is no face `{face}`: use `display`, `text` or `strong`"))?;
        let width = |letter: char| {
            let width = widths.get(&letter).copied();
            width.ok_or_else(|| {
                format!("the font of the face `{face}` has no glyph for `{letter}` of `{text}`")
            })
        };
        text.chars().map(width).sum()
    }

    /// One face, `text`, in which every letter of ASCII and the ellipsis is half as wide as the type size.
    #[cfg(test)]
    pub(super) fn monospaced() -> FontMetrics {
        let letters = (' '..='~').chain(['…', '\u{a0}']);
        let widths = letters.map(|letter| (letter, 0.5)).collect();
        FontMetrics { faces: HashMap::from([("text", widths)]) }
    }
}

fn unnamed(key: &str) -> Problem {
    let message = format!("the share pictures need `{key}`");
    Problem::in_file(Code::InvalidFont, theme::FILE, message)
        .hint("name a TTF or OTF file of templates/documents/fonts, or remove templates/share")
}
