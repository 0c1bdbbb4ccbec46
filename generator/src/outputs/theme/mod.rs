//! What is made from `theme.yaml`: colours and fonts of the style sheet, icons, and a name outlined in the font of headings, for a
//! logo that looks the same before the fonts have arrived. The fonts of documents are read for their measures and outlines.

mod icons;
mod scripts;
mod style_sheet;

pub use icons::{add_icons, is_icon};
pub use scripts::{remedy, script_remedy};
pub use style_sheet::style_sheet;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ttf_parser::{Face, OutlineBuilder, cmap, name_id};

use crate::project::{self, DOCUMENT_FONTS, WEB_FONTS};
use formats::problem::{Code, Problem};
use model::theme::Theme;

/// The name by which style sheets import what [`style_sheet`] writes.
pub const STYLE_SHEET: &str = "theme.css";

/// The font size of the outlines, in units of the drawing.
const WORDMARK_SIZE: f32 = 40.0;

/// The SVG of a name, as high as the letters of the font. `spacing` is the space between letters in parts of the size.
pub fn wordmark(root: &Path, theme: &Theme, name: &str, spacing: f32) -> Result<String, Problem> {
    let file = theme.fonts.display.regular.as_ref().ok_or_else(|| {
        let key = "fonts.display.regular";
        let message = format!("`{key}` is missing, and names are outlined in it");
        theme
            .problem(Code::InvalidFont, key, message)
            .hint("name a TTF or OTF file of templates/documents/fonts")
    })?;
    let font = FontFile::read(root, file.as_str())?;
    let face = font.face()?;
    let scale = WORDMARK_SIZE / f32::from(face.units_per_em());
    let mut path = SvgPath {
        scale,
        left: 0.0,
        text: String::new(),
    };
    for letter in name.chars() {
        let glyph = face
            .glyph_index(letter)
            .ok_or_else(|| font.problem(format!("has no glyph for `{letter}`")))?;
        // A space has no outline.
        let _ = face.outline_glyph(glyph, &mut path);
        let width = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        path.left += width + spacing * WORDMARK_SIZE;
    }
    let width = (path.left - spacing * WORDMARK_SIZE).max(0.0);
    let (top, bottom) = (f32::from(face.ascender()), f32::from(face.descender()));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {:.1} {width:.1} {:.1}\"><path d=\"{}\"/></svg>",
        -top * scale,
        (top - bottom) * scale,
        path.text
    ))
}

/// Outlines as the data of an SVG path; fonts count upwards, drawings downwards.
struct SvgPath {
    scale: f32,
    left: f32,
    text: String,
}

impl SvgPath {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.text.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            let (x, y) = (self.left + x * self.scale, -y * self.scale);
            let _ = write!(self.text, "{gap}{x:.1} {y:.1}");
        }
    }
}

impl OutlineBuilder for SvgPath {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.text.push('Z');
    }
}

/// A problem for each font file that the project lacks, and for each that documents do not find by its family's name.
pub fn check_fonts(root: &Path, theme: &Theme) -> Vec<Problem> {
    let mut found: Vec<Problem> = theme
        .fonts
        .files()
        .filter_map(|(key, file, family)| {
            let is_for_documents = [".regular", ".strong"]
                .iter()
                .any(|ending| key.ends_with(ending));
            let folder = if is_for_documents {
                DOCUMENT_FONTS
            } else {
                WEB_FONTS
            };
            if !project::path(root, &format!("{folder}/{file}")).is_file() {
                let problem = theme.problem(
                    Code::InvalidFont,
                    &key,
                    format!("`{file}` is not in {folder}"),
                );
                return Some(
                    problem.hint("add the file (docs/theme.md says how), or correct its name"),
                );
            }
            if !is_for_documents {
                let bytes = fs::read(project::path(root, &format!("{folder}/{file}"))).ok()?;
                let problem = theme.problem(
                    Code::InvalidFont,
                    &key,
                    format!("`{file}` is not a whole WOFF2 file"),
                );
                let hint = "make it again (docs/theme.md says how), or get it again";
                return (!is_woff2(&bytes)).then(|| problem.hint(hint));
            }
            let font = FontFile::read(root, file.as_str()).ok()?;
            let names = font.families()?;
            let is_named = |name: &String| {
                let [name, family] = [name, family.as_str()].map(str::to_lowercase);
                name.strip_prefix(&family)
                    .is_some_and(|style| style.is_empty() || style.starts_with(' '))
            };
            if names.is_empty() || names.iter().any(is_named) {
                return None;
            }
            let key = format!("{}.family", key.rsplit_once('.')?.0);
            let message = format!(
                "`{family}` is not the family of `{file}`, so that documents do not find it"
            );
            let problem = theme.problem(Code::InvalidFont, &key, message);
            Some(problem.hint(format!("write `{}`", names.last()?)))
        })
        .collect();
    // All files of a family are of the same other one.
    found.dedup_by_key(|problem| (problem.line, problem.column));
    found
}

