//! Share pictures: what a chat or a social network shows beside a link, one for each page and language.
//!
//! A stage of its own beside prerendering: what a card says (`card`), its drawing by a template (`drawing`), the
//! drawing's pixels (`raster`). A drawing that did not change is not painted again. See docs/share-pictures.md.

mod card;
mod drawing;
mod fit;
mod fonts;
mod palette;
mod raster;
mod studio;
mod tokens;
mod words;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

pub use raster::{HEIGHT, WIDTH};

use model::build_error::BuildError;
use model::formats::templating::template_problem;
use model::lang::{Lang, PerLang};
use model::output::OutputFile;
use model::problem::sorted;
use model::site::{PageKind, Site, UNIT_PARENT};
use studio::Studio;

/// Where share pictures stand in the built site. Names hold a hash: chat apps keep a picture by its address.
pub const FOLDER: &str = "/share/";

/// How many pictures of earlier builds are kept beside those of the last one.
const UNUSED_KEPT: usize = 600;

/// Every share picture of a site.
#[derive(Debug, Default)]
pub struct SharePictures {
    pictures: Vec<SharePicture>,
    /// For each page of the site, which picture is shown with its link.
    by_page: Vec<Option<usize>>,
    /// How many had to be painted; the others came from the cache.
    pub painted: usize,
}

/// One share picture.
#[derive(Debug)]
pub struct SharePicture {
    /// Its address: `/share/es/inventario/O-301.0f1e2d3c.png`.
    pub url: String,
    /// Told to those who do not see it, in the page's language.
    pub alt: String,
    /// The key of its drawing in the cache.
    key: String,
    /// The file.
    pub bytes: Arc<[u8]>,
    /// What an author would open to change it.
    pub origin: String,
}

impl SharePictures {
    /// The picture of the page at that place of [`Site::pages`]: its own, or that of the page above it.
    #[must_use]
    pub fn of_page(&self, index: usize) -> Option<&SharePicture> {
        let picture = self.by_page.get(index).copied().flatten()?;
        self.pictures.get(picture)
    }

    /// All pictures, in the order of their pages.
    #[must_use]
    pub fn all(&self) -> &[SharePicture] {
        &self.pictures
    }

    /// Every file to publish.
    pub fn files(&self) -> impl Iterator<Item = OutputFile> + '_ {
        self.pictures.iter().map(|picture| OutputFile {
            path: picture.url.trim_start_matches('/').to_owned(),
            bytes: picture.bytes.clone(),
            url: picture.url.clone(),
            origin: picture.origin.clone(),
        })
    }
}

/// Draws the picture of every page that has one, and paints those whose drawing changed. A project without
/// `templates/share` has none.
///
/// # Errors
/// See [`BuildError`].
pub fn make(root: &Path, site: &Site) -> Result<SharePictures, BuildError> {
    let studio = match Studio::open(root, site)? {
        Some(studio) => studio,
        None => return Ok(SharePictures::default()),
    };
    let made: Vec<Result<Option<SharePicture>, BuildError>> =
        site.pages.par_iter().map(|page| studio.picture(page)).collect();
    let mut problems = Vec::new();
    let mut shared = SharePictures::default();
    for result in made {
        match result {
            Ok(Some(picture)) => {
                shared.by_page.push(Some(shared.pictures.len()));
                shared.pictures.push(picture);
            }
            Ok(None) => shared.by_page.push(None),
            Err(error) => problems.extend(error.problems()?),
        }
    }
    if !problems.is_empty() {
        return Err(sorted(template_problem::once_each(problems)).into());
    }
    shared.painted = studio.painted.into_inner();
    if shared.painted > 0 {
        let used: HashSet<&str> = shared.pictures.iter().map(|one| one.key.as_str()).collect();
        studio.store.remove_oldest(&used, UNUSED_KEPT);
    }
    shared.lend(site);
    Ok(shared)
}

/// A share picture before it is painted.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The address of its page.
    pub url: String,
    /// The template that it is made by, below `templates/`.
    pub template: &'static str,
    /// The drawing.
    pub svg: String,
}

/// The drawings alone: for those who want to look before they are painted.
///
/// # Errors
/// The first problem of a template, a text or a font.
pub fn drawings(root: &Path, site: &Site) -> Result<Vec<Drawn>, BuildError> {
    let Some(studio) = Studio::open(root, site)? else {
        return Ok(Vec::new());
    };
    let drawn = site
        .pages
        .par_iter()
        .filter_map(|page| match studio.drawing(page) {
            Ok(drawing) => drawing.map(|(template, svg, _)| {
                let url = page.url.clone();
                Ok(Drawn { url, template, svg })
            }),
            Err(problem) => Some(Err(problem.into())),
        });
    drawn.collect()
}

impl SharePictures {
    /// Pages without a picture of their own show that of the page above them, or the home page's.
    fn lend(&mut self, site: &Site) {
        let find = |lang: Lang, neutral: &str, by_page: &[Option<usize>]| {
            let place = site
                .pages
                .iter()
                .position(|page| page.lang == lang && page.neutral == neutral);
            place.and_then(|place| by_page[place])
        };
        let home = PerLang::from_fn(|lang| find(lang, "/", &self.by_page));
        let units = PerLang::from_fn(|lang| find(lang, UNIT_PARENT, &self.by_page));
        for (page, picture) in site.pages.iter().zip(&mut self.by_page) {
            let above = match page.kind {
                PageKind::Unit(_) => *units.get(page.lang),
                PageKind::Content(_) => None,
            };
            *picture = picture.or(above).or(*home.get(page.lang));
        }
    }
}
