//! Runs the stages of a build, from a project's folder to a finished site: load, pull, resolve, prerender, pictures,
//! render, documents, write. Pictures run at the same time as prerender, and documents at the same time as render.

pub mod budgets;
mod file_links;
mod hosted_editor;
mod picture_names;
mod prepared;
pub mod preview;
pub mod progress;
pub mod publication;
pub mod report;
mod required_pages;
mod unchanged;

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::news::News;
use model::output::{OutputFile, address_of};
use model::problem::{self, Problem};
use model::site::Site;

use crate::cache::fingerprint::{self, SourceFingerprints};
use crate::outputs::documents::{self, Documents};
use crate::outputs::pictures::{PhoneWeight, Pictures};
use crate::outputs::{self, hosts, share};
use crate::stages::load::{self, Unsaved};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::pull::{self, Pulled};
use crate::stages::render::{self, PageFingerprints, PageRenderer, Rendered, UnitPageSink};
use crate::stages::write::{self, LastSite, Lock, SiteWriter, Written};
use budgets::HomeWeight;
use prepared::{Known, Prepared, located, prepare, pulled_project, site_only};
use progress::{Progress, Stage, StageTimer};
use report::Report;
use unchanged::Check;

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
}

/// A site in memory.
#[derive(Debug)]
pub struct RenderedSite {
    /// The resolved site.
    pub site: Arc<Site>,
    /// Every file of it that is in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many further files are on the disk already.
    pub in_sink: usize,
    /// How many of these were reused, because what they are made from did not change.
    pub reused: usize,
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
    /// What renders a page with other texts, for `site serve`.
    pub renderer: Option<PageRenderer>,
}

