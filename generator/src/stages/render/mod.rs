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
mod page_fingerprints;
mod page_value;
mod progress_value;
mod search_files;
mod shared;
mod unit_value;
mod variables;
mod whole_inventory;
mod worker_file;

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::outputs::pictures::Pictures;
use crate::outputs::share::SharePictures;
use crate::outputs::{feeds, headers, markdown_alternate, redirects};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::formats::templating::{template_problem, values};
use model::lang::PerLang;
use model::output::ASSETS;
use model::site::{Page, PageKind, Site};

use environment::Renderer;
use model::output::OutputFile;
use model::page_sink::PageSink;
pub use page_fingerprints::PageFingerprints;
use shared::Shared;

/// What the stage made.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The files in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many files are in the page sink.
    pub in_sink: usize,
    /// How many of these the sink reused, so that they were not rendered.
    pub reused: usize,
}

/// Where the files of one page are.
enum Finished {
    InMemory(Vec<OutputFile>),
    Written(usize),
    Reused(usize),
}

/// A sink for unit pages, and the fingerprints of what they are made from.
pub type UnitPageSink<'a> = (&'a dyn PageSink, &'a PageFingerprints);

/// Renders every file of the site. With a sink, the pages of units go there one by one, and those that it can reuse are
/// not rendered.
///
/// # Errors
/// Every problem of every template and page, each once; or a page that could not be written.
pub fn render(
    site: &Arc<Site>,
    bundle: &Arc<Bundle>,
    islands: &Arc<Islands>,
    pictures: &Arc<Pictures>,
    share: &Arc<SharePictures>,
    sink: Option<UnitPageSink<'_>>,
) -> Result<Rendered, BuildError> {
    let shared = PerLang::from_fn(|lang| Arc::new(Shared::of(lang, site, bundle, islands, pictures, share)));
    let renderers = environment::renderers(&shared)?;
    // What authors link to is looked for among the files in memory.
    let anchors = site.anchor_links.iter().map(|link| link.target.as_str());
    let linked = site
        .file_links
        .iter()
        .map(|link| link.target.trim_start_matches('/'));
    let targets: HashSet<&str> = anchors.chain(linked).collect();
    let is_target = |page: &Page| {
        targets.contains(page.file.as_str()) || targets.contains(markdown_alternate::file(page).as_str())
    };
    let finished: Vec<Result<Finished, BuildError>> = (0..site.pages.len())
        .into_par_iter()
        .map(|index| {
            let page = &site.pages[index];
            let shared = shared.get(page.lang);
            match (&page.kind, sink) {
                (PageKind::Unit(unit), Some((sink, fingerprints))) if !is_target(page) => {
                    let inputs = fingerprints.of_page(shared, share, index, *unit);
                    reuse_or_write(site, &renderers, index, sink, &inputs)
                }
                _ => Ok(Finished::InMemory(page_files(site, &renderers, index)?)),
            }
        })
        .collect();
    let mut rendered = Rendered::default();
    let mut problems = Vec::new();
    for result in finished {
        match result {
            Ok(Finished::InMemory(files)) => rendered.files.extend(files),
            Ok(Finished::Written(number)) => rendered.in_sink += number,
            Ok(Finished::Reused(number)) => {
                rendered.in_sink += number;
                rendered.reused += number;
            }
            Err(error) => problems.extend(error.problems()?),
        }
    }
    let files = &mut rendered.files;
    if problems.is_empty() {
        problems.extend(anchors::check(&site.anchor_links, files));
    }
    if !problems.is_empty() {
        return Err(template_problem::once_each(problems).into());
    }
    files.extend(feeds::files(site)?);
    files.extend(other_files(site, bundle)?);
    files.extend(pictures.files());
    files.extend(share.files());
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(rendered)
}

/// Lets the sink reuse a page, or renders the page and writes it there.
fn reuse_or_write(
    site: &Site,
    renderers: &PerLang<Renderer>,
    index: usize,
    sink: &dyn PageSink,
    inputs: &Fingerprint,
) -> Result<Finished, BuildError> {
    let page = &site.pages[index];
    let mut paths = vec![page.file.clone()];
    if markdown_alternate::exists(site, page) {
        paths.push(markdown_alternate::file(page));
    }
    if sink.reuse(&paths, inputs) {
        return Ok(Finished::Reused(paths.len()));
    }
    let (files, asked) = whole_inventory::noting(|| page_files(site, renderers, index));
    for file in files? {
        sink.write(&file, inputs, asked)?;
    }
    Ok(Finished::Written(paths.len()))
}

/// The page and its Markdown twin.
fn page_files(
    site: &Site,
    renderers: &PerLang<Renderer>,
    index: usize,
) -> Result<Vec<OutputFile>, BuildError> {
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
            &markdown_alternate::file(page),
            text.into_bytes(),
            &page.origin(),
        ));
    }
    Ok(files)
}

/// Everything that is no page.
fn other_files(site: &Site, bundle: &Bundle) -> Result<Vec<OutputFile>, BuildError> {
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
            manifest::PATH => manifest::with_names(file, site)?,
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
