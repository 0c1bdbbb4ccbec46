//! The template engine of each language: strict (an unknown variable is an error), with HTML escaping, and with
//! every template in memory; and what all pages of the language share.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::{AutoEscape, Environment, Error, Value};
use platform::unit::Level;

use super::functions;
use super::functions::island_props::SharedPropsFiles;
use super::functions::shared_html::SharedHtml;
use super::page_fingerprints::{self, Said};
use super::page_value::PageValue;
use super::{browser_files, template_problem};
use crate::outputs::markdown_alternate;
use crate::outputs::share::SharePictures;
use crate::outputs::values::{CallCounter, FunctionContext, SiteValues, compile};
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use formats::problem::{Bug, Problem};
use formats::templating::values::from_serialize;
use model::config::Floor;
use model::lang::PerLang;
use model::output::OutputFile;
use model::site::{Page, PageKind, Site};
use model::source::{DOCUMENTS_FOLDER, MARKDOWN_FOLDER, SHARE_FOLDER};

/// Renders pages of one language.
#[derive(Debug)]
pub(super) struct Renderer {
    environment: Environment<'static>,
    /// The same, which records what pages print: see `page_fingerprints.rs`.
    recording: Environment<'static>,
    /// Whether a template was stopped because it did not end: most pages share it, and need not be tried.
    is_endless: AtomicBool,
    pub(super) context: Arc<RenderContext>,
}

/// Renders the pages of a finished site again, with other texts.
#[derive(Debug)]
pub struct PageRenderer {
    /// The site.
    pub site: Arc<Site>,
    pub(super) renderers: PerLang<Renderer>,
}

impl PageRenderer {
    /// The HTML of the page with this index in the site's pages, with the texts of `changed`; nothing when a template
    /// refuses them, which a build reports.
    pub fn changed_page(&self, index: usize, changed: Page) -> Option<String> {
        let renderer = self.renderers.get(changed.lang);
        let value = PageValue::new(&renderer.context, index, Some(changed));
        Some(renderer.html(&value).ok()?.html)
    }
}

/// What the largest page of a template costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCost {
    /// The address of the page.
    pub url: String,
    /// Its size in bytes.
    pub bytes: usize,
    /// The instructions that its templates run.
    pub instructions: u64,
    /// How often they call a function or a filter of ours.
    pub calls: usize,
}

impl PageRenderer {
    /// What the largest page of each template costs, by the template's file, with the parts that pages share already made. Pages are
    /// rendered one after the other, so that calls belong to one page.
    pub fn costs(&self) -> BTreeMap<String, PageCost> {
        let mut costs: BTreeMap<String, PageCost> = BTreeMap::new();
        for (index, page) in self.site.pages.iter().enumerate() {
            let renderer = self.renderers.get(page.lang);
            let value = PageValue::new(&renderer.context, index, None);
            let Some(cost) = renderer.cost(&value) else {
                continue;
            };
            let largest = costs
                .entry(page.template.to_string())
                .or_insert_with(|| cost.clone());
            if largest.bytes < cost.bytes {
                *largest = cost;
            }
        }
        costs
    }
}

impl Renderer {
    /// None for a page that cannot be rendered.
    fn cost(&self, page: &Arc<PageValue>) -> Option<PageCost> {
        let calls = &self.context.values.calls;
        calls.restart();
        let template = self.environment.get_template(&page.page().template).ok()?;
        let rendered = template.render_captured(page.variables()).ok()?;
        let (instructions, _) = rendered.state().fuel_levels()?;
        Some(PageCost {
            url: page.page().url.clone(),
            bytes: rendered.output().len(),
            instructions,
            calls: calls.restart(),
        })
    }

    pub(super) fn new(context: RenderContext) -> Result<Renderer, Vec<Problem>> {
        let context = Arc::new(context);
        let mut environment = context.values.environment();
        environment.set_formatter(page_fingerprints::write);
        environment.set_auto_escape_callback(|name| {
            if name.starts_with(MARKDOWN_FOLDER) {
                AutoEscape::None
            } else {
                AutoEscape::Html
            }
        });
        functions::add(&mut environment, &context);
        for (name, source) in functions::TEMPLATES {
            let added = environment.add_template(name, source);
            added.map_err(|error| vec![template_problem::of_source(&error, name)])?;
        }
        compile(&mut environment, &context.site, |name| {
            ![DOCUMENTS_FOLDER, SHARE_FOLDER]
                .iter()
                .any(|other| name.starts_with(other))
        })?;
        let mut recording = environment.clone();
        recording.set_formatter(page_fingerprints::record);
        Ok(Renderer {
            environment,
            recording,
            is_endless: AtomicBool::new(false),
            context,
        })
    }