/// A site on the disk.
#[derive(Debug)]
pub struct BuiltSite {
    /// The site.
    pub rendered: RenderedSite,
    /// What it consists of.
    pub report: Report,
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

/// The result of `site build`.
#[derive(Debug)]
pub struct Built {
    /// What the site consists of.
    pub report: Report,
    /// The inventory and where it came from.
    pub pulled: Pulled,
    /// How many files were not made again, because what they are made from did not change.
    pub reused: usize,
    /// Which of its files changed.
    pub written: Written,
    /// What changed in the inventory since the last publication.
    pub news: News,
    /// How long each stage took, in their order.
    pub stages: Vec<(Stage, Duration)>,
}

/// Builds the site and replaces the output folder, unless the last build made the same site.
///
/// # Errors
/// See [`BuildError`].
pub fn build(request: &Request, progress: &dyn Progress) -> Result<Built, BuildError> {
    let _lock = lock(request, progress)?;
    let timer = StageTimer::new(progress);
    let start = start(request, &timer)?;
    let known = match unchanged::check(request, &timer, &start.last, &start.fingerprint)? {
        Check::Unchanged(report, pulled) => {
            let written = start.last.unchanged();
            let news = write_news(request, &pulled)?;
            // No address changed, so that the base URL is not needed.
            write_changed_urls(request, "", &written)?;
            return Ok(Built {
                reused: report.files,
                report: *report,
                pulled,
                written,
                news,
                stages: timer.finish(),
            });
        }
        Check::Changed(known) => known,
    };
    let built = build_from(start, request, timer, known, None)?;
    let report = built.report;
    // The process ends: its memory is given back at once instead of piece by piece.
    let rendered = ManuallyDrop::new(built.rendered);
    Ok(Built {
        report,
        pulled: rendered.pulled.clone(),
        reused: rendered.reused,
        written: built.written,
        news: built.news,
        stages: built.stages,
    })
}

/// Builds the site and replaces the output folder. With `refused`, pages that cannot be shown at all are left out and
/// listed there (S5g).
///
/// # Errors
/// See [`BuildError`].
pub fn build_site(
    request: &Request,
    progress: &dyn Progress,
    refused: Option<&mut RefusedPages>,
) -> Result<BuiltSite, BuildError> {
    let _lock = lock(request, progress)?;
    let timer = StageTimer::new(progress);
    let start = start(request, &timer)?;
    build_from(start, request, timer, Known::default(), refused)
}

/// What is known before the first stage.
struct Start {
    files: SourceFingerprints,
    /// The fingerprint of all that decides the site, except its inventory and the clock.
    fingerprint: Fingerprint,
    last: LastSite,
}

fn start(request: &Request, timer: &StageTimer) -> Result<Start, BuildError> {
    let last = LastSite::open(&request.out, Some(&request.root.join(".site/output")))?;
    // Before the files are read, so that a file saved in between counts as changed in the next build.
    let files = timer.run(Stage::Load, || fingerprint::of_sources(&request.root));
    let fingerprint = unchanged::sources(request, &files);
    Ok(Start {
        files,
        fingerprint,
        last,
    })
}

fn lock(request: &Request, progress: &dyn Progress) -> Result<Lock, BuildError> {
    Lock::take(&request.root, || {
        progress.note("waiting for another build of this project");
    })
}

/// Builds the site.
fn build_from(
    start: Start,
    request: &Request,
    timer: StageTimer,
    known: Known,
    refused: Option<&mut RefusedPages>,
) -> Result<BuiltSite, BuildError> {
    let last_home = known.report.as_ref().map(|report| report.home);
    let prepared = prepare(request, &timer, known, refused)?;
    let fingerprints = PageFingerprints::of(
        &start.files.of_units,
        &prepared.site,
        &prepared.bundle,
        &prepared.pictures,
    );
    let writer = start.last.replace(fingerprints.inventory());
    let sink = SiteSink {
        writer: &writer,
        fingerprints: &fingerprints,
        last_home,
    };
    let rendered = render(request, &timer, prepared, Some(sink));
    let rendered = located(&request.root, rendered)?;
    // Before the site is replaced, so that an error leaves the last one unchanged.
    let news = write_news(request, &rendered.pulled)?;
    publication::list_unpublished(&request.root, &rendered.site)?;
    let report = Report::of(&rendered, rendered.site.config.time_zone.local(request.pull.now));
    let record = unchanged::record(start.fingerprint, &rendered.pulled.inventory, &report);
    let written = timer.run(Stage::Write, || {
        let written = writer.finish(&rendered.files, record)?;
        write_changed_urls(request, &rendered.site.config.base_url, &written)?;
        Ok::<_, BuildError>(written)
    })?;
    Ok(BuiltSite {
        rendered,
        report,
        written,
        news,
        stages: timer.finish(),
    })
}

fn write_news(request: &Request, pulled: &Pulled) -> Result<News, BuildError> {
    let news = publication::news_since_publication(&request.root, &pulled.inventory.units);
    publication::write_news(&request.root, &news)?;
    Ok(news)
}

fn write_changed_urls(request: &Request, base_url: &str, written: &Written) -> Result<(), BuildError> {
    write::write_changed_urls(&request.root.join(".site/changed-urls.txt"), base_url, written)
}

/// Builds the site in memory.
///
/// # Errors
/// See [`BuildError`].
pub fn build_in_memory(request: &Request, progress: &dyn Progress) -> Result<RenderedSite, BuildError> {
    let timer = StageTimer::new(progress);
    let prepared = prepare(request, &timer, Known::default(), None)?;
    located(&request.root, render(request, &timer, prepared, None))
}

/// Where a site is written while it is rendered, and what is known of the last one.
struct SiteSink<'a> {
    writer: &'a SiteWriter,
    fingerprints: &'a PageFingerprints,
    /// The size of the last site's home page, if that was made from the same sources.
    last_home: Option<HomeWeight>,
}

