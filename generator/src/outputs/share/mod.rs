//! Share pictures: what a chat or a social network shows beside a link, one for each page and language.
//!
//! The drawing of a picture is SVG written by a template (`card_renderer`), and the PNG of the drawing is rendered only when the drawing changed (`png`). The drawing decides the address, so that pages can be
//! rendered before the PNG. See docs/share-pictures.md.

mod card_renderer;
mod fit;
mod font_metrics;
mod png;
mod shapes;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

pub use png::{HEIGHT, WIDTH};

use crate::cache::store::Key;
use crate::node::Tools;
use card_renderer::CardRenderer;
use formats::problem::{self, Problem, sorted};
use formats::templating::template_problem;
use model::build_error::BuildError;
use model::lang::{Lang, PerLang};
use model::output::{OutputFile, SHARE};
use model::site::{Page, PageKind, Site, template};

/// How many digits of a picture's key are in its address.
const DIGITS: usize = 8;

/// The address of every share picture of a site, and what it shows.
#[derive(Debug, Default)]
pub struct SharePictures {
    pictures: Vec<SharePicture>,
    /// For each page of the site, the index of the picture that is shown with its link.
    by_page: Vec<Option<usize>>,
}

/// One share picture.
#[derive(Debug)]
pub struct SharePicture {
    /// Its address: `/share/es/inventario/O-301.0f1e2d3c.png`.
    pub url: String,
    /// What it shows.
    pub drawn: DrawnCard,
    /// The key of its PNG in the store.
    key: Key,
}

impl SharePicture {
    /// Its path in the built site.
    fn path(&self) -> &str {
        self.url.trim_start_matches('/')
    }
}

/// The drawing of one share picture.
#[derive(Clone, Debug)]
pub struct DrawnCard {
    /// The address of its page.
    pub url: String,
    /// The name of its template, below `templates/`.
    pub template: &'static str,
    /// The drawing.
    pub svg: String,
    /// The alternative text of the picture.
    pub alt: String,
}

impl DrawnCard {
    /// The file of its template, from the project's root.
    fn origin(&self) -> String {
        format!("templates/{}", self.template)
    }
}

impl SharePictures {
    /// The picture of the page with that index in [`Site::pages`]: its own, or that of the page above it.
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

    /// Gives pages without a picture of their own that of the page above them, or that of the home page.
    fn add_inherited(&mut self, site: &Site) {
        let pages = site.pages.iter().zip(&self.by_page);
        let own = pages.filter_map(|(page, picture)| Some(((page.lang, page.neutral.as_str()), (*picture)?)));
        let own: HashMap<(Lang, &str), usize> = own.collect();
        let inventory = site.routes.with_template(template::INVENTORY);
        let inherited = PerLang::from_fn(site.config.languages, |lang| {
            let home = own.get(&(lang, "/")).copied();
            let list = inventory.and_then(|neutral| own.get(&(lang, neutral)).copied());
            (home, list.or(home))
        });
        for (page, picture) in site.pages.iter().zip(&mut self.by_page) {
            let (of_content, of_unit) = *inherited.get(page.lang);
            *picture = picture.or(match page.kind {
                PageKind::Unit(_) => of_unit,
                PageKind::Content(_) => of_content,
            });
        }
    }
}

/// Draws the picture of every page that has one. A project without `templates/share` has none.
///
/// # Errors
/// A mistake in a template, a text or a font; a missing image library.
pub fn draw(tools: &Tools, site: &Arc<Site>) -> Result<SharePictures, BuildError> {
    let Some(renderer) = CardRenderer::open(&tools.root, site)? else {
        return Ok(SharePictures::default());
    };
    let drawings = draw_pages(&renderer, site)?;
    let drawn = drawings.iter().map(|(_, drawn)| drawn);
    let keys = png::keys(tools, &renderer.fonts, drawn)?;
    let mut shared = SharePictures { by_page: vec![None; site.pages.len()], ..SharePictures::default() };
    for ((index, drawn), key) in drawings.into_iter().zip(keys) {
        let page = &site.pages[index];
        shared.by_page[index] = Some(shared.pictures.len());
        let url = format!("{SHARE}{}/{}.{}.png", page.lang, page.slug(), &key.digest()[..DIGITS]);
        shared.pictures.push(SharePicture { url, drawn, key });
    }
    shared.add_inherited(site);
    Ok(shared)
}

/// Renders the PNG of every picture; those whose drawing did not change come from the store.
///
/// # Errors
/// A drawing that cannot be rendered, a missing image library, or a file that cannot be read or written.
pub fn render(tools: &Tools, shared: &SharePictures) -> Result<Vec<OutputFile>, BuildError> {
    let rendered = png::render(tools, &shared.pictures);
    let pngs = rendered.or_else(|error| deduplicate_by_place(error.problems()?))?;
    let files = shared.pictures.iter().zip(pngs);
    let file =
        |(picture, png): (&SharePicture, _)| OutputFile::new(picture.path(), png, &picture.drawn.origin());
    Ok(files.map(file).collect())
}

/// The drawings of all pictures, for checks that read their texts.
///
/// # Errors
/// A mistake in a template, a text or a font.
pub fn drawings(root: &Path, site: &Arc<Site>) -> Result<Vec<DrawnCard>, BuildError> {
    let Some(renderer) = CardRenderer::open(root, site)? else {
        return Ok(Vec::new());
    };
    let drawn = draw_pages(&renderer, site)?.into_iter();
    Ok(drawn.map(|(_, drawn)| drawn).collect())
}

/// The drawing of every page that has one, with the page's index.
fn draw_pages(renderer: &CardRenderer<'_>, site: &Site) -> Result<Vec<(usize, DrawnCard)>, BuildError> {
    let pages = site.pages.iter().enumerate();
    let pages: Vec<(usize, &Page)> = pages.filter(|(_, page)| renderer.may_draw(page)).collect();
    let drawn = pages.into_par_iter().with_max_len(1).filter_map(|(index, page)| {
        let drawn = renderer.drawing(page).transpose()?;
        Some(drawn.map(|drawn| (index, drawn)))
    });
    problem::collect(drawn.collect::<Vec<_>>()).or_else(deduplicate_by_place)
}

/// Many pages meet the same mistake of a template: one problem for each place.
fn deduplicate_by_place<T>(problems: Vec<Problem>) -> Result<T, BuildError> {
    Err(sorted(template_problem::once_each(problems)).into())
}
