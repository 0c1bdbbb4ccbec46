//! Builds the site and replaces the output folder, unless the last build made the same site.

use std::mem::ManuallyDrop;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::prepared::{Known, located, prepare};
use super::progress::{Progress, Stage, StageTimer};
use super::report::Report;
use super::unchanged::{self, Check};
use super::{RefusedPages, RenderedSite, Request, SiteSink, publication, render};
use crate::cache::fingerprint::{self, SourceFingerprints};
use crate::outputs::documents;
use crate::stages::pull::Pulled;
use crate::stages::render::PageFingerprints;
use crate::stages::write::{self, LastSite, Lock, Written};
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::news::News;

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
    let start = timer.run(Stage::Load, || start(request))?;
    let known = match unchanged::check(request, &timer, &start.last, &start.fingerprint)? {
        Check::Unchanged(unchanged) => {
            let (report, pulled) = *unchanged;
            let written = start.last.unchanged();
            let news = write_news(request, &pulled)?;
            // No address changed, so that the base URL is not needed.
            write_changed_urls(request, "", &written)?;
            return Ok(Built {
                reused: report.files,
                report,
                pulled,
                written,
                news,
                stages: timer.finish(),
            });
        }
        Check::Changed(known) => *known,
    };
    start_compilers(&request.root, &known, &start.last);
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
    let start = timer.run(Stage::Load, || start(request))?;
    build_from(start, request, timer, Known::default(), refused)
}

/// What is known before the first stage.
struct Start {
    files: SourceFingerprints,
    /// The fingerprint of all that decides the site, except its inventory and the clock.
    fingerprint: Fingerprint,
    last: LastSite,
}

fn start(request: &Request) -> Result<Start, BuildError> {
    let (last, files) = rayon::join(
        || LastSite::open(&request.out, Some(&request.root.join(".site/output"))),
        // Before the files are read, so that a file saved in between counts as changed in the next build.
        || fingerprint::of_sources(&request.root),
    );
    let last = last?;
    let fingerprint = unchanged::sources(request, &files);
    Ok(Start {
        files,
        fingerprint,
        last,
    })
}

/// Starts the compilers of documents when only the inventory changed: they load while pages are rendered. Whatever prevents
/// that is reported when documents are made.
fn start_compilers(root: &Path, known: &Known, last: &LastSite) {
    if let (Some(sources), Some(pulled), Some(inventory)) = (&known.sources, &known.pulled, &known.inventory)
        && inventory.all != last.record().inventory
        && !sources.documents.is_empty()
    {
        let (root, units, languages) = (
            root.to_owned(),
            pulled.inventory.clone(),
            sources.config.languages,
        );
        thread::spawn(move || documents::start_early(&root, &units, languages));
    }
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
    mut known: Known,
    refused: Option<&mut RefusedPages>,
) -> Result<BuiltSite, BuildError> {
    let inventory = known.inventory.take();
    let last_home = known.report.as_ref().map(|report| report.home);
    let prepared = prepare(request, &timer, known, refused)?;
    let inventory = inventory.unwrap_or_else(|| unchanged::inventory(&prepared.pulled.inventory));
    let fingerprints = PageFingerprints::of(
        &start.files.of_units,
        inventory.units,
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
    let rendered = render(request, &timer, prepared, Some(&sink));
    let rendered = located(&request.root, rendered)?;
    // Before the site is replaced, so that an error leaves the last one unchanged.
    let news = write_news(request, &rendered.pulled)?;
    publication::list_unpublished(&request.root, &rendered.site)?;
    let report = Report::of(&rendered, rendered.site.config.time_zone.local(request.pull.now));
    let record = unchanged::record(start.fingerprint, inventory.all, &report);
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
