//! Pages to pictures: what is read once for all of them, and the way of one page through it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use minijinja::Value;

use super::drawing::{self, Artist, PAGE, UNIT};
use super::fonts::Fonts;
use super::{FOLDER, SharePicture, card, raster};
use crate::cache::{self, store::Store};
use model::build_error::BuildError;
use model::building::{Plan, PlanUnit};
use model::formats::templating::values;
use model::lang::PerLang;
use model::problem::{Problem, sorted};
use model::site::{Page, PageKind, Site};

/// The store of painted pictures.
const STORE: &str = "share";
/// How many digits of a drawing's key its address shows.
const DIGITS: usize = 8;

/// Everything that pictures are made with.
pub(super) struct Studio<'a> {
    site: &'a Site,
    fonts: Fonts,
    artist: Artist,
    pub(super) store: Store,
    sheets: PerLang<Value>,
    /// Where each unit stands.
    places: HashMap<&'a str, (&'a Plan, &'a PlanUnit)>,
    /// How many pictures came from no cache.
    pub(super) painted: AtomicUsize,
}

impl<'a> Studio<'a> {
    /// Reads fonts and templates; nothing when the project has no templates.
    pub(super) fn open(root: &Path, site: &'a Site) -> Result<Option<Studio<'a>>, BuildError> {
        if !drawing::is_wanted(root) {
            return Ok(None);
        }
        let mut fonts = Fonts::read(root)?;
        let ruler = std::mem::take(&mut fonts.ruler);
        let artist = Artist::new(root, site, ruler)?;
        let mut problems = Vec::new();
        let sheets = PerLang::from_fn(|lang| match card::sheet(site, lang) {
            Ok(sheet) => values::from_serialize(&sheet),
            Err(problem) => {
                problems.push(problem);
                Value::from(())
            }
        });
        if !problems.is_empty() {
            return Err(sorted(problems).into());
        }
        let mut places = HashMap::new();
        for plan in &site.plans {
            places.extend(plan.units.iter().map(|unit| (unit.code.as_str(), (plan, unit))));
        }
        Ok(Some(Studio {
            site,
            fonts,
            artist,
            store: Store::new(&root.join(cache::FOLDER), STORE),
            sheets,
            places,
            painted: AtomicUsize::new(0),
        }))
    }

    /// The page's own picture, if it has one.
    pub(super) fn picture(&self, page: &Page) -> Result<Option<SharePicture>, BuildError> {
        let Some((template, svg, alt)) = self.drawing(page)? else {
            return Ok(None);
        };
        let key = raster::key(&svg, &self.fonts);
        let origin = format!("templates/{template}");
        let bytes = match self.store.get_bytes(&key) {
            Some(bytes) => bytes,
            None => {
                let painted = raster::png(&svg, &self.fonts).map_err(|error| {
                    Problem::in_file(&origin, error.to_string()).hint(format!("while making {}", page.url))
                })?;
                self.painted.fetch_add(1, Ordering::Relaxed);
                self.store.put_bytes(&key, &painted);
                painted
            }
        };
        Ok(Some(SharePicture {
            url: format!("{FOLDER}{}/{}.{}.png", page.lang, page.slug(), &key[..DIGITS]),
            alt,
            key,
            bytes: bytes.into(),
            origin,
        }))
    }

    /// The template, the drawing and its text for those who do not see it.
    pub(super) fn drawing(&self, page: &Page) -> Result<Option<(&'static str, String, String)>, Problem> {
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
