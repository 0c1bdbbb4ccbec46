//! Runs the stages of a build, from a project's folder to a finished site: load, pull, resolve, prerender, pictures,
//! render, documents, write. Pictures run at the same time as prerender, and documents at the same time as render.
//!
//! Each public function runs the stages up to the one that it is named after.

mod leads_file;
mod on_paper;
pub mod publication;
mod sites;

pub use on_paper::{OnPaper, on_paper};
pub use sites::{
    BuiltSite, Progress, RefusedPages, RenderedSite, Request, ResolvedSite, Silent, Stage,
};

use std::path::Path;
use std::sync::Arc;

use platform::unit::Level;

use crate::cache::file;
use crate::check::budgets::{self, HomeWeight};
use crate::check::{self, check_counts_notice, content, links};
use crate::hosted_editor;
use crate::node::Tools;
use crate::outputs::theme;
use crate::outputs::values::describe;
use crate::project::{self, licenses};
use crate::stages::load::{self, Unsaved};
use crate::stages::pull::{self, PullResult};
use crate::stages::render::{self, LastBuild, PageRenderer, PageSink, page_fingerprints};
use crate::stages::write::{self, SiteWriter};
use crate::stages::{documents, pictures, prerender, resolve};
use building::Geometry;
use formats::problem::{self, Code, Problem};
use leads_file::leads_file;
use model::build_error::BuildError;
use model::config::{Config, FILE, Floor};
use model::output::OutputFile;
use model::site::{Page, Site, template};
use publication::news::TeamWords;
use sites::StageTimer;

/// Loads the settings and pulls the inventory.
pub fn pull(root: &Path, request: &pull::PullRequest) -> Result<PullResult, BuildError> {
    let config = load::read_config(root)?;
    // A damaged file is a problem of the build, which needs more of it.
    let geometries = load::geometries(root, &config.buildings).unwrap_or_default();
    pull::pull(&pulled_project(root, &config, &geometries), request)
}

/// Resolves the site as it will be when the texts of `unsaved` are saved; nothing is written.
pub fn resolve(request: &Request, unsaved: &Unsaved) -> Result<ResolvedSite, BuildError> {
    let timer = StageTimer::new(&Silent);
    located(&request.root, up_to_resolve(request, &timer, unsaved, None))
}

/// What an author sees at once after a save: the address and the HTML of the page of a file, given from the project's root, with
/// its new texts in the site of the last build. Nothing when only a build shows it: the file is not a page of the site, has a
/// problem, or changes more than the texts of its page.
pub fn preview(request: &Request, renderer: &PageRenderer, file: &str) -> Option<(String, String)> {
    let site = &renderer.site;
    let source = load::read_page(&request.root, &site.config, file)?;
    let (index, page) = resolve::changed_page(site, source, request.view(&site.config))?;
    Some((page.url.clone(), renderer.changed_page(index, page)?))
}

/// Renders the site in memory.
pub fn render(request: &Request, progress: &dyn Progress) -> Result<RenderedSite, BuildError> {
    let timer = StageTimer::new(progress);
    let resolved = up_to_resolve(request, &timer, &Unsaved::new(), None);
    let rendered = resolved.and_then(|resolved| up_to_documents(request, &timer, resolved, None));
    located(&request.root, rendered)
}

/// Builds the site and replaces the output folder. With `refused`, pages that cannot be shown at all are left out and listed there
/// (S5g).
pub fn build(
    request: &Request,
    progress: &dyn Progress,
    refused: Option<&mut RefusedPages>,
) -> Result<BuiltSite, BuildError> {
    // Nothing is written to a folder without a project.
    load::config_text(&request.root)?;
    let _lock = write::lock(&request.root, || {
        progress.note("waiting for another build of this project")
    })?;
    let writer = SiteWriter::open(&request.out)?;
    let timer = StageTimer::new(progress);
    let sink: PageSink<'_> = &|page| writer.write(page).map(|()| true);
    let resolved = up_to_resolve(request, &timer, &Unsaved::new(), refused);
    let rendered =
        resolved.and_then(|resolved| up_to_documents(request, &timer, resolved, Some(sink)));
    let rendered = located(&request.root, rendered)
        .map_err(|error| with_places_of_letters(&request.root, error))?;
    // Before the site is replaced, so that an error leaves the last one unchanged.
    let news = publication::news(&request.root, &rendered.site.inventory.units, None);
    let config = &rendered.site.config;
    let team = TeamWords::new(config, rendered.site.strings.get(config.team_language()));
    let news_texts = publication::news_texts(team, &news)?;
    publication::write_news(&request.root, news_texts.as_ref())?;
    publication::list_unready(&request.root, &rendered.site, &rendered.examples)?;
    let leads = request.root.join(lead_site::FILE);
    file::replace(&leads, &rendered.leads).map_err(BuildError::at(&leads))?;
    let written = timer.run(Stage::Write, || {
        let written = writer.finish(&rendered.files)?;
        let list = request.root.join(".site/changed-urls.txt");
        write::write_changed_urls(&list, &rendered.site.config.base_url, &written)?;
        Ok::<_, BuildError>(written)
    })?;
    // Visitors never see a build with pages that are not public.
    if !request.unpublished {
        write_fingerprints(&request.root, &rendered);
    }
    Ok(BuiltSite {
        rendered,
        written,
        news,
        news_texts,
        stages: timer.finish(),
    })
}

