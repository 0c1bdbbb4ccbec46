//! The pixels of the finished pictures: colours, texts, and margins without text.

use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;

use generator::outputs::share::{HEIGHT, WIDTH};
use model::lang::sample::ES;

use super::{MADE, Made, PROJECT};
use crate::support::torre::site_with;

/// Colours of the dark theme of `examples/torre/theme.yaml`.
const GROUND: [u8; 3] = [0x0f, 0x1c, 0x16];
const TEXT: [u8; 3] = [0xee, 0xf4, 0xec];
const AVAILABLE: [u8; 3] = [0x8e, 0xd2, 0xa3];
const RESERVED: [u8; 3] = [0xe8, 0xc4, 0x67];
const SOLD: [u8; 3] = [0xee, 0x9d, 0x90];

/// The RGB bytes of a decoded picture, row by row.
struct Pixels(Vec<u8>);

impl Pixels {
    fn read(png: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(
            (info.width, info.height, info.color_type),
            (WIDTH, HEIGHT, png::ColorType::Rgb)
        );
        Pixels(bytes)
    }

    /// The pixels of a colour in a part of the picture. The palette may change a colour a little.
    fn count(&self, colour: [u8; 3], columns: Range<u32>, rows: Range<u32>) -> usize {
        let at = move |x: u32, y: u32| &self.0[((y * WIDTH + x) * 3) as usize..][..3];
        let is_close = |pixel: &[u8]| {
            pixel
                .iter()
                .zip(colour)
                .all(|(one, other)| one.abs_diff(other) <= 6)
        };
        let pixels = rows.flat_map(|y| columns.clone().map(move |x| at(x, y)));
        pixels.filter(|pixel| is_close(pixel)).count()
    }

    #[track_caller]
    fn assert_empty(&self, columns: Range<u32>, rows: Range<u32>, place: &str) {
        let empty = self.count(GROUND, columns.clone(), rows.clone());
        let message = "something is drawn in columns";
        assert_eq!(
            empty,
            columns.len() * rows.len(),
            "{place}: {message} {columns:?}, rows {rows:?}"
        );
    }
}

#[test]
fn a_units_picture_shows_its_code_and_the_colour_of_its_status() {
    let by_page = MADE.by_page();
    for (code, colour) in [("O-301", AVAILABLE), ("L-101", RESERVED), ("L-103", SOLD)] {
        let pixels =
            Pixels::read(MADE.png(by_page[ES.path(&format!("/inventario/{code}")).as_str()]));
        pixels.assert_empty(0..50, 0..HEIGHT, code);
        assert_eq!(
            pixels.count(colour, 140..141, 384..385),
            1,
            "{code}: the colour of the status"
        );
        // The letters of the label, dark on the colour of the status.
        let letters = pixels.count(GROUND, 146..340, 390..440);
        assert!((1_000..5_000).contains(&letters), "{code}: {letters}");
        // The drawn unit has the colour too.
        assert!(
            pixels.count(colour, 700..WIDTH, 200..HEIGHT) > 3_000,
            "{code}"
        );
    }
    let pixels = Pixels::read(MADE.png(by_page[ES.path("/inventario/O-301").as_str()]));
    assert!(pixels.count(TEXT, 57..650, 110..250) > 5_000);
}

/// Checks that texts end before the margins, and before the drawing where there is one beside them.
fn assert_texts_fit(made: &Made) {
    for (page, picture) in made.by_page() {
        let pixels = Pixels::read(made.png(picture));
        pixels.assert_empty(0..50, 0..HEIGHT, page);
        pixels.assert_empty(0..664, 0..20, page);
        pixels.assert_empty(0..664, 623..HEIGHT, page);
        if page.contains("/inventario/") {
            pixels.assert_empty(652..664, 0..HEIGHT, page);
        } else {
            // The building is drawn in these columns further down.
            pixels.assert_empty(652..664, 0..400, page);
            pixels.assert_empty(1151..WIDTH, 0..50, page);
        }
    }
}

#[test]
fn no_text_is_outside_its_space() {
    assert_texts_fit(&MADE);
    let mut longest = site_with(PROJECT.path(), |unit| {
        unit["price"] = 29_999_999.into();
        unit["unit"] = "1234 B (esquina norte, con entresuelo)".into();
        (unit["useType"], unit["level"]) = ("local".into(), 17.into());
        unit["interiorArea"] = 123_456.78.into();
    });
    let shown = ["/inventario/O-301", "/inventario/L-102", "/", "/inventario"];
    Arc::get_mut(&mut longest)
        .unwrap()
        .pages
        .retain(|page| shown.contains(&page.neutral.as_str()));
    let made = Made::make(PROJECT.path(), longest).unwrap();
    assert_eq!(made.new, shown.len() * 2);
    assert_texts_fit(&made);
}
