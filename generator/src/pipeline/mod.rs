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
mod site_build;
mod unchanged;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::build_error::BuildError;
use model::output::{OutputFile, address_of};
use model::problem::{self, Problem};
use model::site::Site;

use crate::outputs::documents::{self, Documents};
use crate::outputs::pictures::{PhoneWeight, Pictures};
use crate::outputs::{self, hosts, share};
use crate::stages::load::{self, Unsaved};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::pull::{self, Pulled};
use crate::stages::render::{self, PageFingerprints, PageRenderer, Rendered, UnitPageSink};
use crate::stages::write::SiteWriter;
use budgets::HomeWeight;
use prepared::{Known, Prepared, located, prepare, pulled_project, site_only};
use progress::{Progress, Stage, StageTimer};
pub use site_build::{Built, BuiltSite, build, build_site};

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

/// Pages that are left out of a build because they cannot be shown at all (S5g).
#[derive(Debug, Default)]
pub struct RefusedPages {
    /// Why, at the places in the author's files, sorted.
    pub problems: Vec<Problem>,
    /// The message that `site serve` answers instead of each page, by address.
    pub messages: Vec<(String, String)>,
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
    sink: Option<&SiteSink<'_>>,
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
    let page_sink = sink.map(|sink| -> UnitPageSink<'_> { (sink.writer, sink.fingerprints) });
    // What needs only the pages is done while documents are made.
    let (pages, (documents, shared)) = timer.run_both(
        (Stage::Render, || {
            let rendered = render::render(site, bundle, islands, pictures, share, page_sink)?;
            let (home, ()) = rayon::join(
                || home_weight(site, bundle, &rendered.files, sink),
                || islands.save(),
            );
            Ok::<_, BuildError>((rendered, home))
        }),
        (Stage::Documents, || {
            outputs::beside(
                || documents(root, site, pictures, page_sink),
                || share::render(root, share),
            )
        }),
    );
    let (rendered, home) = pages?;
    let Rendered {
        mut files,
        mut in_sink,
        mut reused,
        unit_page,
        renderer,
    } = rendered;
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
    // Without authors who wait for a page, its memory is free for what follows.
    let renderer = match request.unpublished {
        true => renderer,
        false => {
            rayon::spawn(|| drop(renderer));
            None
        }
    };
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
        renderer,
    })
}

/// The size of the home page: the last one, if the sink has the same page.
fn home_weight(
    site: &Site,
    bundle: &Bundle,
    files: &[OutputFile],
    sink: Option<&SiteSink<'_>>,
) -> HomeWeight {
    let known = sink.and_then(|sink| {
        let mut homes = budgets::homes(files);
        sink.last_home
            .filter(|_| homes.all(|file| sink.writer.is_unchanged(&file.path, &file.bytes)))
    });
    known.unwrap_or_else(|| HomeWeight::of(files, bundle, budgets::of_home(site)))
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
