//! What is made from `theme.yaml`: the colours and fonts of the style sheet, the icons, and a name outlined in the font of
//! headings, for a logo that looks the same before the fonts have arrived.

mod icons;
mod style_sheet;

pub use icons::add_icons;
pub use style_sheet::style_sheet;

use std::fmt::Write as _;
use std::path::Path;

use ttf_parser::OutlineBuilder;

use super::font_file::FontFile;
use formats::code::Code;
use formats::problem::Problem;
use model::theme::{FILE, Theme};

/// The name by which style sheets import what [`style_sheet`] writes.
pub const STYLE_SHEET: &str = "theme.css";

/// The font size of the outlines, in units of the drawing.
const WORDMARK_SIZE: f32 = 40.0;

/// The SVG of a name, as high as the letters of the font. `spacing` is the space between letters in parts of the size.
pub fn wordmark(root: &Path, theme: &Theme, name: &str, spacing: f32) -> Result<String, Problem> {
    let file = theme.fonts.display.regular.as_ref().ok_or_else(|| {
        let message = "`fonts.display.regular` is missing, and names are outlined in it";
        Problem::in_file(Code::InvalidFont, FILE, message)
            .hint("name a TTF or OTF file of templates/documents/fonts")
    })?;
    let font = FontFile::read(root, file.as_str())?;
    let face = font.face()?;
    let scale = WORDMARK_SIZE / f32::from(face.units_per_em());
    let mut path = SvgPath { scale, left: 0.0, text: String::new() };
    for letter in name.chars() {
        let glyph = face.glyph_index(letter);
        let glyph = glyph.ok_or_else(|| font.problem(format!("has no glyph for `{letter}`")))?;
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
