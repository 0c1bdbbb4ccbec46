//! The bytes of a picture on a phone, which the build prints, and `check::budgets` checks.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PictureKind, PictureSet, Pictures};

/// The width of a phone's screen in device pixels: 390 CSS pixels with three device pixels each. A picture is never wider than the screen.
const PHONE_DOTS: u32 = 390 * 3;

/// The largest picture on a phone, in bytes. Pages begin with text and stack their pictures on a phone, so that
/// no more than one is on the first screen.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PhoneWeight {
    /// The picture's name.
    pub name: String,
    /// The width of the size that the phone loads, in pixels.
    pub width: u32,
    /// The file's bytes.
    pub bytes: u64,
    /// The master's path from the root.
    #[serde(skip)]
    pub master: String,
}

impl Pictures {
    /// Every picture on a phone.
    pub fn on_phone(&self) -> impl Iterator<Item = PhoneWeight> + '_ {
        self.sets.iter().filter_map(PhoneWeight::measure)
    }

    /// The largest picture of the site; none when there are no pictures.
    pub fn heaviest_on_phone(&self) -> Option<PhoneWeight> {
        self.on_phone().max_by_key(|weight| weight.bytes)
    }
}

impl PhoneWeight {
    /// The size that a browser loads for the screen: the narrowest that fills it, else the widest.
    fn measure(set: &PictureSet) -> Option<PhoneWeight> {
        let fills = |size: &&super::PictureSize| size.width >= PHONE_DOTS;
        let size = set
            .with_kind(PictureKind::Avif)
            .find(fills)
            .or_else(|| set.with_kind(PictureKind::Avif).last())?;
        Some(PhoneWeight {
            name: set.name.clone(),
            width: size.width,
            bytes: size.bytes.len() as u64,
            master: set.master.clone(),
        })
    }
}

impl fmt::Display for PhoneWeight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PhoneWeight { name, width, bytes, .. } = self;
        write!(formatter, "the picture {name} on a phone: {bytes} B, {width} pixels wide")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::pictures::PictureSize;

    fn set(name: &str, sizes: &[(PictureKind, u32, usize)]) -> PictureSet {
        let size = |&(kind, width, bytes): &(PictureKind, u32, usize)| PictureSize {
            kind,
            width,
            url: String::new(),
            bytes: vec![0; bytes].into(),
        };
        PictureSet {
            name: name.to_owned(),
            width: 2560,
            height: 1440,
            colour: String::new(),
            sizes: sizes.iter().map(size).collect(),
            master: format!("content/images/{name}.jpg"),
        }
    }

    #[test]
    fn a_phone_loads_the_narrowest_size_that_fills_its_screen() {
        use PictureKind::{Avif, Webp};
        let hall = set("hall", &[(Avif, 480, 90), (Avif, 1280, 300), (Avif, 2560, 900)]);
        let small = set("small", &[(Avif, 480, 200), (Avif, 1000, 310), (Webp, 1600, 999)]);
        let pictures = Pictures { sets: vec![hall, small] };
        let heaviest = pictures.heaviest_on_phone().expect("pictures");
        assert_eq!(heaviest.to_string(), "the picture small on a phone: 310 B, 1000 pixels wide");
        let bytes: Vec<u64> = pictures.on_phone().map(|weight| weight.bytes).collect();
        assert_eq!(bytes, [300, 310]);
        assert_eq!(Pictures::default().heaviest_on_phone(), None);
    }
}
