//! The sign of the logo as two masks, so that the style sheet has it once and pages only an element of the class `mark`.
//!
//! A mask has one colour. So one contains what has the colour of text, the other what has the primary colour; what is covered
//! by the other colour is in neither.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use model::theme::LogoFile;

/// The colours that the drawing may use, in the order of [`masks`].
const COLOURS: [&str; 2] = ["currentColor", "var(--primary)"];

/// What a data URL in quotes cannot contain as it is.
const ENCODED: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%');

/// The masks as values of CSS: for the colour of text, and for the primary colour.
pub(super) fn masks(mark: &LogoFile) -> [String; 2] {
    COLOURS.map(|shown| {
        let drawing = COLOURS.iter().fold(mark.body.clone(), |drawing, colour| {
            drawing.replace(colour, if *colour == shown { "#fff" } else { "#000" })
        });
        // Lines without a colour have that of text.
        let line = if shown == COLOURS[0] { "#fff" } else { "#000" };
        let view_box = &mark.view_box;
        let [x, y, width, height] = sides(view_box);
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{view_box}'>\
             <mask id='m'><g fill='none' stroke='{line}'>{drawing}</g></mask>\
             <path mask='url(#m)' d='M{x} {y}h{width}v{height}h-{width}z'/></svg>"
        );
        format!("url(\"data:image/svg+xml,{}\")", utf8_percent_encode(&svg, ENCODED))
    })
}

/// The four numbers of a `viewBox`, which [`LogoFile::read`] has checked.
fn sides(view_box: &str) -> [&str; 4] {
    let mut numbers = view_box.split_whitespace();
    [(); 4].map(|()| numbers.next().unwrap_or("0"))
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
        assert!(
            primary.contains(
                "stroke='%23000'><path d=%22M0 0%22/><path fill=%22%23fff%22 stroke=%22%23000%22/>"
            )
        );
    }
}
