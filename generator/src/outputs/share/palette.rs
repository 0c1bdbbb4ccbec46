//! Pixels to a palette of at most 96 colours: the most frequent ones as they are, each other as the nearest of them.
//!
//! What is left over are shades of letters' edges, which differ from their nearest neighbour by less than is seen.
//! The loops are plain ones over whole numbers, because they run for every pixel in builds without optimisation too.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A PNG's palette holds 256: shades that nobody sees, and a file a sixth larger.
const MOST: usize = 96;

/// A picture as numbers of its palette.
#[derive(Debug)]
pub(super) struct Indexed {
    /// Red, green, blue of each colour.
    pub(super) colours: Vec<u8>,
    /// One number per pixel.
    pub(super) pixels: Vec<u8>,
}

/// Red, green, blue and opacity in one number, in the order of the machine.
type Pixel = u32;

/// A colour of the picture.
#[derive(Clone, Copy, Debug)]
struct Shade {
    rgb: [i32; 3],
    /// How many pixels have it.
    count: usize,
    /// Its number in the palette.
    number: u8,
}

/// Equal pixels in a row: the place of their shade, and where they end.
struct Run {
    shade: usize,
    end: usize,
}

/// Spreads pixels over a table; colours of a drawing are no attack on it.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, pixel: u32) {
        // The fractional part of the golden ratio: neighbouring numbers land far apart.
        self.0 = (self.0 ^ u64::from(pixel)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Makes the palette and the numbers of opaque pixels.
pub(super) fn index(picture: &[Pixel]) -> Indexed {
    let (mut shades, runs) = shades_and_runs(picture);
    let colours = number(&mut shades);
    let mut pixels = vec![0; picture.len()];
    let mut start = 0;
    for run in runs {
        pixels[start..run.end].fill(shades[run.shade].number);
        start = run.end;
    }
    Indexed { colours, pixels }
}

fn shades_and_runs(picture: &[Pixel]) -> (Vec<Shade>, Vec<Run>) {
    let mut shades: Vec<Shade> = Vec::new();
    let mut places: HashMap<Pixel, usize, BuildHasherDefault<Spread>> = HashMap::default();
    let mut runs = Vec::new();
    // Round a line its ground comes back at once: the last two colours need no look-up.
    let mut last = [(0, usize::MAX); 2];
    let mut start = 0;
    while start < picture.len() {
        let pixel = picture[start];
        let mut end = start + 1;
        while end < picture.len() && picture[end] == pixel {
            end += 1;
        }
        let shade = if last[1].0 == pixel && last[1].1 != usize::MAX {
            last[1].1
        } else {
            *places.entry(pixel).or_insert_with(|| {
                let [red, green, blue, _] = pixel.to_ne_bytes();
                shades.push(Shade {
                    rgb: [red, green, blue].map(i32::from),
                    count: 0,
                    number: 0,
                });
                shades.len() - 1
            })
        };
        last = [(pixel, shade), last[0]];
        shades[shade].count += end - start;
        runs.push(Run { shade, end });
        start = end;
    }
    (shades, runs)
}

/// Gives every shade its number and returns the palette's bytes.
fn number(shades: &mut [Shade]) -> Vec<u8> {
    let mut order: Vec<usize> = (0..shades.len()).collect();
    // Two colours as frequent as each other have an order too, so that two builds are the same.
    order.sort_unstable_by_key(|place| (usize::MAX - shades[*place].count, shades[*place].rgb));
    let (chosen, others) = order.split_at(order.len().min(MOST));
    let palette: Vec<[i32; 3]> = chosen.iter().map(|place| shades[*place].rgb).collect();
    for (number, place) in (0..=u8::MAX).zip(chosen) {
        shades[*place].number = number;
    }
    for place in others {
        shades[*place].number = nearest(&palette, shades[*place].rgb);
    }
    let bytes = palette
        .iter()
        .flatten()
        .map(|channel| u8::try_from(*channel).unwrap_or(u8::MAX));
    bytes.collect()
}

fn nearest(palette: &[[i32; 3]], [red, green, blue]: [i32; 3]) -> u8 {
    let (mut best, mut least, mut place) = (0, i32::MAX, 0);
    while place < palette.len() {
        let known = palette[place];
        let (red, green, blue) = (known[0] - red, known[1] - green, known[2] - blue);
        let distance = red * red + green * green + blue * blue;
        if distance < least {
            (best, least) = (place, distance);
        }
        place += 1;
    }
    u8::try_from(best).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(red: u8, green: u8, blue: u8) -> Pixel {
        Pixel::from_ne_bytes([red, green, blue, 255])
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        let picture = index(&[
            pixel(9, 9, 9),
            pixel(1, 2, 3),
            pixel(1, 2, 3),
            pixel(9, 9, 9),
            pixel(1, 2, 3),
        ]);
        assert_eq!(picture.colours, [1, 2, 3, 9, 9, 9]);
        assert_eq!(picture.pixels, [1, 0, 0, 1, 0]);
    }

    #[test]
    fn rare_colours_become_their_nearest() {
        let mut pixels: Vec<Pixel> = (0..96).flat_map(|shade| [pixel(shade, 0, 0); 2]).collect();
        pixels.push(pixel(90, 0, 3));
        let picture = index(&pixels);
        assert_eq!(picture.colours.len(), MOST * 3);
        assert_eq!(picture.pixels.len(), 193);
        assert_eq!(picture.pixels[192], 90);
    }
}
