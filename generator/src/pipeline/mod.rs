//! Runs the stages of a build, from a project's folder to a finished site: load, pull, resolve, prerender, pictures,
//! render, documents, write. Pictures run at the same time as prerender, and documents at the same time as render.
//!
//! Each public function runs the stages up to the one that it is named after.

pub mod budgets;
mod file_links;
mod hosted_editor;
mod picture_names;
pub mod preview;
pub mod progress;
pub mod publication;
mod required_pages;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use model::build_error::BuildError;
use model::config::Config;
use model::news::News;
use model::output::OutputFile;
use model::problem::{self, Bug, Problem};
use model::site::Site;

use crate::cache::store::Lookup;
use crate::node::{NodeProcesses, Tools, beside};
use crate::outputs::pictures::{self, PhoneWeight, Pictures};
use crate::outputs::share::{self, SharePictures};
use crate::outputs::{documents, theme, trackers};
use crate::project;
use crate::stages::load::{self, Unsaved};
use crate::stages::prerender::bundle::{Bundle, BundleOptions, bundle};
use crate::stages::prerender::islands::Islands;
use crate::stages::pull::{self, Pulled};
use crate::stages::render::{self, PageRenderer, PageSink};
use crate::stages::resolve::{self, View};
use crate::stages::write::{self, Lock, SiteWriter, Written};
use budgets::HomeWeight;
use progress::{Progress, Silent, Stage, StageTimer};

/// The settings of a build.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project's root.
    pub root: PathBuf,
    /// The output folder.
    pub out: PathBuf,
    /// Where the inventory comes from.
    pub pull: pull::Request,
    /// Replaces the base URL of `site.yaml`.
    pub base_url: Option<String>,
    /// Also builds what is not public, for `site serve`: drafts, and what is published later or was unpublished.
    pub unpublished: bool,
    /// Bundles the islands with preact's development warnings.
    pub debug_islands: bool,
    /// The Node processes that make documents and pictures; a server passes the same to each build.
    pub node: Arc<NodeProcesses>,
}

impl Request {
    /// What the build shows.
    fn view(&self) -> View {
        View {
            now: self.pull.now,
            unpublished: self.unpublished,
        }
    }
}

/// A site without what is made from it.
#[derive(Debug)]
pub struct ResolvedSite {
    tools: Arc<Tools>,
    /// The site.
    pub site: Arc<Site>,
    /// The inventory and where it came from.
    pub pulled: Pulled,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
}

/// A site with the files that it consists of.
#[derive(Debug)]
pub struct RenderedSite {
    /// The resolved site.
    pub site: Arc<Site>,
    /// Every file of it that is in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many further files were written already.
    pub in_sink: usize,
    /// The inventory and where it came from.
    pub pulled: Pulled,
    /// The scripts and styles.
    pub bundle: Arc<Bundle>,
    /// The size of the home page.
    pub home: HomeWeight,
    /// The picture that is heaviest on a phone.
    pub picture: Option<PhoneWeight>,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
    /// What was asked of the store of earlier results, by the path of a file or the origin of several.
    pub lookups: BTreeMap<String, Lookup>,
    /// What renders a page with other texts, for `site serve`.
    pub renderer: Arc<PageRenderer>,
}

/// A site in the output folder.
#[derive(Debug)]
pub struct BuiltSite {
    /// The site.
    pub rendered: RenderedSite,
    /// Which of its files changed.
    pub written: Written,
    /// What changed in the inventory since the last publication.
    pub news: News,
    /// How long each stage took, in their order.
    pub stages: Vec<(Stage, Duration)>,
}

/// Pages that are left out of a build because they cannot be shown at all (S5g).
#[derive(Debug, Default)]
pub struct RefusedPages {
    /// Why, at the places in the author's files, sorted.
    pub problems: Vec<Problem>,
    /// The message that `site serve` answers instead of each page, by address.
    pub messages: Vec<(String, String)>,
}

/// Loads the settings and pulls the inventory.
///
/// # Errors
/// Problems in `site.yaml`, or an inventory that is refused.
pub fn pull(root: &Path, request: &pull::Request) -> Result<Pulled, BuildError> {
    let config = load::read_config(root)?;
    pull::pull(&pulled_project(root, &config), request)
}