/// The error, with the place of each letter that the fonts lack: a template may have failed because of one.
fn with_places_of_letters(root: &Path, mut error: BuildError) -> BuildError {
    let is_of_template =
        |problem: &Problem| matches!(problem.code, Code::TemplateError | Code::DocumentError);
    if let BuildError::Problems(problems) = &mut error
        && problems.iter().any(is_of_template)
    {
        let letters = content::missing_letters(root);
        // The same letters, in each document.
        let is_of_letter = |problem: &Problem| {
            problem.code == Code::DocumentError
                && letters.iter().any(|letter| letter.hint == problem.hint)
        };
        problems.retain(|problem| !is_of_letter(problem));
        problems.splice(0..0, letters);
    }
    error
}

/// Load, pull and resolve. See [`build`] for `refused`.
fn up_to_resolve(
    request: &Request,
    timer: &StageTimer,
    unsaved: &Unsaved,
    mut refused: Option<&mut RefusedPages>,
) -> Result<ResolvedSite, BuildError> {
    let root = &request.root;
    project::check_engine(root)?;
    let tools = Arc::new(Tools::new(root));
    let mut sources = timer.run(Stage::Load, || {
        load::merge_templates(root)?;
        load::load_with(root, unsaved)
    })?;
    timer.timed(Stage::Pictures, || {
        theme::add_icons(&tools, &sources.theme, &mut sources.static_files)
    })?;
    let mut examples = load::examples(&sources);
    project::locate(root, &mut examples);
    let pulled = timer.run(Stage::Pull, || {
        pull::pull(
            &pulled_project(root, &sources.config, &sources.geometries),
            &request.pull,
        )
    })?;
    pulled.log_warnings();
    let view = request.view(&sources.config);
    let resolution = timer.run(Stage::Resolve, || {
        resolve::resolve(sources, pulled.inventory.clone(), view)
    });
    let (mut site, links) = (resolution.site, resolution.links);
    let (mut problems, mut warnings) = (resolution.problems, resolution.warnings);
    problems.extend(links::check_author_links(&links, None));
    if let Some(refused) = &mut refused {
        refused.messages = site.refused(&resolution.refusals);
        refused.problems.clone_from(&resolution.refusals);
        project::locate(root, &mut refused.problems);
    }
    if refused.is_none() || !problems.is_empty() {
        problems.extend(resolution.refusals);
    }
    fail_on(problems)?;
    site.pages.retain(|page| page.refused.is_none());
    project::locate(root, &mut warnings);
    Ok(ResolvedSite {
        tools,
        site: Arc::new(site),
        links,
        pulled,
        warnings,
        examples,
    })
}

