//! The project's own font files: what letters are drawn with, and how wide they are. No font of the system is used.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use resvg::usvg::fontdb::{Database, Source};
use sha2::{Digest as _, Sha256};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

use model::problem::Problem;

/// Where the fonts are, from the project's root. The documents use the same files.
const FOLDER: &str = "templates/documents/fonts";

/// The faces by the words that templates use, with their files.
const FACES: [(&str, &str); 3] = [
    ("display", "display.ttf"),
    ("text", "text-400.ttf"),
    ("strong", "text-600.ttf"),
];

/// What to do when a file is missing or is no font.
const HINT: &str = "scripts/document-fonts makes it; a site without templates/share needs none";

/// Every face that share pictures are set in.
#[derive(Debug)]
pub(super) struct Fonts {
    /// The only fonts that the rasteriser knows.
    pub(super) database: Arc<Database>,
    /// Of all files.
    pub(super) digest: Vec<u8>,
    /// How wide letters are.
    pub(super) ruler: Ruler,
}

/// The widths of letters, by face, in parts of the type size.
#[derive(Debug, Default)]
pub(super) struct Ruler {
    faces: HashMap<&'static str, HashMap<char, f32>>,
}

/// Why a text cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unmeasured {
    /// A template asks for a face that nobody made.
    #[error("there is no face \"{0}\" (display, text, strong)")]
    Face(String),
    /// No letter of that kind in the file.
    #[error("the font of the face \"{face}\" cannot show '{letter}' of \"{text}\"")]
    Letter {
        /// The template's word for the face.
        face: String,
        /// What is missing.
        letter: char,
        /// The text that it stands in.
        text: String,
    },
}

impl Fonts {
    /// Reads the files.
    ///
    /// # Errors
    /// Each file that is missing or is no font.
    pub(super) fn read(root: &Path) -> Result<Fonts, Vec<Problem>> {
        let mut database = Database::new();
        let mut digest = Sha256::new();
        let mut ruler = Ruler::default();
        let mut problems = Vec::new();
        for (face, name) in FACES {
            let file = format!("{FOLDER}/{name}");
            match read_face(root, &file) {
                Ok((bytes, widths)) => {
                    digest.update(&bytes);
                    database.load_font_source(Source::Binary(Arc::new(bytes)));
                    ruler.faces.insert(face, widths);
                }
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Fonts {
            database: Arc::new(database),
            digest: digest.finalize().to_vec(),
            ruler,
        })
    }
}

fn read_face(root: &Path, file: &str) -> Result<(Vec<u8>, HashMap<char, f32>), Problem> {
    let bytes = fs::read(root.join(file)).map_err(|error| {
        let message = format!("the share pictures need this font: {error}");
        Problem::in_file(file, message).hint(HINT)
    })?;
    match widths(&bytes) {
        Some(widths) => Ok((bytes, widths)),
        None => Err(Problem::in_file(file, "is no font that share pictures can be set in").hint(HINT)),
    }
}

/// The width of every letter that the font has.
fn widths(bytes: &[u8]) -> Option<HashMap<char, f32>> {
    let font = FontRef::new(bytes).ok()?;
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let width = |(code, glyph)| Some((char::from_u32(code)?, metrics.advance_width(glyph)?));
    Some(font.charmap().mappings().filter_map(width).collect())
}

impl Ruler {
    /// How wide a text is at type size 1, without kerning: never narrower than it is drawn, but for a hair.
    ///
    /// # Errors
    /// An unknown face, or a letter that the face does not have.
    pub(super) fn width(&self, text: &str, face: &str) -> Result<f32, Unmeasured> {
        let widths = self
            .faces
            .get(face)
            .ok_or_else(|| Unmeasured::Face(face.to_owned()))?;
        let of = |letter: char| {
            widths.get(&letter).ok_or_else(|| Unmeasured::Letter {
                face: face.to_owned(),
                letter,
                text: text.to_owned(),
            })
        };
        text.chars().map(of).sum()
    }
}

#[cfg(test)]
impl Ruler {
    /// A face `text` in which every letter of ASCII, and the ellipsis, is half as wide as it is high.
    pub(super) fn even() -> Ruler {
        let letters = (' '..='~').chain(['…', '\u{a0}']);
        let widths = letters.map(|letter| (letter, 0.5)).collect();
        Ruler {
            faces: HashMap::from([("text", widths)]),
        }
    }
}
