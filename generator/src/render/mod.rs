//! Stage 5: pages to bytes. Pure and parallel: no file, no clock, no network. The same site gives
//! the same bytes.
//!
//! What all pages share (texts, units, plans, settings) is made once per language and handed out by
//! reference; a page costs its own template only. All problems of all pages are collected.

mod anchors;
mod consent_files;
mod data_files;
mod environment;
mod escape;
mod extent;
mod filters;
mod functions;
mod inventory_value;
mod manifest;
mod page_value;
mod progress_value;
mod search_files;
mod shared;
mod unit_value;
mod variables;
mod worker_file;

use std::sync::Arc;

use rayon::prelude::*;

use crate::feeds;
use crate::headers;
use crate::lang::PerLang;
use crate::pictures::Pictures;
use crate::prerender::bundle::{ASSETS, Bundle};
use crate::prerender::islands::Islands;
use crate::problem::{Bug, Problem};
use crate::redirects;
use crate::resolve::Site;
use crate::share::SharePictures;
use crate::templating::{template_problem, values};
use crate::twin;

use environment::Renderer;
use shared::Shared;
pub(crate) use unit_value::level_label;

/// One file of the finished site.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Path below `dist/`.
    pub path: String,
    /// Its content.
    pub bytes: Arc<[u8]>,
    /// The address visitors see, which caches must be told about: `/inventario` for `inventario.html`.
    pub url: String,
    /// What an author would open to change it.
    pub origin: String,
}

impl OutputFile {
    pub(crate) fn new(path: &str, bytes: impl Into<Arc<[u8]>>, origin: &str) -> OutputFile {
        OutputFile {
            path: path.to_owned(),
            bytes: bytes.into(),
            url: format!("/{path}"),
            origin: origin.to_owned(),
        }
    }
}

/// Why the stage gave up.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The author's files must change.
    #[error("{} problems", .0.len())]
    Problems(Vec<Problem>),
    /// The generator itself is at fault.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// Renders every file of the site, sorted by path.
///
/// # Errors
/// Every problem of every template and page, each once.
pub fn render(
    site: &Arc<Site>,
    bundle: &Arc<Bundle>,
    islands: &Arc<Islands>,
    pictures: &Arc<Pictures>,
    share: &Arc<SharePictures>,
) -> Result<Vec<OutputFile>, RenderError> {
    let shared = PerLang::from_fn(|lang| Arc::new(Shared::of(lang, site, bundle, islands, pictures, share)));
    let renderers = environment::renderers(&shared).map_err(RenderError::Problems)?;
    let rendered: Vec<Result<Vec<OutputFile>, Problem>> = (0..site.pages.len())
        .into_par_iter()
        .map(|index| page(site, &renderers, index))
        .collect();
    let mut files = Vec::with_capacity(rendered.len() + 64);
    let mut problems = Vec::new();
    for result in rendered {
        match result {
            Ok(made) => files.extend(made),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        problems.extend(anchors::check(&site.anchor_links, &files));
    }
    if !problems.is_empty() {
        return Err(RenderError::Problems(template_problem::once_each(problems)));
    }
    files.extend(feeds::files(site).map_err(RenderError::Problems)?);
    files.extend(other_files(site, bundle)?);
    files.extend(pictures.files());
    files.extend(share.files());
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// The page and its Markdown twin.
fn page(site: &Arc<Site>, renderers: &PerLang<Renderer>, index: usize) -> Result<Vec<OutputFile>, Problem> {
    let page = &site.pages[index];
    let renderer = renderers.get(page.lang);
    let wrong = |error| template_problem::of(&error, &page.origin());
    let mut files = vec![OutputFile {
        path: page.file.clone(),
        bytes: renderer.render(index).map_err(wrong)?.into_bytes().into(),
        url: page.url.clone(),
        origin: page.origin(),
    }];
    if let Some(text) = renderer.render_twin(index).map_err(wrong)? {
        files.push(OutputFile::new(
            &twin::file(page),
            text.into_bytes(),
            &page.origin(),
        ));
    }
    Ok(files)
}

/// Everything that is no page.
fn other_files(site: &Site, bundle: &Bundle) -> Result<Vec<OutputFile>, RenderError> {
    let mut files = data_files::files(site)?;
    files.extend(consent_files::files(site, bundle)?);
    files.push(OutputFile::new(
        "sitemap.xml",
        search_files::sitemap(site).into_bytes(),
        "site.yaml",
    ));
    files.push(OutputFile::new(
        "robots.txt",
        search_files::robots(site).into_bytes(),
        "site.yaml",
    ));
    files.push(OutputFile::new(
        "_headers",
        headers::Rules::of(site).to_file().into_bytes(),
        "site.yaml",
    ));
    files.push(OutputFile::new(
        "_redirects",
        redirects::to_file(site).into_bytes(),
        "site.yaml",
    ));
    files.extend(worker_file::file(site, bundle)?);
    for file in &site.static_files {
        let bytes = match file.path.as_str() {
            manifest::PATH => {
                manifest::with_names(file, site).map_err(|problem| RenderError::Problems(vec![problem]))?
            }
            _ => file.bytes.clone(),
        };
        files.push(OutputFile::new(&file.path, bytes, &file.file));
    }
    for file in &bundle.files {
        let path = format!("{}{}", ASSETS.trim_start_matches('/'), file.name);
        files.push(OutputFile {
            path: path.clone(),
            bytes: file.bytes.clone(),
            url: format!("/{path}"),
            origin: "islands".into(),
        });
    }
    Ok(files)
}
