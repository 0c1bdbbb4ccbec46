//! A finished SVG to the bytes of a PNG with a palette: a drawing has few colours, and chat apps like small files.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use sha2::{Digest as _, Sha256};

use super::fonts::Fonts;
use super::palette::{self, Indexed};
use model::fingerprint::hex;

/// Width of every share picture in pixels, as chat apps and social networks ask for.
pub const WIDTH: u32 = 1200;
/// Height of every share picture in pixels.
pub const HEIGHT: u32 = 630;

/// How hard the file is packed, of 9: more saves a few per cent and takes twice as long.
const PACKING: u8 = 6;

/// Part of the cache's key: raise it when the same SVG comes out otherwise.
pub(super) const VERSION: &str = "resvg 0.49, palette 3";

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unpainted {
    /// The template's fault.
    #[error("the drawing is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The template's fault.
    #[error("the drawing is {0} x {1} pixels; it must be {WIDTH} x {HEIGHT}")]
    Size(f32, f32),
    /// Not enough memory, or a fault of the encoder.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

/// Paints the drawing.
///
/// # Errors
/// See [`Unpainted`].
pub(super) fn png(svg: &str, fonts: &Fonts) -> Result<Vec<u8>, Unpainted> {
    let options = Options {
        fontdb: fonts.database.clone(),
        // A drawing names no other files.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    if size.to_int_size().width() != WIDTH || size.to_int_size().height() != HEIGHT {
        return Err(Unpainted::Size(size.width(), size.height()));
    }
    let mut pixels =
        Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| Unpainted::Encoding("no memory for it".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encode(&palette::index(&bytemuck::pod_collect_to_vec(pixels.data())))
        .map_err(|error| Unpainted::Encoding(error.to_string()))
}

fn encode(picture: &Indexed) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(picture.colours.as_slice());
    encoder.set_deflate_compression(png::DeflateCompression::Level(PACKING));
    // Neighbouring numbers of a palette are not neighbouring colours: no filter is the best one.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The key of a drawing: the same key, the same bytes.
pub(super) fn key(svg: &str, fonts: &Fonts) -> String {
    let mut digest = Sha256::new();
    digest.update(VERSION);
    digest.update(&fonts.digest);
    digest.update(svg);
    hex(&digest.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_version_is_that_of_the_library() {
        let locked = include_str!("../../../../Cargo.lock");
        let (_, rest) = locked.split_once("name = \"resvg\"\nversion = \"").unwrap();
        let (version, _) = rest.split_once('"').unwrap();
        let (minor, _) = version.rsplit_once('.').unwrap();
        assert!(
            VERSION.contains(&format!("resvg {minor},")),
            "{VERSION}, {version}"
        );
    }
}
