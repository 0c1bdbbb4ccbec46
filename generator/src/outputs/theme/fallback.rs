//! The local font that pages show before their own has arrived, scaled so that lines break at the same places.

use std::path::Path;

use crate::outputs::font_file::FontFile;
use formats::problem::Problem;
use model::theme::Fallback;

/// A text in which letters are about as frequent as on pages in Spanish and English.
const SAMPLE: &str = "\
Un edificio para trabajar Oficinas y locales comerciales en los primeros niveles Lo que hay detrás de los acabados \
La obra, mes por mes Inventario Díganos qué busca A place to work Own an office or a shop What is behind the finishes \
Construction, month by month Inventory Tell us what you are looking for \
Elija el nivel, vea qué espacios siguen disponibles hoy y pida la información del que le interesa. Cada precio \
incluye el impuesto y la fecha del inventario. Choose a level, see which spaces are still available today and ask about \
the one that you like. Every price includes the tax and the date of the inventory.";

/// The local fonts of a kind, and the average width of the letters of [`SAMPLE`] in them, in em. All fonts of a list have
/// the widths of the first one or nearly so.
fn local(fallback: Fallback) -> (&'static [&'static str], f64) {
    match fallback {
        Fallback::Serif => (&["Times New Roman", "Liberation Serif", "Noto Serif"], 0.3997),
        Fallback::SansSerif => (&["Arial", "Liberation Sans", "Roboto"], 0.4405),
    }
}

/// The `@font-face` rule of the fallback of a family, with the metrics of the font in `file`.
///
/// # Errors
/// The file is missing, is not a font, or lacks a letter of Spanish or English.
pub(super) fn face(root: &Path, family: &str, fallback: Fallback, file: &str) -> Result<String, Problem> {
    let font = FontFile::read(root, file)?;
    let face = font.face()?;
    let units = f64::from(face.units_per_em());
    let mut total = 0.0;
    for letter in SAMPLE.chars() {
        let width = face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph));
        let width = width.ok_or_else(|| font.problem(format!("has no glyph for `{letter}`")))?;
        total += f64::from(width) / units;
    }
    let (names, average) = local(fallback);
    let adjust = total / SAMPLE.chars().count() as f64 / average;
    let percent = |value: f64| format!("{:.2}%", value * 100.0);
    let names: Vec<String> = names.iter().map(|name| format!("local(\"{name}\")")).collect();
    Ok(format!(
        "@font-face {{\n  font-family: \"{family} Fallback\";\n  src: {};\n  size-adjust: {};\n  \
         ascent-override: {};\n  descent-override: {};\n  line-gap-override: 0%;\n}}\n",
        names.join(", "),
        percent(adjust),
        percent(f64::from(face.ascender()) / units / adjust),
        percent(-f64::from(face.descender()) / units / adjust),
    ))
}