/// Whether this is a font for browsers with the length that its header names (WOFF 2.0, section 4.1).
fn is_woff2(bytes: &[u8]) -> bool {
    let length = bytes.get(8..12).and_then(|length| length.try_into().ok());
    bytes.starts_with(b"wOF2") && length.map(u32::from_be_bytes) == u32::try_from(bytes.len()).ok()
}

/// The letters that documents and share pictures can show: those of each of their fonts, and of the fonts in `fallback`. Nothing when the
/// theme names no font for them, or none can be read.
pub fn letters(root: &Path, theme: &Theme) -> Option<HashSet<char>> {
    let fonts = [
        &theme.fonts.display.regular,
        &theme.fonts.text.regular,
        &theme.fonts.text.strong,
    ];
    let letters = fonts
        .into_iter()
        .flatten()
        .filter_map(|name| FontFile::read(root, name.as_str()).ok()?.widths().ok());
    let common = letters
        .map(|widths| widths.into_keys().collect())
        .reduce(|one: HashSet<char>, other| &one & &other);
    let fallback = theme.fonts.fallback.iter();
    let others = fallback
        .filter_map(|font| FontFile::read(root, font.regular.as_str()).ok())
        .filter_map(|font| font.widths().ok());
    common.map(|mut letters| {
        letters.extend(others.flat_map(HashMap::into_keys));
        letters
    })
}

pub(super) struct FontFile {
    path: String,
    pub(super) bytes: Vec<u8>,
}

impl FontFile {
    pub(super) fn read(root: &Path, name: &str) -> Result<FontFile, Problem> {
        let mut font = FontFile {
            path: format!("{DOCUMENT_FONTS}/{name}"),
            bytes: Vec::new(),
        };
        font.bytes = fs::read(project::path(root, &font.path))
            .map_err(|error| font.problem(format!("cannot be read: {error}")))?;
        Ok(font)
    }

    pub(super) fn face(&self) -> Result<Face<'_>, Problem> {
        Face::parse(&self.bytes, 0).map_err(|_| self.problem("is not a font".to_owned()))
    }

    /// The names of its family: the usual one, and the one of all its weights; nothing for what is not a font.
    fn families(&self) -> Option<Vec<String>> {
        let names = self.face().ok()?.names();
        let ids = [name_id::FAMILY, name_id::TYPOGRAPHIC_FAMILY];
        let named = ids
            .iter()
            .flat_map(|id| names.into_iter().filter(|name| name.name_id == *id));
        Some(named.filter_map(|name| name.to_string()).collect())
    }

    /// The width of each letter of the font as a fraction of the type size.
    pub(super) fn widths(&self) -> Result<HashMap<char, f32>, Problem> {
        let face = self.face()?;
        let em = f32::from(face.units_per_em());
        let mut widths = HashMap::new();
        let tables = face
            .tables()
            .cmap
            .into_iter()
            .flat_map(|cmap| cmap.subtables);
        for table in tables.filter(cmap::Subtable::is_unicode) {
            table.codepoints(|code| {
                let glyph = table.glyph_index(code);
                let width = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
                widths.extend(char::from_u32(code).zip(width.map(|width| f32::from(width) / em)));
            });
        }
        Ok(widths)
    }

    pub(super) fn problem(&self, message: String) -> Problem {
        Problem::in_file(Code::InvalidFont, &self.path, message)
            .hint("run scripts/document-fonts to create it, or correct its name in theme.yaml")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawings measure texts without a font.
    #[test]
    fn texts_of_drawings_are_at_most_as_wide_as_they_are_measured() {
        let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for root in [engine.clone(), engine.join("examples/torre")] {
            for file in ["text-400.ttf", "text-600.ttf"] {
                // Not through the project's merged templates, which the first build makes.
                let bytes = fs::read(root.join(DOCUMENT_FONTS).join(file)).expect("a font");
                let font = FontFile {
                    path: file.to_owned(),
                    bytes,
                }
                .widths()
                .expect("widths");
                let wider = font.into_iter().filter(|(letter, width)| {
                    f64::from(*width) > building::text_width(&letter.to_string())
                });
                assert_eq!(wider.collect::<Vec<_>>(), [], "{file}");
            }
        }
    }
}