/// Renders the pages, the documents and the share pictures. Files that `sink` takes are not in memory afterwards.
fn render(
    request: &Request,
    timer: &StageTimer,
    prepared: Prepared,
    sink: Option<SiteSink<'_>>,
) -> Result<RenderedSite, BuildError> {
    let Prepared {
        site,
        bundle,
        islands,
        pictures,
        share,
        ..
    } = &prepared;
    let root = &request.root;
    let page_sink = sink
        .as_ref()
        .map(|sink| -> UnitPageSink<'_> { (sink.writer, sink.fingerprints) });
    let (pages, (documents, shared)) = timer.run_both(
        (Stage::Render, || {
            render::render(site, bundle, islands, pictures, share, page_sink)
        }),
        (Stage::Documents, || {
            outputs::beside(
                || documents(root, site, pictures, page_sink),
                || share::render(root, share),
            )
        }),
    );
    let Rendered {
        mut files,
        mut in_sink,
        mut reused,
        unit_page,
        renderer,
    } = pages?;
    let documents = documents?;
    in_sink += documents.in_sink.len();
    reused += documents.reused;
    files.extend(documents.files);
    files.extend(shared?.files);
    hosted_editor::add(root, site, &mut files)?;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let sheets: Vec<String> = documents.in_sink.iter().map(|path| address_of(path)).collect();
    let generated = files.iter().map(|file| &file.url).chain(&sheets);
    let generated = generated.map(String::as_str).collect();
    let mut broken = file_links::check(&site.file_links, &generated);
    broken.extend(file_links::check_aliases(&site.pages, &generated));
    broken.extend(required_pages::check(site, &islands.sets_on_pages()));
    if !broken.is_empty() {
        return Err(problem::sorted(broken).into());
    }
    let known_home = || {
        let sink = sink.as_ref()?;
        let mut homes = budgets::homes(&files);
        sink.last_home
            .filter(|_| homes.all(|file| sink.writer.is_unchanged(&file.path, &file.bytes)))
    };
    let home = || known_home().unwrap_or_else(|| HomeWeight::of(&files, bundle, budgets::of_home(site)));
    let (home, ()) = rayon::join(home, || islands.save());
    let picture = pictures.heaviest_on_phone();
    if !request.debug_islands {
        budgets::check(site, bundle, islands, pictures, home, unit_page.as_ref())?;
    }
    Ok(RenderedSite {
        files,
        in_sink,
        reused,
        home,
        picture,
        site: prepared.site,
        pulled: prepared.pulled,
        bundle: prepared.bundle,
        warnings: prepared.warnings,
        // Without authors who wait for a page, its memory is free for what follows.
        renderer: renderer.filter(|_| request.unpublished),
    })
}

/// Makes the documents; with a sink, it gets the sheets of units.
fn documents(
    root: &Path,
    site: &Site,
    pictures: &Pictures,
    sink: Option<UnitPageSink<'_>>,
) -> Result<Documents, BuildError> {
    match sink {
        Some((sink, fingerprints)) if documents::has_sheets(site) => {
            let tool = documents::tool(root)?;
            let inputs = |unit| fingerprints.of_sheet(&tool, unit);
            documents::make_into(sink, &inputs, root, site, pictures)
        }
        _ => Ok(Documents {
            files: documents::make(root, site, pictures)?,
            ..Documents::default()
        }),
    }
}

/// The configuration files of the hosts that do not read `_headers` and `_redirects`.
///
/// # Errors
/// Problems in the author's files, and a rule that a host cannot have.
pub fn host_files(request: &Request) -> Result<Vec<OutputFile>, BuildError> {
    hosts::files(&site_only(request, &Unsaved::new())?)
}

/// Checks the author's files as they will be when the texts of `unsaved` are saved; nothing is written.
///
/// # Errors
/// Problems in the author's files, and an inventory that cannot be used.
pub fn check_sources(request: &Request, unsaved: &Unsaved) -> Result<(), BuildError> {
    site_only(request, unsaved).map(drop)
}

/// Runs the pull stage alone.
///
/// # Errors
/// Problems in `site.yaml`, or an inventory that is refused.
pub fn pull_only(root: &Path, request: &pull::Request) -> Result<Pulled, BuildError> {
    let config = load::read_config(root)?;
    pull::pull(&pulled_project(root, &config), request)
}
