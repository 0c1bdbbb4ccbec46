//! The part of the style sheet that `theme.yaml` decides: custom properties and font faces, each with the local font that pages
//! show before it has arrived, scaled so that lines break at the same places; and the sign of the logo as two masks, because a mask
//! has one colour: that of text, or the primary one.

use std::path::Path;

use minijinja::{Value, context};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::FontFile;
use crate::outputs::render_text;
use crate::project::WEB_FONTS;
use formats::problem::{self, Bug, Code, Problem};
use formats::templating::values::from_serialize;
use model::theme::{FILE, Fallback, LogoFile, Theme};

/// The style sheet of the theme of the project at `root`, with the files of its logo. It names fonts by their paths from there, which
/// the bundler replaces with the addresses of the published files; its text is the same wherever the project is.
pub fn style_sheet(root: &Path, theme: &Theme) -> Result<String, Vec<Problem>> {
    let fonts = problem::collect([&theme.fonts.display, &theme.fonts.text].map(|font| {
        let mut files = Vec::new();
        let mut metrics = None;
        if let Some(web) = &font.web {
            files.push((web, None));
            let more = font.more.iter();
            files.extend(more.map(|more| (&more.file, Some(more.range.as_str()))));
            let regular = font.regular.as_ref();
            metrics = regular
                .map(|file| fallback_metrics(root, font.fallback, file.as_str()))
                .transpose()?;
        }
        let file = |(file, range)| context! { path => format!("{WEB_FONTS}/{file}"), range };
        let files: Value = files.into_iter().map(file).collect();
        Ok(context! { files, metrics, ..from_serialize(font) })
    }))?;
    let values = context! {
        fonts,
        theme => from_serialize(theme),
        wordmark => theme.logo.wordmark.as_ref().map(|file| svg_url(file.text.trim())),
        masks => theme.logo.mark.as_ref().map(|file| masks(file).to_vec()),
    };
    let failed = |Bug(message)| vec![Problem::in_file(Code::TemplateError, FILE, message)];
    render_text("theme.css", include_str!("theme.css"), &values).map_err(failed)
}

/// A text in which letters are about as frequent as on pages in Spanish and English.
const SAMPLE: &str = "\
Un edificio para trabajar Oficinas y locales comerciales en los primeros niveles Lo que hay detrás de los acabados \
La obra, mes por mes Inventario Díganos qué busca A place to work Own an office or a shop What is behind the finishes \
Construction, month by month Inventory Tell us what you are looking for \
Elija el nivel, vea qué espacios siguen disponibles hoy y pida la información del que le interesa. Cada precio \
incluye el impuesto y la fecha del inventario. Choose a level, see which spaces are still available today and ask about \
the one that you like. Every price includes the tax and the date of the inventory.";

/// `size-adjust`, `ascent-override` and `descent-override` with which a local font has the metrics of the font in `file`.
fn fallback_metrics(root: &Path, fallback: Fallback, file: &str) -> Result<Vec<String>, Problem> {
    let font = FontFile::read(root, file)?;
    let face = font.face()?;
    let units = f64::from(face.units_per_em());
    let mut total = 0.0;
    for letter in SAMPLE.chars() {
        let width = face
            .glyph_index(letter)
            .and_then(|glyph| face.glyph_hor_advance(glyph))
            .ok_or_else(|| font.problem(format!("has no glyph for `{letter}`")))?;
        total += f64::from(width) / units;
    }
    // The average width of a letter of the sample in Times New Roman and in Arial, in em; the other local fonts are nearly so.
    let average = match fallback {
        Fallback::Serif => 0.3997,
        Fallback::SansSerif => 0.4405,
    };
    let adjust = total / SAMPLE.chars().count() as f64 / average;
    let [ascent, descent] =
        [face.ascender(), -face.descender()].map(|part| f64::from(part) / units / adjust);
    Ok([adjust, ascent, descent]
        .map(|value| format!("{:.2}%", value * 100.0))
        .to_vec())
}

/// The colours that the drawing may use, in the order of [`masks`].
const COLOURS: [&str; 2] = ["currentColor", "var(--primary)"];

/// What a data URL in quotes cannot contain as it is; in CSS a backslash escapes what follows.
const ENCODED: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%').add(b'\\');

/// The masks as values of CSS: for the colour of text, and for the primary colour.
fn masks(mark: &LogoFile) -> [String; 2] {
    COLOURS.map(|shown| {
        let drawing = COLOURS.iter().fold(mark.body.clone(), |drawing, colour| {
            drawing.replace(colour, if *colour == shown { "#fff" } else { "#000" })
        });
        // Lines without a colour have that of text.
        let line = if shown == COLOURS[0] { "#fff" } else { "#000" };
        let view_box = &mark.view_box;
        // [`LogoFile::read`] has checked that there are four.
        let mut numbers = view_box.split_whitespace();
        let [x, y, width, height] = [(); 4].map(|()| numbers.next().unwrap_or("0"));
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{view_box}'>\
             <mask id='m'><g fill='none' stroke='{line}'>{drawing}</g></mask>\
             <path mask='url(#m)' d='M{x} {y}h{width}v{height}h-{width}z'/></svg>"
        );
        svg_url(&svg)
    })
}

/// A drawing as a value of CSS.
fn svg_url(svg: &str) -> String {
    format!(
        "url(\"data:image/svg+xml,{}\")",
        utf8_percent_encode(svg, ENCODED)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mask_shows_one_colour_and_hides_the_other() {
        let mut file: LogoFile = "templates/logo/mark.svg".parse().unwrap();
        file.read("<svg viewBox=\"0 -2 4 5\"><path d=\"M0 0\"/><path fill=\"var(--primary)\" stroke=\"currentColor\"/></svg>")
            .unwrap();
        let [text, primary] = masks(&file);
        assert_eq!(
            text,
            "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 -2 4 5'>\
             <mask id='m'><g fill='none' stroke='%23fff'><path d=%22M0 0%22/>\
             <path fill=%22%23000%22 stroke=%22%23fff%22/></g></mask>\
             <path mask='url(%23m)' d='M0 -2h4v5h-4z'/></svg>\")"
        );
        let other =
            "stroke='%23000'><path d=%22M0 0%22/><path fill=%22%23fff%22 stroke=%22%23000%22/>";
        assert!(primary.contains(other), "{primary}");
    }

    #[test]
    fn a_drawing_ends_where_its_value_ends() {
        let value = svg_url("<svg><style>a::before{content:\"\\201c\"}</style>\r\n</svg>");
        let inside = value
            .strip_prefix("url(\"")
            .and_then(|rest| rest.strip_suffix("\")"));
        assert!(
            !inside.unwrap().contains(['"', '\\', '\r', '\n']),
            "{value}"
        );
    }
}
