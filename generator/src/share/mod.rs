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
mod store;
mod tokens;
mod words;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use minijinja::Value;
use rayon::prelude::*;

pub use raster::{HEIGHT, WIDTH};

use crate::building::{Plan, PlanUnit};
use crate::lang::{Lang, PerLang};
use crate::problem::{Problem, sorted};
use crate::render::OutputFile;
use crate::resolve::{Page, PageKind, Site, UNIT_PARENT};
use crate::templating::{template_problem, values};
use drawing::{Artist, PAGE, UNIT};
use fonts::Fonts;
use raster::Bytes;
use store::Store;

/// Where share pictures stand in the built site. Names hold a hash: chat apps keep a picture by its address.
pub const FOLDER: &str = "/share/";
/// How many digits of a drawing's key its address shows.
const DIGITS: usize = 8;

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
    /// What it was painted from.
    pub svg: String,
    /// The file.
    pub bytes: Bytes,
    /// What an author would open to change it.
    pub origin: String,
}

/// Why there are no share pictures.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    /// A template, a text or a font must change.
    #[error("{} problems in the share pictures", .0.len())]
    Problems(Vec<Problem>),
    /// A file could not be written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
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
/// See [`ShareError`].
pub fn make(root: &Path, site: &Site) -> Result<SharePictures, ShareError> {
    let studio = match Studio::open(root, site)? {
        Some(studio) => studio,
        None => return Ok(SharePictures::default()),
    };
    let made: Vec<Result<Option<SharePicture>, ShareError>> =
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
            Err(ShareError::Problems(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if !problems.is_empty() {
        return Err(ShareError::Problems(sorted(template_problem::once_each(
            problems,
        ))));
    }
    shared.painted = studio.painted.into_inner();
    if shared.painted > 0 {
        let used: Vec<String> = shared
            .pictures
            .iter()
            .map(|one| raster::key(&one.svg, &studio.fonts))
            .collect();
        studio
            .store
            .forget_unused(&used.iter().map(String::as_str).collect::<HashSet<_>>());
    }
    shared.lend(site);
    Ok(shared)
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

/// Everything that pictures are made with.
struct Studio<'a> {
    site: &'a Site,
    fonts: Fonts,
    artist: Artist,
    store: Store,
    sheets: PerLang<Value>,
    /// Where each unit stands.
    places: HashMap<&'a str, (&'a Plan, &'a PlanUnit)>,
    painted: AtomicUsize,
}

impl<'a> Studio<'a> {
    /// Reads fonts and templates; nothing when the project has no templates.
    fn open(root: &Path, site: &'a Site) -> Result<Option<Studio<'a>>, ShareError> {
        if !drawing::is_wanted(root) {
            return Ok(None);
        }
        let mut fonts = Fonts::read(root).map_err(ShareError::Problems)?;
        let ruler = std::mem::take(&mut fonts.ruler);
        let artist = Artist::new(root, site, ruler).map_err(ShareError::Problems)?;
        let mut problems = Vec::new();
        let sheets = PerLang::from_fn(|lang| match card::sheet(site, lang) {
            Ok(sheet) => values::from_serialize(&sheet),
            Err(problem) => {
                problems.push(problem);
                Value::from(())
            }
        });
        if !problems.is_empty() {
            return Err(ShareError::Problems(sorted(problems)));
        }
        let mut places = HashMap::new();
        for plan in &site.plans {
            places.extend(plan.units.iter().map(|unit| (unit.code.as_str(), (plan, unit))));
        }
        Ok(Some(Studio {
            site,
            fonts,
            artist,
            store: Store::open(root).map_err(|(path, source)| ShareError::File { path, source })?,
            sheets,
            places,
            painted: AtomicUsize::new(0),
        }))
    }

    /// The page's own picture, if it has one.
    fn picture(&self, page: &Page) -> Result<Option<SharePicture>, ShareError> {
        let problem = |problem| ShareError::Problems(vec![problem]);
        let Some((template, svg, alt)) = self.drawing(page).map_err(problem)? else {
            return Ok(None);
        };
        let key = raster::key(&svg, &self.fonts);
        let origin = format!("templates/{template}");
        let bytes = match self.store.get(&key) {
            Some(bytes) => bytes,
            None => {
                let painted = raster::png(&svg, &self.fonts).map_err(|error| {
                    problem(
                        Problem::in_file(&origin, error.to_string())
                            .hint(format!("while making {}", page.url)),
                    )
                })?;
                self.painted.fetch_add(1, Ordering::Relaxed);
                let kept = self.store.keep(&key, &painted);
                kept.map_err(|(path, source)| ShareError::File { path, source })?;
                painted
            }
        };
        Ok(Some(SharePicture {
            url: format!("{FOLDER}{}/{}.{}.png", page.lang, page.slug(), &key[..DIGITS]),
            alt,
            svg,
            bytes: bytes.into(),
            origin,
        }))
    }

    /// The template, the drawing and its text for those who do not see it.
    fn drawing(&self, page: &Page) -> Result<Option<(&'static str, String, String)>, Problem> {
        let sheet = self.sheets.get(page.lang);
        match &page.kind {
            PageKind::Unit(index) => {
                let unit = &self.site.inventory.units[*index];
                let Some((plan, place)) = self.places.get(unit.code.as_str()) else {
                    return Ok(None);
                };
                if !self.artist.has(UNIT) {
                    return Ok(None);
                }
                let card = card::unit(self.site, page.lang, unit, place)?;
                let svg = self
                    .artist
                    .draw(UNIT, sheet, &card, self.artist.plan(plan.level), &page.url)?;
                Ok(Some((UNIT, svg, card.alt)))
            }
            PageKind::Content(source) => {
                if page.is_error() || !page.is_listed() || !self.artist.has(PAGE) {
                    return Ok(None);
                }
                let card = card::page(self.site, page, source)?;
                let svg = self.artist.draw(PAGE, sheet, &card, Value::from(()), &page.url)?;
                Ok(Some((PAGE, svg, card.alt)))
            }
        }
    }
}
