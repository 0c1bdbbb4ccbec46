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
pub mod page_fingerprints;
mod page_value;
mod search_files;

use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;

use crate::outputs::feeds::FeedPictures;
use crate::outputs::share::SharePictures;
use crate::outputs::values::{Described, SiteValues};
use crate::outputs::{feeds, headers, markdown_alternate, redirects};
use crate::project::{self, licenses};
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::bundler;
use crate::stages::prerender::islands::Islands;
use formats::problem::{self, Code, Problem};
use formats::templating::{template_problem, values};
use model::build_error::BuildError;
use model::lang::{Lang, PerLang};
use model::output::{ASSETS, OutputFile};
use model::site::{PageKind, Site, template};
use model::source::PageSource;

pub use data_files::{INVENTORY_PATH, ShownInventory};
pub use environment::{PageCost, PageRenderer};
use environment::{RenderContext, Rendered, Renderer};
use page_fingerprints::PageFingerprint;
pub use page_fingerprints::PageFingerprints;
use page_value::PageValue;

/// The files of the site, or of some of its pages.
#[derive(Debug, Default)]
pub struct RenderedFiles {
    /// The files in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many files are in the sink.
    pub in_sink: usize,
    /// The largest page of a unit.
    pub unit_page: Option<OutputFile>,
    /// The fingerprint of each page's texts.
    pub page_fingerprints: PageFingerprints,
    /// A problem for each page whose template does not show its Markdown body.
    pub warnings: Vec<Problem>,
    errors: Vec<BuildError>,
}

/// How a page begins the link of a style sheet; then the URL follows.
pub const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"";

/// Takes the finished pages of units; `false` for one that has to stay in memory.
pub type PageSink<'a> = &'a (dyn Fn(&OutputFile) -> Result<bool, BuildError> + Sync);

impl RenderedFiles {
    fn merge(mut self, other: RenderedFiles) -> RenderedFiles {
        self.files.extend(other.files);
        self.in_sink += other.in_sink;
        self.page_fingerprints.extend(other.page_fingerprints);
        let pages = [self.unit_page, other.unit_page];
        self.unit_page = pages
            .into_iter()
            .flatten()
            .max_by_key(|page| page.bytes.len());
        self.warnings.extend(other.warnings);
        self.errors.extend(other.errors);
        self
    }
}

/// What the last build knew of pages, and the day of this one.
#[derive(Clone, Copy, Debug)]
pub struct LastBuild<'a> {
    /// The fingerprints of its pages, if they are known.
    pub page_fingerprints: Option<&'a PageFingerprints>,
    /// The day of this build in the development's time zone.
    pub today: Date,
}

/// Renders every file of the site, and gives what renders a page again. The unit pages that the sink takes are not in
/// [`RenderedFiles::files`].
///
/// # Errors
/// Every problem of every template and page, each once; or the error of the sink.
pub fn render(
    described: &Described,
    bundle: &Arc<Bundle>,
    islands: &Arc<Islands>,
    pictures: &Arc<Pictures>,
    share: &Arc<SharePictures>,
    last: LastBuild<'_>,
    sink: Option<PageSink<'_>>,
) -> Result<(RenderedFiles, PageRenderer), BuildError> {
    let site = &described.site;
    let in_feeds = |name: &str| {
        let set = pictures.get(name)?;
        let address = site.config.absolute(&set.single()?.url);
        Some((address, set.width, set.height))
    };
    let renderer = |lang| -> Result<Renderer, BuildError> {
        Ok(Renderer::new(RenderContext::new(
            described.get(lang),
            bundle,
            islands,
            pictures,
            share,
        )?)?)
    };
    let languages: Vec<Lang> = site.config.languages.iter().collect();
    let made = languages
        .into_par_iter()
        .map(renderer)
        .collect::<Result<Vec<_>, _>>()?;
    let renderers = PerLang::from_values(site.config.languages, made);
    let render_page = |index: usize| {
        let rendered = render_page(renderers.get(site.pages[index].lang), index, last, sink);
        rendered.unwrap_or_else(|error| RenderedFiles {
            errors: vec![error],
            ..RenderedFiles::default()
        })
    };
    // The pages with all units take as long as thousands of others: no thread gets two of them at once.
    let pages = (0..site.pages.len())
        .into_par_iter()
        .with_max_len(1)
        .map(render_page);
    let (mut rendered, others) = rayon::join(
        || pages.reduce(RenderedFiles::default, RenderedFiles::merge),
        || other_files(site, bundle, &renderers, &in_feeds),
    );
    let mut problems = Vec::new();
    for error in std::mem::take(&mut rendered.errors) {
        problems.extend(error.problems()?);
    }
    problem::ok_unless(template_problem::deduplicate(problems), ())?;
    rendered.files.extend(others?);
    let sitemaps = search_files::sitemaps(site, share, &rendered.page_fingerprints, last.today);
    rendered.files.extend(
        sitemaps
            .into_iter()
            .map(|(path, text)| OutputFile::new(&path, text, "site.yaml")),
    );
    rendered.files.extend(pictures.files());
    rendered
        .files
        .sort_by(|one, other| one.path.cmp(&other.path));
    Ok((
        rendered,
        PageRenderer {
            site: site.clone(),
            renderers,
        },
    ))
}

