//! Share pictures: what a chat or a social network shows beside a link, one for each page and language. The drawing is SVG written by
//! a template (`card_renderer`). It decides the address, so that pages can be rendered before its PNG, which Node renders unless the
//! store has it: with a palette, because a drawing has few colours and chat apps like small files. See docs/share-pictures.md.

mod card_renderer;
mod fit;

use std::collections::HashMap;
use std::path::Path;

use bytes::Bytes;
use rayon::prelude::*;
use serde_json::json;

use crate::cache::{Key, Kind};
use crate::node::{NodeTool, Tools};
use crate::outputs::values::Described;
use crate::project::{self, DOCUMENT_FONTS};
use card_renderer::CardRenderer;
use formats::problem::{self, Code, Problem, sorted};
use formats::templating::template_problem;
use model::build_error::BuildError;
use model::output::{OutputFile, SHARE};
use model::site::{PageKind, Site, template};

/// How many digits of a picture's key are in its address.
const DIGITS: usize = 8;

/// The address of every share picture of a site, and what it shows.
#[derive(Debug, Default)]
pub struct SharePictures {
    /// All pictures, in the order of their pages.
    pub pictures: Vec<SharePicture>,
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
    key: Key,
}

/// The drawing of one share picture.
#[derive(Clone, Debug)]
pub struct DrawnCard {
    /// The address of its page.
    pub url: String,
    /// The file of its template, from the project's root.
    pub file: String,
    /// The drawing.
    pub svg: String,
    /// The alternative text of the picture.
    pub alt: String,
}

impl SharePictures {
    /// The picture of the page with that index in [`Site::pages`]: its own, or that of the page above it.
    #[must_use]
    pub fn of_page(&self, index: usize) -> Option<&SharePicture> {
        self.pictures.get((*self.by_page.get(index)?)?)
    }
}

/// Draws the picture of every page that has one. A project without `templates/share` has none.
pub fn draw(tools: &Tools, described: &Described) -> Result<SharePictures, BuildError> {
    let Some(renderer) = CardRenderer::open(&tools.root, described)? else {
        return Ok(SharePictures::default());
    };
    let site = &described.site;
    let drawings = draw_pages(&renderer, site)?;
    let of_fonts = TOOL.key(tools)?.with("fonts", &renderer.fonts);
    let (mut pictures, mut own) = (Vec::new(), HashMap::new());
    for (index, drawn) in drawings {
        let (page, key) = (
            &site.pages[index],
            of_fonts.clone().with("drawing", &drawn.svg),
        );
        own.insert((page.lang, page.neutral.as_str()), pictures.len());
        let url = format!(
            "{SHARE}{}/{}.{}.png",
            page.lang,
            page.slug(),
            &key.digest()[..DIGITS]
        );
        pictures.push(SharePicture { url, drawn, key });
    }
    // A page without a picture of its own has that of the page above it, or that of the home page.
    let inventory = site.routes.with_template(template::INVENTORY);
    let by_page = site.pages.iter().map(|page| {
        let above = match page.kind {
            PageKind::Unit(_) => inventory.unwrap_or("/"),
            PageKind::Content(_) => "/",
        };
        let mut pages = [page.neutral.as_str(), above, "/"].into_iter();
        pages.find_map(|neutral| own.get(&(page.lang, neutral)).copied())
    });
    Ok(SharePictures {
        by_page: by_page.collect(),
        pictures,
    })
}

/// Renders the PNG of every picture; those whose drawing did not change come from the store.
pub fn render(tools: &Tools, shared: &SharePictures) -> Result<Vec<OutputFile>, BuildError> {
    let wanted: Vec<(&str, Key)> = shared
        .pictures
        .iter()
        .map(|one| (one.url.trim_start_matches('/'), one.key.clone()))
        .collect();
    let rendered = tools
        .store
        .results(TOOL.results, &wanted, &shared.pictures, |missing| {
            let batches = missing
                .chunks(BATCH)
                .map(|batch| render_batch(tools, batch));
            let rendered = batches.collect::<Result<Vec<_>, _>>()?;
            Ok(rendered.into_iter().flatten().collect())
        });
    let pngs = rendered.or_else(|error: BuildError| deduplicate_by_place(error.problems()?))?;
    let files = shared.pictures.iter().zip(&wanted).zip(pngs);
    Ok(files
        .map(|((one, (path, _)), png)| OutputFile::new(path, png, &one.drawn.file))
        .collect())
}

/// The drawings of all pictures, for checks that read their texts.
pub fn drawings(root: &Path, described: &Described) -> Result<Vec<DrawnCard>, BuildError> {
    let renderer = CardRenderer::open(root, described)?;
    let drawn = renderer.map_or(Ok(Vec::new()), |renderer| {
        draw_pages(&renderer, &described.site)
    })?;
    Ok(drawn.into_iter().map(|(_, drawn)| drawn).collect())
}

/// The drawing of every page that has one, with the page's index.
fn draw_pages(
    renderer: &CardRenderer<'_>,
    site: &Site,
) -> Result<Vec<(usize, DrawnCard)>, BuildError> {
    let pages = site.pages.par_iter().enumerate().with_max_len(1);
    let drawn = pages.filter_map(|(index, page)| {
        let drawn = renderer.drawing(page).transpose()?;
        Some(drawn.map(|drawn| (index, drawn)))
    });
    problem::collect(drawn.collect::<Vec<_>>()).or_else(deduplicate_by_place)
}

/// Many pages meet the same mistake of a template: one problem for each place.
fn deduplicate_by_place<T>(problems: Vec<Problem>) -> Result<T, BuildError> {
    Err(sorted(template_problem::deduplicate(problems)).into())
}

/// Width of every share picture in pixels, as chat apps and social networks ask for.
pub const WIDTH: u32 = 1200;
/// Height of every share picture in pixels.
pub const HEIGHT: u32 = 630;

/// How many drawings one process renders: some 10 MB of SVG.
const BATCH: usize = 1000;

const TOOL: NodeTool = NodeTool {
    makes: "the share pictures",
    program: "islands/tools/share-pictures.cjs",
    library: "sharp",
    results: Kind {
        name: "share-pictures",
        // What one run of all tests makes is found again in the next: 1,000 pictures of 30 KB.
        unused_kept: 1200,
    },
};

fn render_batch(
    tools: &Tools,
    pictures: &[&SharePicture],
) -> Result<Vec<Result<Bytes, BuildError>>, BuildError> {
    let folder = project::path(&tools.root, DOCUMENT_FONTS);
    let fonts = std::path::absolute(&folder).map_err(BuildError::at(&folder))?;
    let request = json!({ "fonts": fonts, "width": WIDTH, "height": HEIGHT });
    let svgs: Vec<&str> = pictures
        .iter()
        .map(|picture| picture.drawn.svg.as_str())
        .collect();
    let answers = TOOL.draw(tools, request, &svgs)?.into_iter().zip(pictures);
    let made = answers.map(|(answer, SharePicture { drawn, .. })| {
        answer.map_err(|error| {
            let problem = Problem::in_file(Code::InvalidDrawing, &drawn.file, error);
            problem.hint(format!("while making {}", drawn.url)).into()
        })
    });
    Ok(made.collect())
}