/// Resolves the site as it will be when the texts of `unsaved` are saved; nothing is written.
///
/// # Errors
/// Problems in the author's files, and an inventory that cannot be used.
pub fn resolve(request: &Request, unsaved: &Unsaved) -> Result<ResolvedSite, BuildError> {
    let timer = StageTimer::new(&Silent);
    located(&request.root, up_to_resolve(request, &timer, unsaved, None))
}

/// Renders the site in memory.
///
/// # Errors
/// See [`BuildError`].
pub fn render(request: &Request, progress: &dyn Progress) -> Result<RenderedSite, BuildError> {
    let timer = StageTimer::new(progress);
    let resolved = up_to_resolve(request, &timer, &Unsaved::new(), None);
    let rendered = resolved.and_then(|resolved| up_to_documents(request, &timer, resolved, None));
    located(&request.root, rendered)
}

/// Builds the site and replaces the output folder. With `refused`, pages that cannot be shown at all are left out and
/// listed there (S5g).
///
/// # Errors
/// See [`BuildError`].
pub fn build(
    request: &Request,
    progress: &dyn Progress,
    refused: Option<&mut RefusedPages>,
) -> Result<BuiltSite, BuildError> {
    let _lock = Lock::take(&request.root, || {
        progress.note("waiting for another build of this project");
    })?;
    let writer = SiteWriter::open(&request.out)?;
    let timer = StageTimer::new(progress);
    let sink: PageSink<'_> = &|page| writer.write(page);
    let resolved = up_to_resolve(request, &timer, &Unsaved::new(), refused);
    let rendered = resolved.and_then(|resolved| up_to_documents(request, &timer, resolved, Some(sink)));
    let rendered = located(&request.root, rendered)?;
    // Before the site is replaced, so that an error leaves the last one unchanged.
    let news = publication::news_since_publication(&request.root, &rendered.site.inventory.units);
    publication::write_news(&request.root, &news)?;
    publication::list_unpublished(&request.root, &rendered.site)?;
    let written = timer.run(Stage::Write, || {
        let written = writer.finish(&rendered.files)?;
        let list = request.root.join(".site/changed-urls.txt");
        write::write_changed_urls(&list, &rendered.site.config.base_url, &written)?;
        Ok::<_, BuildError>(written)
    })?;
    Ok(BuiltSite {
        rendered,
        written,
        news,
        stages: timer.finish(),
    })
}

/// Load, pull and resolve. See [`build`] for `refused`.
fn up_to_resolve(
    request: &Request,
    timer: &StageTimer,
    unsaved: &Unsaved,
    mut refused: Option<&mut RefusedPages>,
) -> Result<ResolvedSite, BuildError> {
    let root = &request.root;
    let tools = Arc::new(Tools::new(root, &request.node));
    let mut sources = timer.run(Stage::Load, || {
        let mut sources = load::load_with(root, unsaved)?;
        theme::add_icons(&tools, &sources.theme, &mut sources.static_files)?;
        Ok::<_, BuildError>(sources)
    })?;
    if let Some(base_url) = &request.base_url {
        sources.config.base_url.clone_from(base_url);
    }
    let pulled = timer.run(Stage::Pull, || {
        pull::pull(&pulled_project(root, &sources.config), &request.pull)
    })?;
    let resolution = timer.run(Stage::Resolve, || {
        resolve::resolve(sources, pulled.inventory.clone(), request.view())
    });
    let (mut site, mut problems, mut warnings) =
        (resolution.site, resolution.problems, resolution.warnings);
    if let Some(refused) = &mut refused {
        refused.messages = site.refused(&resolution.refusals);
        refused.problems.clone_from(&resolution.refusals);
        project::locate(root, &mut refused.problems);
    }
    if refused.is_none() || !problems.is_empty() {
        problems.extend(resolution.refusals);
    }
    if !problems.is_empty() {
        return Err(problem::sorted(problems).into());
    }
    site.pages.retain(|page| page.refused.is_none());
    project::locate(root, &mut warnings);
    Ok(ResolvedSite {
        tools,
        site: Arc::new(site),
        pulled,
        warnings,
    })
}