/// Renders the page with this index in `site.pages`, and its Markdown alternate.
fn render_page(
    renderer: &Renderer,
    index: usize,
    last: LastBuild<'_>,
    sink: Option<PageSink<'_>>,
) -> Result<RenderedFiles, BuildError> {
    let mut rendered = RenderedFiles::default();
    if renderer.is_endless() {
        return Ok(rendered);
    }
    let value = PageValue::new(&renderer.context, index, None);
    let page = value.page();
    let wrong = |error| template_problem::to_problem(&error, &page.origin());
    let Rendered { html, fingerprint } = renderer.html(&value).map_err(wrong)?;
    if !value.has_read_body() {
        rendered
            .warnings
            .extend(page.source().and_then(unused_body));
    }
    // The list shows those of its entries, and the PDF the day of the privacy notice.
    let is_shown_elsewhere =
        renderer.context.site.is_news(page) || page.has_template(template::PRIVACY);
    if let (false, Some(source)) = (is_shown_elsewhere, page.source()) {
        let unread = value.unread_keys();
        rendered
            .warnings
            .extend(unread.map(|key| unused_key(source, key)));
    }
    let markdown = renderer.markdown_alternate(&value).map_err(wrong)?;
    if page.is_listed() {
        let page_fingerprint =
            PageFingerprint::new(fingerprint, last.page_fingerprints, &page.url, last.today);
        rendered
            .page_fingerprints
            .insert(page.url.clone(), page_fingerprint);
    }
    let file = |path: &str, text: String| OutputFile::new(path, text, &page.origin());
    let html = OutputFile {
        url: page.url.clone(),
        ..file(&page.file, html)
    };
    let is_unit = matches!(page.kind, PageKind::Unit(_));
    rendered.unit_page = is_unit.then(|| html.clone());
    let markdown = markdown.map(|text| file(&markdown_alternate::file(page), text));
    for file in [html].into_iter().chain(markdown) {
        if is_unit
            && let Some(write) = sink
            && write(&file)?
        {
            rendered.in_sink += 1;
        } else {
            rendered.files.push(file);
        }
    }
    Ok(rendered)
}

/// A problem with the text below the front matter, if there is one.
fn unused_body(source: &PageSource) -> Option<Problem> {
    let start = source.body.find(|letter: char| !letter.is_whitespace())?;
    let message = "the template of this page does not show the text below its front matter";
    let problem = Problem::at(
        Code::UnusedBody,
        &source.file,
        source.place_in_body(start),
        message,
    );
    Some(
        problem
            .hint("move it into a value of the front matter, use `template: text`, or remove it"),
    )
}

/// A problem with a key of the front matter that nothing shows.
fn unused_key(source: &PageSource, key: &str) -> Problem {
    let message = format!("the template of this page does not show its `{key}`");
    let problem = source.problem(Code::UnusedBody, key, message);
    problem.hint("remove it, or use `template: text`")
}

/// The files that are made while pages are rendered: all but pages, the sitemap and pictures.
fn other_files(
    site: &Site,
    bundle: &Bundle,
    renderers: &PerLang<Renderer>,
    pictures: FeedPictures<'_>,
) -> Result<Vec<OutputFile>, BuildError> {
    let contexts: Vec<&Arc<RenderContext>> = renderers
        .values()
        .map(|renderer| &renderer.context)
        .collect();
    let shared = || -> Vec<OutputFile> {
        let files = contexts.par_iter();
        files
            .flat_map_iter(|context| context.shared_props.files())
            .collect()
    };
    let values: Vec<&Arc<SiteValues>> = contexts.iter().map(|context| &context.values).collect();
    let (feeds, (mut files, shared)) = rayon::join(
        || feeds::files(site, &values, pictures),
        || rayon::join(|| data_files::files(site, &values), shared),
    );
    files.extend(feeds?);
    files.extend(shared);
    files.extend(problem::collect(
        contexts
            .iter()
            .map(|context| search_files::listing(context)),
    )?);
    // The drawings have no language.
    files.extend(contexts[0].level_drawings.values().cloned());
    files.extend(browser_files::consent_files(site, bundle));
    if let Some(notices) = &bundle.licenses {
        files.push(OutputFile::new(
            licenses::FILE,
            notices.clone(),
            project::ISLANDS,
        ));
    }
    let mut of_settings =
        |path: &str, text: String| files.push(OutputFile::new(path, text, "site.yaml"));
    of_settings(
        "robots.txt",
        search_files::robots(site.config.crawlers, &site.config.base_url)?,
    );
    of_settings(
        "_headers",
        headers::to_file(site, bundle.licenses.is_some())?,
    );
    of_settings("_redirects", redirects::to_file(site));
    search_files::index_now_keys(site)
        .for_each(|key| of_settings(&format!("{key}.txt"), key.to_owned()));
    if let Some(contact) = &site.config.security_contact {
        let (date, languages) = (site.inventory.date, site.config.languages);
        of_settings(
            search_files::SECURITY,
            search_files::security(contact, date, languages, &site.config.base_url),
        );
    }
    files.extend(browser_files::service_worker(site, bundle));
    for file in &site.static_files {
        let mut file = file.clone();
        if file.path == browser_files::MANIFEST {
            file.bytes = browser_files::completed_manifest(&file, site)?.into();
        }
        files.push(file);
    }
    for file in &bundle.files {
        let path = format!("{}{}", ASSETS.trim_start_matches('/'), file.name);
        files.push(OutputFile::new(&path, file.bytes.clone(), bundler::NAME));
    }
    Ok(files)
}