/// Prerender and pictures, then render and documents, and the checks of finished files. Pages that `sink` takes are not in memory
/// afterwards.
fn up_to_documents(
    request: &Request,
    timer: &StageTimer,
    resolved: ResolvedSite,
    sink: Option<PageSink<'_>>,
) -> Result<RenderedSite, BuildError> {
    let ResolvedSite {
        tools,
        site,
        links,
        pulled,
        mut warnings,
        examples,
    } = resolved;
    let described = timer.run(Stage::Describe, || describe(&site));
    // Links to a page are checked when it is finished.
    let linked = links.targets();
    let unlinked =
        sink.map(|sink| |page: &OutputFile| Ok(!linked.contains(&page.url) && sink(page)?));
    let sink = unlinked.as_ref().map(|unlinked| unlinked as PageSink<'_>);
    let (prerendered, pictures) = timer.run_both(
        (Stage::Prerender, || {
            prerender::prerender(&tools, &site, request.debug_islands)
        }),
        (Stage::Pictures, || pictures::pictures(&tools, &described)),
    );
    let ((bundle, islands), (pictures, share)) = (prerendered?, pictures?);
    let last_fingerprints =
        page_fingerprints::read_pages(&request.root, &site.config.platform.project_code);
    let today = site.config.time_zone.day(request.pull.now);
    let last = LastBuild {
        page_fingerprints: last_fingerprints.as_ref(),
        today,
    };
    let (rendered, documents) = timer.run_both(
        (Stage::Render, || {
            render::render(&described, &bundle, &islands, &pictures, &share, last, sink)
        }),
        (Stage::Documents, || {
            documents::documents(&tools, &described, &pictures, &share)
        }),
    );
    let (mut rendered, renderer) = rendered?;
    rendered.files.extend(documents?);
    project::locate(&request.root, &mut rendered.warnings);
    warnings.extend(rendered.warnings);
    add_hosted_editor(&request.root, &site, &mut rendered.files)?;
    rendered
        .files
        .sort_by(|one, other| one.path.cmp(&other.path));
    // Equal levels of two buildings have one drawing.
    rendered
        .files
        .dedup_by(|next, before| next.path == before.path && next.bytes == before.bytes);
    let mut problems = links::check_paths(&rendered.files);
    problems.extend(links::check_author_links(&links, Some(&rendered.files)));
    problems.extend(links::check_aliases(&site.pages, &rendered.files));
    problems.extend(check::check_required_pages(&site, &islands.sets_on_pages()));
    problems.extend(check_counts_notice(&site));
    fail_on(problems)?;
    let home = HomeWeight::measure(&site, &rendered.files, &bundle);
    if !request.debug_islands {
        let unit_page = rendered.unit_page.as_ref();
        let over = budgets::check(&site, &bundle, &islands, &pictures, home, unit_page);
        fail_on(over)?;
    }
    Ok(RenderedSite {
        leads: leads_file(&described, &share)?,
        files: rendered.files,
        in_sink: rendered.in_sink,
        page_fingerprints: rendered.page_fingerprints,
        last_fingerprints,
        home,
        picture: pictures.heaviest_on_phone(),
        site,
        pulled,
        bundle,
        warnings,
        examples,
        lookups: tools.store.lookups(),
        described,
        renderer: Arc::new(renderer),
    })
}

/// Stores what the pages say, except in a trial with another inventory than that of the platform.
fn write_fingerprints(root: &Path, rendered: &RenderedSite) {
    let is_trial = rendered.pulled.source == pull::Source::File && pull::has_snapshot(root);
    if !is_trial {
        let project = &rendered.site.config.platform.project_code;
        let last = rendered.last_fingerprints.as_ref();
        page_fingerprints::write_pages(root, project, last, &rendered.page_fingerprints);
    }
}

fn fail_on(problems: Vec<Problem>) -> Result<(), BuildError> {
    Ok(problem::ok_unless(problem::sorted(problems), ())?)
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

fn pulled_project<'a>(
    root: &'a Path,
    config: &'a Config,
    geometries: &[Geometry],
) -> pull::Project<'a> {
    let floors = geometries.iter().flat_map(
        |Geometry {
             building, levels, ..
         }| {
            levels
                .iter()
                .map(|drawn| Floor::find(&config.buildings, building, Level(drawn.level)))
        },
    );
    pull::Project {
        root,
        config,
        drawn_floors: floors.collect(),
    }
}

/// Adds its files, unless a page has its address, and the notices of its program to those of the site.
fn add_hosted_editor(
    root: &Path,
    site: &Site,
    files: &mut Vec<OutputFile>,
) -> Result<(), BuildError> {
    let Some(editor) = &site.config.editor else {
        return Ok(());
    };
    if let Some(page) = files.iter().find(|file| file.url == hosted_editor::PATH) {
        let message = format!(
            "the hosted editor has the address `{}` of this page",
            hosted_editor::PATH
        );
        let problem = Problem::in_file(Code::DuplicateAddress, &page.origin, message);
        return Err(
            vec![problem.hint(format!("rename the page, or remove `editor` from {FILE}"))].into(),
        );
    }
    let notices = hosted_editor::notices(root)?;
    if let Some(known) = files.iter_mut().find(|file| file.path == licenses::FILE) {
        known.bytes = [&known.bytes[..], notices.as_bytes()].concat().into();
    }
    let months = site
        .pages
        .iter()
        .find(|page| page.has_template(template::PROGRESS))
        .map(Page::slug);
    let (templates, stages) = (load::page_templates(root), load::stages(root));
    files.extend(hosted_editor::files(
        root,
        &site.config,
        editor,
        &templates,
        &stages,
        months,
    )?);
    Ok(())
}