    /// The HTML of a page, with the fingerprint of what it says.
    pub(super) fn html(&self, page: &Arc<PageValue>) -> Result<Rendered, Error> {
        let template = &page.page().template;
        if let PageKind::Unit(index) = page.page().kind {
            return Ok(Rendered {
                html: self.render(template, page)?,
                fingerprint: page_fingerprints::short(self.context.catalogue.digest(index)),
            });
        }
        let template = self.recording.get_template(template)?;
        let rendered = self.noticing_endless(template.render_captured(page.variables()))?;
        let said = rendered.state().get_extension::<Said>();
        let label = &self.context.date_label;
        Ok(Rendered {
            fingerprint: said.map_or_else(String::new, |said| said.fingerprint(label)),
            html: rendered.into_output(),
        })
    }

    /// The Markdown alternate of a page, if it has one.
    pub(super) fn markdown_alternate(
        &self,
        page: &Arc<PageValue>,
    ) -> Result<Option<String>, Error> {
        if !markdown_alternate::exists(&self.context.site, page.page()) {
            return Ok(None);
        }
        let text = self.render(&markdown_alternate::template(page.page()), page)?;
        Ok(Some(normalize_whitespace(&text)))
    }

    fn render(&self, template: &str, page: &Arc<PageValue>) -> Result<String, Error> {
        let template = self.environment.get_template(template)?;
        self.noticing_endless(template.render(page.variables()))
    }

    /// The result; remembers that a template was stopped.
    fn noticing_endless<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if result.as_ref().is_err_and(template_problem::is_endless) {
            self.is_endless.store(true, Ordering::Relaxed);
        }
        result
    }

    pub(super) fn is_endless(&self) -> bool {
        self.is_endless.load(Ordering::Relaxed)
    }
}

/// A finished page.
pub(super) struct Rendered {
    pub(super) html: String,
    /// Of what it says.
    pub(super) fingerprint: String,
}

/// Replaces no-break spaces, removes trailing spaces and repeated blank lines, and ends with one newline.
fn normalize_whitespace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() && (out.is_empty() || out.ends_with("\n\n")) {
            continue;
        }
        out.push_str(&line.replace('\u{a0}', " "));
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Everything that templates of one language can reach.
pub(super) struct RenderContext {
    pub(super) values: Arc<SiteValues>,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    /// What writes the HTML of pictures.
    pub(super) pictures_writer: Environment<'static>,
    pub(super) share: Arc<SharePictures>,
    pub(super) plans: BTreeMap<Floor, Value>,
    /// The drawing that the pages of a level's units share, by level.
    pub(super) level_drawings: BTreeMap<Floor, OutputFile>,
    /// The icons in the style sheet of every page; none in a project without scripts and styles.
    pub(super) styled_icons: Option<HashSet<String>>,
    /// The axonometric drawing of each building, by its key.
    pub(super) axonometries: HashMap<String, Value>,
    pub(super) shared_html: SharedHtml,
    pub(super) shared_props: SharedPropsFiles,
}

impl RenderContext {
    pub(super) fn new(
        values: &Arc<SiteValues>,
        bundle: &Arc<Bundle>,
        islands: &Arc<Islands>,
        pictures: &Arc<Pictures>,
        share: &Arc<SharePictures>,
    ) -> Result<RenderContext, Bug> {
        let site = &values.site;
        let by_floor = site
            .plans
            .iter()
            .map(|plan| (site.config.floor_of(plan), plan));
        Ok(RenderContext {
            values: Arc::clone(values),
            bundle: bundle.clone(),
            islands: islands.clone(),
            pictures: pictures.clone(),
            pictures_writer: functions::picture::writer()
                .map_err(|error| Bug(error.to_string()))?,
            share: share.clone(),
            plans: by_floor
                .clone()
                .map(|(floor, plan)| (floor, from_serialize(plan)))
                .collect(),
            level_drawings: by_floor
                .map(|(floor, plan)| Ok((floor, browser_files::level_drawing(plan)?)))
                .collect::<Result<_, Bug>>()?,
            styled_icons: bundle.has_islands().then(|| bundle.icons()),
            axonometries: (site.axonometries.iter())
                .map(|drawing| (drawing.building.clone(), from_serialize(drawing)))
                .collect(),
            shared_html: SharedHtml::default(),
            shared_props: SharedPropsFiles::new(values, &bundle.strings),
        })
    }

    /// A level as templates name it: by its number and the key of its building, none on a site with one.
    pub(super) fn floor(&self, level: i16, building: Option<&str>) -> Floor {
        Floor::find(
            &self.site.config.buildings,
            building.unwrap_or_default(),
            Level(level),
        )
    }
}

impl FunctionContext for RenderContext {
    fn calls(&self) -> Option<&CallCounter> {
        self.values.calls()
    }
}

impl Deref for RenderContext {
    type Target = SiteValues;

    fn deref(&self) -> &SiteValues {
        &self.values
    }
}

impl std::fmt::Debug for RenderContext {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RenderContext({})", self.lang)
    }
}