/// Prerender and pictures, then render and documents. Pages that `sink` takes are not in memory afterwards.
fn up_to_documents(
    request: &Request,
    timer: &StageTimer,
    resolved: ResolvedSite,
    sink: Option<PageSink<'_>>,
) -> Result<RenderedSite, BuildError> {
    let ResolvedSite {
        tools,
        site,
        pulled,
        warnings,
    } = resolved;
    let root = &request.root;
    let (prerendered, pictures) = timer.run_both(
        (Stage::Prerender, || prerender(request, &tools, &site)),
        (Stage::Pictures, || pictures(&tools, &site)),
    );
    let ((bundle, islands), (pictures, share)) = (prerendered?, pictures?);
    let (rendered, documents) = timer.run_both(
        (Stage::Render, || {
            render::render(&site, &bundle, &islands, &pictures, &share, sink)
        }),
        (Stage::Documents, || documents(&tools, &site, &pictures, &share)),
    );
    let mut rendered = rendered?;
    rendered.files.extend(documents?);
    hosted_editor::add(root, &site, &mut rendered.files)?;
    rendered.files.sort_by(|one, other| one.path.cmp(&other.path));
    check_links(&site, &rendered.files, &islands)?;
    let home = HomeWeight::measure(&rendered.files, &bundle, budgets::of_home(&site));
    if !request.debug_islands {
        budgets::check(&site, &bundle, &islands, &pictures, home, rendered.unit_page.as_ref())?;
    }
    Ok(RenderedSite {
        files: rendered.files,
        in_sink: rendered.in_sink,
        home,
        picture: pictures.heaviest_on_phone(),
        site,
        pulled,
        bundle,
        warnings,
        lookups: tools.store.lookups(),
        renderer: Arc::new(rendered.renderer),
    })
}

/// The result, with the files of problems named as their author finds them.
fn located<T>(root: &Path, result: Result<T, BuildError>) -> Result<T, BuildError> {
    result.map_err(|error| match error {
        BuildError::Problems(mut problems) => {
            project::locate(root, &mut problems);
            problems.into()
        }
        other => other,
    })
}

/// The parts of `site.yaml` that the pull stage needs.
fn pulled_project<'a>(root: &'a Path, config: &'a Config) -> pull::Project<'a> {
    pull::Project {
        root,
        platform: &config.platform,
        levels: &config.levels,
        gates: &config.gates,
        uses: &config.uses,
        declared: config.declared(),
        time_zone: &config.time_zone,
    }
}

fn prerender(
    request: &Request,
    tools: &Arc<Tools>,
    site: &Site,
) -> Result<(Arc<Bundle>, Arc<Islands>), BuildError> {
    let root = &tools.root;
    let absolute = std::path::absolute(root).map_err(BuildError::at(root))?;
    let options = BundleOptions {
        theme: theme::style_sheet(&absolute, &site.theme)?,
        debug: request.debug_islands,
        consent: trackers::settings(&site.config),
    };
    let bundle = bundle(tools, &site.config.behaviour, &options)?;
    let islands = Islands::open(&bundle, tools).map_err(|error| Bug(error.to_string()))?;
    Ok((Arc::new(bundle), Arc::new(islands)))
}

fn pictures(tools: &Tools, site: &Site) -> Result<(Arc<Pictures>, Arc<SharePictures>), BuildError> {
    let (share, pictures) = beside(
        || share::draw(tools, site),
        || pictures::make(tools, &site.inventory.amenities),
    );
    let (pictures, share) = (pictures?, share?);
    let unknown = picture_names::check(&site.config, &pictures);
    match unknown.is_empty() {
        true => Ok((Arc::new(pictures), Arc::new(share))),
        false => Err(problem::sorted(unknown).into()),
    }
}

fn documents(
    tools: &Tools,
    site: &Site,
    pictures: &Pictures,
    share: &SharePictures,
) -> Result<Vec<OutputFile>, BuildError> {
    let (documents, shared) = beside(
        || documents::make(tools, site, pictures),
        || share::render(tools, share),
    );
    let mut files = documents?;
    files.extend(shared?);
    Ok(files)
}

/// Checks the links to files that the build made, and that the pages exist to which programs lead.
fn check_links(site: &Site, files: &[OutputFile], islands: &Islands) -> Result<(), BuildError> {
    let generated = files.iter().map(|file| file.url.as_str()).collect();
    let mut broken = file_links::check(&site.file_links, &generated);
    broken.extend(file_links::check_aliases(&site.pages, &generated));
    broken.extend(required_pages::check(site, &islands.sets_on_pages()));
    match broken.is_empty() {
        true => Ok(()),
        false => Err(problem::sorted(broken).into()),
    }
}
