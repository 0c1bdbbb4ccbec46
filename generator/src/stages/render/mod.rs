//! Stage 6: renders the pages and the other files of the site to bytes, in parallel.
//!
//! The same inputs give the same bytes: nothing here reads a file, the clock or the network. The stage is not pure in
//! one respect: with a [`PageSink`], each unit page is written to it as soon as it is rendered, and unit pages that
//! the sink has already are skipped, so that a large inventory does not fill the memory.
//!
//! What all pages of a language share (texts, units, plans, settings) is computed once, in a `RenderContext`. The
//! problems of all pages are collected.

mod anchors;
mod consent_files;
mod context;
mod data_files;
mod environment;
mod extent;
mod filters;
mod functions;
mod inventory_value;
mod level_drawing;
mod manifest;
mod menu_value;
mod page_fingerprints;
mod page_renderer;
mod page_value;
mod placeholders;
mod progress_value;
mod search_files;
mod unit_value;
mod uses_value;
mod variables;
mod whole_inventory;
mod worker_file;

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::outputs::pictures::Pictures;
use crate::outputs::share::SharePictures;
use crate::outputs::{feeds, headers, licenses, markdown_alternate, redirects};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::formats::templating::{template_problem, values};
use model::lang::{Lang, PerLang};
use model::output::ASSETS;
use model::site::{Page, PageKind, Site};

use context::RenderContext;
pub use data_files::{INVENTORY_PATH, ShownInventory};
use environment::Renderer;
use functions::shared_props;
use model::output::OutputFile;
use model::page_sink::PageSink;
pub use page_fingerprints::PageFingerprints;
pub use page_renderer::PageRenderer;

/// The files of the site.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The files in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many files are in the sink.
    pub in_sink: usize,
    /// How many files of `in_sink` the sink reused, so that they were not rendered.
    pub reused: usize,
    /// The largest page of a unit.
    pub unit_page: Option<OutputFile>,
    /// What renders a page again.
    pub renderer: Option<PageRenderer>,
}

/// How a page begins the link of a style sheet; then the URL follows.
pub const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"";

/// Where unit pages are written, and the fingerprints of their inputs.
pub type UnitPageSink<'a> = (&'a dyn PageSink, &'a PageFingerprints);

