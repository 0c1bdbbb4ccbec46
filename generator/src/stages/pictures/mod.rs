//! Stage 5: every master under `content/images` in the sizes that screens need, made by the prebuilt image library of the npm
//! project, all in one process, or taken from the store.

mod sizer;

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use platform::amenity::Amenity;
use serde::{Deserialize, Serialize};

use crate::node::{Tools, run_concurrently};
use crate::outputs::share::{self, SharePictures};
use crate::outputs::values::Described;
use model::build_error::BuildError;
use model::output::OutputFile;

/// Every picture of the site, sorted by name.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    sets: Vec<PictureSet>,
}

/// One picture in its sizes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PictureSet {
    /// Its name in templates: the master's file name without the extension.
    pub name: String,
    /// The master's width in pixels.
    pub width: u32,
    /// The master's height in pixels.
    pub height: u32,
    /// Its mean colour as `#rrggbb`, shown until it arrives.
    pub colour: String,
    /// The sizes: by kind, each from the narrowest to the widest.
    pub sizes: Vec<PictureSize>,
    /// The master's path from the root.
    pub master: String,
}

/// One file of a picture.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PictureSize {
    /// Its format.
    pub kind: PictureKind,
    /// Its width in pixels.
    pub width: u32,
    /// Its address, with the content's hash in it. A size for documents is not published under it.
    pub url: String,
    /// The file.
    pub bytes: Bytes,
}

/// The formats of the sizes.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// The smallest, for nearly all browsers.
    Avif,
    /// For the others.
    Webp,
    /// A JPEG that PDF documents contain.
    Document,
}

/// Stage 5: the pictures, and the drawings of the share pictures.
pub fn pictures(
    tools: &Tools,
    described: &Described,
) -> Result<(Arc<Pictures>, Arc<SharePictures>), BuildError> {
    let site = &described.site;
    let make = || make(tools, &site.inventory.amenities);
    let (share, pictures) = run_concurrently(|| share::draw(tools, described), make);
    let (pictures, share) = (pictures?, share?);
    Ok((Arc::new(pictures), Arc::new(share)))
}

/// Makes every size of every master, or takes it from the store. Pictures of amenities are shown small.
pub fn make(tools: &Tools, amenities: &[Amenity]) -> Result<Pictures, BuildError> {
    Ok(Pictures {
        sets: sizer::sets(tools, &sizer::read_masters(&tools.root, amenities)?)?,
    })
}

impl Pictures {
    /// The picture of that name.
    pub fn get(&self, name: &str) -> Option<&PictureSet> {
        let found = self
            .sets
            .binary_search_by(|set| set.name.as_str().cmp(name));
        found.ok().map(|index| &self.sets[index])
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().map(|set| set.name.as_str())
    }

    /// Every file to publish.
    pub fn files(&self) -> impl Iterator<Item = OutputFile> + '_ {
        self.sets.iter().flat_map(|set| {
            let published = set
                .sizes
                .iter()
                .filter(|size| size.kind != PictureKind::Document);
            published.map(|size| {
                let path = size.url.trim_start_matches('/');
                OutputFile::new(path, size.bytes.clone(), &set.master)
            })
        })
    }

    /// Every picture on a phone, which loads the narrowest size that fills the screen, else the widest.
    pub fn on_phone(&self) -> impl Iterator<Item = PhoneWeight> {
        self.sets.iter().filter_map(|set| {
            let filling = set
                .with_kind(PictureKind::Avif)
                .find(|size| size.width >= PHONE_DOTS);
            let size = filling.or_else(|| set.with_kind(PictureKind::Avif).last())?;
            let (name, master) = (set.name.clone(), set.master.clone());
            Some(PhoneWeight {
                name,
                width: size.width,
                bytes: size.bytes.len() as u64,
                master,
            })
        })
    }

    /// The largest picture of the site; none when there are no pictures.
    pub fn heaviest_on_phone(&self) -> Option<PhoneWeight> {
        self.on_phone().max_by_key(|weight| weight.bytes)
    }
}

impl PictureSet {
    /// The sizes of one format, from the narrowest.
    pub fn with_kind(&self, kind: PictureKind) -> impl Iterator<Item = &PictureSize> {
        self.sizes.iter().filter(move |size| size.kind == kind)
    }

    /// The file for what takes only one, the widest that every browser reads.
    pub fn single(&self) -> Option<&PictureSize> {
        self.with_kind(PictureKind::Webp).last()
    }
}

/// The width of a phone's screen in device pixels: 390 CSS pixels with three device pixels each. A picture is never wider than the screen.
const PHONE_DOTS: u32 = 390 * 3;

/// The largest picture on a phone: pages stack their pictures there, so that only one is on the first screen.
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

impl fmt::Display for PhoneWeight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PhoneWeight {
            name, width, bytes, ..
        } = self;
        write!(
            formatter,
            "the picture {name} on a phone: {bytes} B, {width} pixels wide"
        )
    }
}

#[cfg(test)]
mod tests;
