//! Stage 6: renders the pages and the other files of the site to bytes, in parallel.
//!
//! The same inputs give the same bytes: nothing here reads a file, the clock or the network. The stage is not pure in
//! one respect: with a [`PageSink`], each unit page is written to it as soon as it is rendered, so that a large inventory
//! does not fill the memory.
//!
//! What all pages of a language share (texts, units, plans, settings) is computed once, in a `RenderContext`. The
//! problems of all pages are collected.

pub(crate) mod browser_files;
pub(crate) mod data_files;
mod environment;
pub(crate) mod functions;
mod page_value;
mod search_files;

use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;

use crate::outputs::share::SharePictures;
use crate::outputs::values::SiteValues;
use crate::outputs::{feeds, headers, markdown_alternate, redirects};
use crate::project::{self, licenses};
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::{self, Bundle};
use crate::stages::prerender::islands::Islands;
use formats::problem::{Code, Problem};
use formats::templating::{template_problem, values};
use model::build_error::BuildError;
use model::lang::{Lang, PerLang};
use model::output::ASSETS;
use model::page_content::{PageContent, PageContents};
use model::site::{PageKind, Site};
use model::source::PageSource;

pub use data_files::{INVENTORY_PATH, ShownInventory};
pub use environment::PageRenderer;
use environment::RenderContext;
use environment::Renderer;
use functions::island_props;
use model::output::OutputFile;

/// The files of the site.
#[derive(Debug)]
pub struct RenderedFiles {
    /// The files in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many files are in the sink.
    pub in_sink: usize,
    /// The largest page of a unit.
    pub unit_page: Option<OutputFile>,
    /// What the pages say.
    pub contents: PageContents,
    /// A problem for each page whose template does not show its Markdown body.
    pub warnings: Vec<Problem>,
    /// What renders a page again.
    pub renderer: PageRenderer,
}

/// How a page begins the link of a style sheet; then the URL follows.
pub const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"";

/// Takes the finished pages of units; `false` for one that has to stay in memory.
pub type PageSink<'a> = &'a (dyn Fn(&OutputFile) -> Result<bool, BuildError> + Sync);

/// Pages that are rendered, and what failed.
#[derive(Default)]
struct RenderedPages {
    files: Vec<OutputFile>,
    in_sink: usize,
    contents: PageContents,
    largest_unit_page: Option<OutputFile>,
    warnings: Vec<Problem>,
    errors: Vec<BuildError>,
}

impl RenderedPages {
    fn merge(mut self, other: RenderedPages) -> RenderedPages {
        self.files.extend(other.files);
        self.in_sink += other.in_sink;
        self.contents.extend(other.contents);
        let pages = [self.largest_unit_page, other.largest_unit_page];
        self.largest_unit_page = pages.into_iter().flatten().max_by_key(|page| page.bytes.len());
        self.warnings.extend(other.warnings);
        self.errors.extend(other.errors);
        self
    }
}

/// What the last build knew of pages, and the day of this one.
#[derive(Clone, Copy, Debug)]
pub struct LastBuild<'a> {
    /// The contents of its pages, if they are known.
    pub contents: Option<&'a PageContents>,
    /// The day of this build in the development's time zone.
    pub today: Date,
}

/// Renders every file of the site. The unit pages that the sink takes are not in [`RenderedFiles::files`].
///
/// # Errors
/// Every problem of every template and page, each once; or the error of the sink.
pub fn render(
    site: &Arc<Site>,
    bundle: &Arc<Bundle>,
    islands: &Arc<Islands>,
    pictures: &Arc<Pictures>,
    share: &Arc<SharePictures>,
    last: LastBuild<'_>,
    sink: Option<PageSink<'_>>,
) -> Result<RenderedFiles, BuildError> {
    let context = |lang| Arc::new(RenderContext::new(lang, site, bundle, islands, pictures, share));
    let languages: Vec<Lang> = site.config.languages.iter().collect();
    let contexts: Vec<_> = languages.into_par_iter().map(context).collect();
    let contexts = PerLang::from_values(site.config.languages, contexts);
    let renderers = environment::renderers(site.config.languages, &contexts)?;
    let render_page = |index: usize| -> Result<RenderedPages, BuildError> {
        let page = &site.pages[index];
        if renderers.get(page.lang).is_endless() {
            return Ok(RenderedPages::default());
        }
        let (files, has_read_body) = page_files(site, &renderers, index)?;
        let is_unit = matches!(page.kind, PageKind::Unit(_));
        let mut pages = RenderedPages {
            largest_unit_page: files.first().filter(|_| is_unit).cloned(),
            warnings: page.source().filter(|_| !has_read_body).and_then(unused_body).into_iter().collect(),
            ..RenderedPages::default()
        };
        if let Some(file) = files.first().filter(|_| search_files::is_in_sitemap(page)) {
            let html = std::str::from_utf8(&file.bytes).unwrap_or_default();
            let label = &contexts.get(page.lang).values.date_label;
            let content = PageContent::new(html, label, last.contents, &page.url, last.today);
            pages.contents.insert(page.url.clone(), content);
        }
        for file in files {
            match sink.filter(|_| is_unit) {
                Some(write) if write(&file)? => pages.in_sink += 1,
                _ => pages.files.push(file),
            }
        }
        Ok(pages)
    };
    let failed = |error| RenderedPages { errors: vec![error], ..RenderedPages::default() };
    // The pages with all units take as long as thousands of others: no thread gets two of them at once.
    let pages = (0..site.pages.len()).into_par_iter().with_max_len(1);
    let pages = pages.map(|index| render_page(index).unwrap_or_else(failed));
    let (pages, others) = rayon::join(
        || pages.reduce(RenderedPages::default, RenderedPages::merge),
        || render_other_files(site, bundle, &contexts),
    );
    let mut problems = Vec::new();
    for error in pages.errors {
        problems.extend(error.problems()?);
    }
    let mut files = pages.files;
    if !problems.is_empty() {
        return Err(template_problem::once_each(problems).into());
    }
    files.extend(others?);
    let sitemaps = search_files::sitemaps(site, share, &pages.contents, last.today);
    files.extend(sitemaps.into_iter().map(|(path, text)| OutputFile::new(&path, text, "site.yaml")));
    files.extend(pictures.files());
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(RenderedFiles {
        files,
        in_sink: pages.in_sink,
        unit_page: pages.largest_unit_page,
        contents: pages.contents,
        warnings: pages.warnings,
        renderer: PageRenderer { site: site.clone(), renderers },
    })
}

