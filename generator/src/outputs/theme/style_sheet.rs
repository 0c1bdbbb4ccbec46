//! The part of the style sheet that `theme.yaml` decides: custom properties and font faces, each with the local font that pages
//! show before it has arrived, scaled so that lines break at the same places.

use std::fmt::{Display, Write as _};
use std::path::Path;

use serde_json::Value;

use super::mark;
use crate::outputs::font_file::FontFile;
use crate::project::{self, WEB_FONTS};
use formats::problem::{self, Problem};
use model::theme::{Fallback, Font, FontWeight, Theme};

/// The style sheet of the theme of the project at `root`, an absolute path.
///
/// # Errors
/// A font that is named in `theme.yaml` and is not a font.
pub fn style_sheet(root: &Path, theme: &Theme) -> Result<String, Vec<Problem>> {
    let fonts = [&theme.fonts.display, &theme.fonts.text];
    let faces = problem::collect(fonts.map(|font| faces(root, font)))?;
    let mut css = faces.concat();
    let band = &theme.band;
    let model = &theme.drawings.model;
    let shared = [
        ("primary", band.ground.to_string()),
        ("primary-deep", band.raised.to_string()),
        ("on-primary", band.text.to_string()),
        ("paper", theme.light.ground.to_string()),
        ("paper-disponible", theme.light.disponible.to_string()),
        ("paper-reservado", theme.light.reservado.to_string()),
        ("paper-vendido", theme.light.vendido.to_string()),
        ("paper-disponible-fill", theme.light.disponible_fill.to_string()),
        ("paper-reservado-fill", theme.light.reservado_fill.to_string()),
        ("paper-vendido-fill", theme.light.vendido_fill.to_string()),
        ("model-edge", model.edge.to_string()),
        ("model-unit", model.unit.to_string()),
        ("model-unit-line", model.unit_line.to_string()),
        ("model-core-line", model.core_line.to_string()),
        ("model-facade-line", model.facade_line.to_string()),
        ("radius", theme.radius.as_str().to_owned()),
        ("display", families(&theme.fonts.display)),
        ("body", families(&theme.fonts.text)),
    ];
    let wordmark = theme.logo.wordmark.iter();
    let wordmark = wordmark.map(|file| ("wordmark", url(root, &file.path)));
    let mark = theme.logo.mark.iter().flat_map(|file| {
        let [text, primary] = mark::masks(file);
        [("mark", text), ("mark-primary", primary)]
    });
    rule(&mut css, ":root", shared.into_iter().chain(wordmark).chain(mark));
    for (ground, colours) in theme.grounds() {
        let selector = match ground {
            "light" => ":root,\n[data-theme=\"light\"]".to_owned(),
            _ => format!("[data-theme=\"{ground}\"]"),
        };
        let colours = serde_json::to_value(colours).unwrap_or_default();
        let colours = colours.as_object().into_iter().flatten();
        let named =
            colours.map(|(name, colour)| (name.replace('_', "-"), colour.as_str().unwrap_or_default()));
        rule(&mut css, &selector, named);
    }
    Ok(css)
}

/// A file of the project at `root`, as style sheets name it. The bundler writes its address or its bytes instead.
fn url(root: &Path, path: &str) -> String {
    format!("url({})", Value::from(project::path(root, path).to_string_lossy()))
}

/// Adds a rule with custom properties.
fn rule(css: &mut String, selector: &str, properties: impl Iterator<Item = (impl Display, impl Display)>) {
    css.push_str(&format!("{selector} {{\n"));
    for (name, value) in properties {
        let _ = writeln!(css, "  --{name}: {value};");
    }
    css.push_str("}\n");
}

/// The family with its fallbacks.
fn families(font: &Font) -> String {
    let (local, generic) = match font.fallback {
        Fallback::Serif => ("\"Times New Roman\"", "serif"),
        Fallback::SansSerif => ("Arial", "sans-serif"),
    };
    let family = &font.family;
    match font.web {
        Some(_) => format!("\"{family}\", \"{family} Fallback\", {local}, {generic}"),
        None => format!("{local}, {generic}"),
    }
}

/// The rules of a font with a file, and of its local fallback with the same metrics.
///
/// `font-display: optional`: a font that arrives late is used from the next page on, so that lines do not reflow while the
/// visitor reads. `lnum`: figures stand on the line, also where the font has others. Pages preload the fonts, and the browser waits shortly for them before it paints. Files with further letters are not
/// preloaded, and few letters change when they arrive.
fn faces(root: &Path, font: &Font) -> Result<String, Problem> {
    let Some(file) = &font.web else {
        return Ok(String::new());
    };
    let family = &font.family;
    let weight = font.weight.as_ref().map_or("400", FontWeight::as_str);
    let more = font
        .more
        .iter()
        .map(|more| (&more.file, format!("  font-display: swap;\n  unicode-range: {};\n", more.range)));
    let mut css = String::new();
    for (file, others) in [(file, "  font-display: optional;\n".to_owned())].into_iter().chain(more) {
        let url = url(root, &format!("{WEB_FONTS}/{file}"));
        let _ = writeln!(
            css,
            "@font-face {{\n  font-family: \"{family}\";\n  src: {url} format(\"woff2\");\n  \
             font-weight: {weight};\n  font-style: normal;\n  font-feature-settings: \"lnum\";\n{others}}}"
        );
    }
    if let Some(regular) = &font.regular {
        css.push_str(&fallback_face(root, family.as_str(), font.fallback, regular.as_str())?);
    }
    Ok(css)
}

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
fn fallback_face(root: &Path, family: &str, fallback: Fallback, file: &str) -> Result<String, Problem> {
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
