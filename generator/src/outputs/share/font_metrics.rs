//! The project's font files and the widths of their letters. No font of the system is used.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use ttf_parser::{Face, cmap};

use crate::project;
use crate::project::DOCUMENT_FONTS;
use formats::code::Code;
use formats::problem::{self, Problem};
use model::theme;

/// What to do when a file is missing or is not a font.
const HINT: &str = "run scripts/document-fonts to create it, or remove templates/share";

/// The faces by the names that templates use, with their files and the keys that name them in `theme.yaml`.
fn faces(fonts: &theme::Fonts) -> [(&'static str, &'static str, Option<&str>); 3] {
    let regular = fonts.text.regular.as_ref().map(theme::Name::as_str);
    let strong = fonts.text.strong.as_ref().map(theme::Name::as_str).or(regular);
    [
        (
            "display",
            "fonts.display.regular",
            fonts.display.regular.as_ref().map(theme::Name::as_str),
        ),
        ("text", "fonts.text.regular", regular),
        ("strong", "fonts.text.strong", strong),
    ]
}

/// All faces that share pictures use.
#[derive(Debug)]
pub(super) struct Fonts {
    /// A digest of all files.
    pub(super) digest: Vec<u8>,
    /// The widths of their letters.
    pub(super) metrics: FontMetrics,
}

/// The widths of letters by face, as fractions of the type size.
#[derive(Debug, Default)]
pub(super) struct FontMetrics {
    faces: HashMap<&'static str, Widths>,
}

/// Why a text cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(super) enum MeasureError {
    #[error("there is no face `{0}`: use `display`, `text` or `strong`")]
    Face(String),
    #[error("the font of the face `{face}` has no glyph for `{letter}` of `{text}`")]
    Letter {
        face: String,
        letter: char,
        text: String,
    },
}

impl Fonts {
    /// Reads the files.
    ///
    /// # Errors
    /// Each file that is missing or is not a font.
    pub(super) fn read(root: &Path, fonts: &theme::Fonts) -> Result<Fonts, Vec<Problem>> {
        let read = problem::collect(faces(fonts).map(|(face, key, name)| {
            let name = name.ok_or_else(|| unnamed(key))?;
            read_face(root, face, name)
        }))?;
        let mut digest = Sha256::new();
        let mut metrics = FontMetrics::default();
        for (face, bytes, widths) in read {
            digest.update(&bytes);
            metrics.faces.insert(face, widths);
        }
        Ok(Fonts {
            digest: digest.finalize().to_vec(),
            metrics,
        })
    }
}

type Widths = HashMap<char, f32>;

fn unnamed(key: &str) -> Problem {
    let message = format!("the share pictures need `{key}`");
    Problem::in_file(Code::InvalidFont, theme::FILE, message)
        .hint("name a TTF or OTF file of templates/documents/fonts, or remove templates/share")
}

fn read_face(
    root: &Path,
    face: &'static str,
    name: &str,
) -> Result<(&'static str, Vec<u8>, Widths), Problem> {
    let file = format!("{DOCUMENT_FONTS}/{name}");
    let problem = |message| Problem::in_file(Code::InvalidFont, &file, message).hint(HINT);
    let bytes = fs::read(project::path(root, &file))
        .map_err(|error| problem(format!("the share pictures need this font: {error}")))?;
    match widths(&bytes) {
        Some(widths) => Ok((face, bytes, widths)),
        None => Err(problem("is not a font".to_owned())),
    }
}

/// The width of every letter of the font as a fraction of the type size; `None` when the bytes are not a font.
fn widths(bytes: &[u8]) -> Option<Widths> {
    let face = Face::parse(bytes, 0).ok()?;
    let em = f32::from(face.units_per_em());
    let mut widths = Widths::new();
    let tables = face.tables().cmap?.subtables.into_iter();
    for table in tables.filter(cmap::Subtable::is_unicode) {
        table.codepoints(|code| {
            let glyph = table.glyph_index(code);
            let width = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
            if let Some((letter, width)) = char::from_u32(code).zip(width) {
                widths.insert(letter, f32::from(width) / em);
            }
        });
    }
    Some(widths)
}

impl FontMetrics {
    /// The width of a text at type size 1. Kerning is left out, which makes a text at most a little narrower.
    ///
    /// # Errors
    /// An unknown face, or a letter that the face does not have.
    pub(super) fn width(&self, text: &str, face: &str) -> Result<f32, MeasureError> {
        let widths = self
            .faces
            .get(face)
            .ok_or_else(|| MeasureError::Face(face.to_owned()))?;
        let of = |letter: char| {
            widths.get(&letter).ok_or_else(|| MeasureError::Letter {
                face: face.to_owned(),
                letter,
                text: text.to_owned(),
            })
        };
        text.chars().map(of).sum()
    }
}

#[cfg(test)]
impl FontMetrics {
    /// One face, `text`, in which every letter of ASCII and the ellipsis is half as wide as the type size.
    pub(super) fn monospaced() -> FontMetrics {
        let letters = (' '..='~').chain(['…', '\u{a0}']);
        let widths = letters.map(|letter| (letter, 0.5)).collect();
        FontMetrics {
            faces: HashMap::from([("text", widths)]),
        }
    }
}