/// The files that are made while pages are rendered: those of `other_files`, the feeds, and what islands share.
fn render_other_files(
    site: &Site,
    bundle: &Bundle,
    contexts: &PerLang<Arc<RenderContext>>,
) -> Result<Vec<OutputFile>, BuildError> {
    let contexts: Vec<&Arc<RenderContext>> = contexts.values().collect();
    let shared = || -> Vec<OutputFile> {
        let files = contexts.par_iter();
        files.flat_map_iter(|context| island_props::shared_files(context)).collect()
    };
    let values: Vec<&Arc<SiteValues>> = contexts.iter().map(|context| &context.values).collect();
    let (feeds, (others, shared)) =
        rayon::join(|| feeds::files(site, &values), || rayon::join(|| other_files(site, bundle), shared));
    let mut files = feeds?;
    files.extend(others?);
    files.extend(shared);
    let listings: Result<Vec<_>, _> = contexts.iter().map(|context| search_files::listing(context)).collect();
    files.extend(listings.map_err(|problem| BuildError::from(vec![problem]))?);
    files.extend(site.plans.iter().map(browser_files::level_drawing));
    Ok(files)
}

/// A problem with the text below the front matter, if there is one.
fn unused_body(source: &PageSource) -> Option<Problem> {
    let start = source.body.find(|letter: char| !letter.is_whitespace())?;
    let message = "the template of this page does not show the text below its front matter";
    let problem = Problem::at(Code::UnusedBody, &source.file, source.place_in_body(start), message);
    Some(problem.hint("move it into a value of the front matter, use `template: text`, or remove it"))
}

/// The page and its Markdown alternate, and whether the page shows its Markdown body.
fn page_files(
    site: &Site,
    renderers: &PerLang<Renderer>,
    index: usize,
) -> Result<(Vec<OutputFile>, bool), BuildError> {
    let page = &site.pages[index];
    let renderer = renderers.get(page.lang);
    let wrong = |error| template_problem::to_problem(&error, &page.origin());
    let new = |path: &str, text: String| OutputFile::new(path, text, &page.origin());
    let (html, has_read_body) = renderer.page(index).map_err(wrong)?;
    let html = OutputFile { url: page.url.clone(), ..new(&page.file, html) };
    let markdown = renderer.markdown_alternate(index).map_err(wrong)?;
    let markdown = markdown.map(|text| new(&markdown_alternate::file(page), text));
    Ok(([html].into_iter().chain(markdown).collect(), has_read_body))
}

/// All files that are not pages, feeds or pictures.
fn other_files(site: &Site, bundle: &Bundle) -> Result<Vec<OutputFile>, BuildError> {
    let mut files = data_files::files(site);
    files.extend(browser_files::consent_files(site, bundle));
    if let Some(notices) = &bundle.licenses {
        files.push(OutputFile::new(licenses::FILE, notices.clone(), project::ISLANDS));
    }
    let of_settings = [
        ("robots.txt", search_files::robots(site.config.crawlers, &site.config.base_url)?),
        ("_headers", headers::to_file(site, bundle.licenses.is_some())?),
        ("_redirects", redirects::to_file(site)),
    ];
    let of_settings = of_settings.map(|(path, text)| (path.to_owned(), text)).into_iter();
    let of_settings =
        of_settings.chain(search_files::index_now_keys(site)).chain(search_files::security(site));
    files.extend(of_settings.map(|(path, text)| OutputFile::new(&path, text, "site.yaml")));
    files.extend(browser_files::file(site, bundle));
    for file in &site.static_files {
        let bytes = match file.path.as_str() {
            browser_files::MANIFEST => browser_files::completed_manifest(file, site)?.into(),
            _ => file.bytes.clone(),
        };
        files.push(OutputFile::new(&file.path, bytes, &file.file));
    }
    for file in &bundle.files {
        let path = format!("{}{}", ASSETS.trim_start_matches('/'), file.name);
        files.push(OutputFile::new(&path, file.bytes.clone(), bundle::NAME));
    }
    Ok(files)
}
