//! Share pictures: what a chat or a social network shows beside a link, one for each page and language.
//!
//! A card is the data of one picture (`card`), its drawing is SVG written by a template (`card_renderer`), and the PNG
//! of the drawing is rendered only when the drawing changed (`png`). See docs/share-pictures.md.

mod card;
mod card_renderer;
mod fit;
mod font_metrics;
mod png;
mod shapes;
mod templates;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

pub use png::{HEIGHT, WIDTH};

use card_renderer::CardRenderer;
use model::build_error::BuildError;
use model::formats::templating::template_problem;
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::{self, Problem, sorted};
use model::site::{PageKind, Site, template};

/// The folder of the share pictures in the built site. File names hold a hash, because chat apps keep a picture by its
/// address.
pub const FOLDER: &str = "/share/";

/// How many digits of a picture's key are in its address.
const DIGITS: usize = 8;

/// Every share picture of a site.
#[derive(Debug, Default)]
pub struct SharePictures {
    pictures: Vec<SharePicture>,
    /// For each page of the site, the index of the picture that is shown with its link.
    by_page: Vec<Option<usize>>,
    /// How many were rendered; the others came from the cache.
    pub rendered: usize,
}

/// One share picture.
#[derive(Debug)]
pub struct SharePicture {
    /// Its address: `/share/es/inventario/O-301.0f1e2d3c.png`.
    pub url: String,
    /// Its alternative text, in the page's language.
    pub alt: String,
    /// The PNG file.
    pub bytes: Arc<[u8]>,
    /// The template that an author edits to change it, from the project's root.
    pub origin: String,
}

/// The drawing of one share picture.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The address of its page.
    pub url: String,
    /// The name of its template, below `templates/`.
    pub template: &'static str,
    /// The drawing.
    pub svg: String,
    /// The alternative text of the picture.
    pub alt: String,
}

impl Drawn {
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

    /// Every file to publish.
    pub fn files(&self) -> impl Iterator<Item = OutputFile> + '_ {
        self.pictures.iter().map(|picture| {
            let path = picture.url.trim_start_matches('/');
            OutputFile::new(path, picture.bytes.clone(), &picture.origin)
        })
    }

    /// Gives pages without a picture of their own that of the page above them, or that of the home page.
    fn add_inherited(&mut self, site: &Site) {
        let pages = site.pages.iter().zip(&self.by_page);
        let own = pages.filter_map(|(page, picture)| Some(((page.lang, page.neutral.as_str()), (*picture)?)));
        let own: HashMap<(Lang, &str), usize> = own.collect();
        let inventory = site.routes.with_template(template::INVENTORY);
        for (page, picture) in site.pages.iter().zip(&mut self.by_page) {
            let above = match page.kind {
                PageKind::Unit(_) => inventory,
                PageKind::Content(_) => None,
            };
            let mut inherited = above
                .iter()
                .chain(&["/"])
                .filter_map(|neutral| own.get(&(page.lang, *neutral)));
            *picture = picture.or_else(|| inherited.next().copied());
        }
    }
}

/// Makes the picture of every page that has one; those whose drawing did not change come from the cache. A project
/// without `templates/share` has none.
///
/// # Errors
/// A mistake in a template, a text or a font; a missing image library; a file that cannot be read or written.
pub fn make(root: &Path, site: &Site) -> Result<SharePictures, BuildError> {
    let Some(renderer) = CardRenderer::open(root, site)? else {
        return Ok(SharePictures::default());
    };
    let drawings = draw(&renderer, site)?;
    let drawn: Vec<&Drawn> = drawings.iter().map(|(_, drawn)| drawn).collect();
    let rendered =
        png::render(root, &renderer.fonts, &drawn).or_else(|error| one_per_place(error.problems()?))?;
    let mut shared = SharePictures {
        by_page: vec![None; site.pages.len()],
        rendered: rendered.new,
        ..SharePictures::default()
    };
    for ((index, drawn), (key, bytes)) in drawings.into_iter().zip(rendered.files) {
        let page = &site.pages[index];
        shared.by_page[index] = Some(shared.pictures.len());
        shared.pictures.push(SharePicture {
            url: format!("{FOLDER}{}/{}.{}.png", page.lang, page.slug(), &key[..DIGITS]),
            origin: drawn.origin(),
            alt: drawn.alt,
            bytes: bytes.into_vec().into(),
        });
    }
    shared.add_inherited(site);
    Ok(shared)
}

/// The drawings of all pictures, for checks that read their texts.
///
/// # Errors
/// A mistake in a template, a text or a font.
pub fn drawings(root: &Path, site: &Site) -> Result<Vec<Drawn>, BuildError> {
    let Some(renderer) = CardRenderer::open(root, site)? else {
        return Ok(Vec::new());
    };
    let drawn = draw(&renderer, site)?.into_iter();
    Ok(drawn.map(|(_, drawn)| drawn).collect())
}

/// The drawing of every page that has one, with the page's index.
fn draw(renderer: &CardRenderer<'_>, site: &Site) -> Result<Vec<(usize, Drawn)>, BuildError> {
    let pages = site.pages.par_iter().enumerate();
    let drawn = pages.map(|(index, page)| Ok(renderer.drawing(page)?.map(|drawn| (index, drawn))));
    let drawn = problem::collect(drawn.collect::<Vec<_>>()).or_else(one_per_place)?;
    Ok(drawn.into_iter().flatten().collect())
}

/// Many pages meet the same mistake of a template: one problem for each place.
fn one_per_place<T>(problems: Vec<Problem>) -> Result<T, BuildError> {
    Err(sorted(template_problem::once_each(problems)).into())
}