/// Renders every file of the site. With a sink, unit pages are written to it and are not in [`Rendered::files`].
///
/// # Errors
/// Every problem of every template and page, each once; or the error of the sink.
pub fn render(
    site: &Arc<Site>,
    bundle: &Arc<Bundle>,
    islands: &Arc<Islands>,
    pictures: &Arc<Pictures>,
    share: &Arc<SharePictures>,
    sink: Option<UnitPageSink<'_>>,
) -> Result<Rendered, BuildError> {
    let context = |lang| Arc::new(RenderContext::of(lang, site, bundle, islands, pictures, share));
    let languages: Vec<Lang> = site.config.languages.iter().collect();
    let contexts: Vec<_> = languages.into_par_iter().map(context).collect();
    let contexts = PerLang::from_values(site.config.languages, contexts);
    let renderers = environment::renderers(site.config.languages, &contexts)?;
    // Link targets stay in memory: anchors and linked files are checked against the rendered files.
    let anchors = site.anchor_links.iter().map(|link| link.target.as_str());
    let linked = site
        .file_links
        .iter()
        .map(|link| link.target.trim_start_matches('/'));
    // A Markdown alternate is made with its page.
    let page_of = |target: &str| match target.strip_suffix(".md") {
        Some(page) => format!("{page}.html"),
        None => target.to_owned(),
    };
    let targets: HashSet<String> = anchors.chain(linked).map(page_of).collect();
    let is_target = |page: &Page| targets.contains(&page.file);
    let render_page = |index: usize| {
        let page = &site.pages[index];
        if renderers.get(page.lang).is_endless() {
            return Ok(Rendered::default());
        }
        match (&page.kind, sink) {
            (PageKind::Unit(unit), Some((sink, fingerprints))) if !is_target(page) => {
                let inputs = fingerprints.of_page(contexts.get(page.lang), share, index, *unit);
                reuse_or_write(site, &renderers, index, sink, &inputs)
            }
            _ => page_files(site, &renderers, index).map(|files| Rendered {
                unit_page: unit_page(page, &files),
                files,
                ..Rendered::default()
            }),
        }
    };
    // The pages with all units take as long as thousands of others: no thread gets two of them at once.
    let pages = (0..site.pages.len()).into_par_iter().with_max_len(1);
    let (finished, others): (Vec<Result<Rendered, BuildError>>, _) = rayon::join(
        || pages.map(render_page).collect(),
        || beside_pages(site, bundle, &contexts),
    );
    let mut rendered = Rendered::default();
    let mut problems = Vec::new();
    for result in finished {
        match result {
            Ok(page) => {
                rendered.files.extend(page.files);
                rendered.in_sink += page.in_sink;
                rendered.reused += page.reused;
                let pages = [rendered.unit_page.take(), page.unit_page].into_iter().flatten();
                rendered.unit_page = pages.max_by_key(|page| page.bytes.len());
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
    files.extend(others?);
    files.extend(pictures.files());
    files.sort_by(|one, other| one.path.cmp(&other.path));
    rendered.renderer = Some(PageRenderer {
        site: site.clone(),
        renderers,
    });
    Ok(rendered)
}

/// The files that are made while pages are rendered: those of `other_files`, the feeds, and what islands share.
fn beside_pages(
    site: &Site,
    bundle: &Bundle,
    contexts: &PerLang<Arc<RenderContext>>,
) -> Result<Vec<OutputFile>, BuildError> {
    let contexts: Vec<&Arc<RenderContext>> = contexts.values().collect();
    let shared = || -> Vec<OutputFile> {
        let files = contexts.par_iter();
        files
            .flat_map_iter(|context| shared_props::files(context))
            .collect()
    };
    let (feeds, (others, shared)) = rayon::join(
        || feeds::files(site),
        || rayon::join(|| other_files(site, bundle), shared),
    );
    let mut files = feeds?;
    files.extend(others?);
    files.extend(shared);
    files.extend(site.plans.iter().map(level_drawing::file));
    Ok(files)
}

/// Lets the sink reuse a page, or renders the page and writes it there.
fn reuse_or_write(
    site: &Site,
    renderers: &PerLang<Renderer>,
    index: usize,
    sink: &dyn PageSink,
    inputs: &Fingerprint,
) -> Result<Rendered, BuildError> {
    let page = &site.pages[index];
    let markdown = markdown_alternate::exists(site, page).then(|| markdown_alternate::file(page));
    let paths: Vec<&str> = [page.file.as_str()]
        .into_iter()
        .chain(markdown.as_deref())
        .collect();
    let is_reused = sink.reuse(&paths, inputs);
    let mut weight = None;
    if !is_reused {
        let (files, reads_inventory) = whole_inventory::record(|| page_files(site, renderers, index));
        let files = files?;
        weight = unit_page(page, &files);
        for file in files {
            sink.write(&file, inputs, reads_inventory)?;
        }
    }
    Ok(Rendered {
        files: Vec::new(),
        in_sink: paths.len(),
        reused: if is_reused { paths.len() } else { 0 },
        unit_page: weight,
        renderer: None,
    })
}

/// A page, if it is a unit's.
fn unit_page(page: &Page, files: &[OutputFile]) -> Option<OutputFile> {
    files
        .first()
        .filter(|_| matches!(page.kind, PageKind::Unit(_)))
        .cloned()
}

/// The page and its Markdown alternate.
fn page_files(
    site: &Site,
    renderers: &PerLang<Renderer>,
    index: usize,
) -> Result<Vec<OutputFile>, BuildError> {
    let page = &site.pages[index];
    let renderer = renderers.get(page.lang);
    let wrong = |error| template_problem::of(&error, &page.origin());
    let new = |path: &str, text: String| OutputFile::new(path, text, &page.origin());
    let html = OutputFile {
        url: page.url.clone(),
        ..new(&page.file, renderer.page(index).map_err(wrong)?)
    };
    let markdown = renderer.markdown_alternate(index).map_err(wrong)?;
    let markdown = markdown.map(|text| new(&markdown_alternate::file(page), text));
    Ok([html].into_iter().chain(markdown).collect())
}

/// All files that are not pages, feeds or pictures.
fn other_files(site: &Site, bundle: &Bundle) -> Result<Vec<OutputFile>, BuildError> {
    let mut files: Vec<OutputFile> = data_files::files(site).into();
    files.extend(consent_files::files(site, bundle));
    let mut rules = headers::Rules::of(site);
    if let Some(notices) = &bundle.licenses {
        rules.add_licenses();
        files.push(OutputFile::new(licenses::FILE, notices.clone(), licenses::LOCK));
    }
    let of_settings = [
        ("robots.txt", search_files::robots(site)),
        ("_headers", rules.to_file()),
        ("_redirects", redirects::to_file(site)),
    ];
    let of_settings = of_settings
        .map(|(path, text)| (path.to_owned(), text))
        .into_iter();
    let of_settings = of_settings.chain(search_files::sitemaps(site));
    files.extend(of_settings.map(|(path, text)| OutputFile::new(&path, text, "site.yaml")));
    files.extend(worker_file::file(site, bundle));
    for file in &site.static_files {
        let bytes = match file.path.as_str() {
            manifest::PATH => manifest::completed(file, site)?.into(),
            _ => file.bytes.clone(),
        };
        files.push(OutputFile::new(&file.path, bytes, &file.file));
    }
    for file in &bundle.files {
        let path = format!("{}{}", ASSETS.trim_start_matches('/'), file.name);
        files.push(OutputFile::new(&path, file.bytes.clone(), "islands"));
    }
    Ok(files)
}
