//! The template engine of each language: strict (an unknown variable is an error), with HTML escaping, and with
//! every template in memory; and what all pages of the language share.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::{AutoEscape, Environment, Error, Value};
use platform::unit::Level;

use super::functions;
use super::functions::island_props::SharedPropsMemo;
use super::functions::islands::IslandMemo;
use super::functions::memo::PartMemo;
use super::page_value::PageValue;
use super::{browser_files, template_problem, values};
use crate::outputs::markdown_alternate;
use crate::outputs::share::SharePictures;
use crate::outputs::values::{SiteValues, compile};
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use formats::problem::{Bug, Problem};
use model::config::Floor;
use model::lang::{Lang, PerLang};
use model::output::OutputFile;
use model::site::{Page, Site};
use model::source::{DOCUMENTS_FOLDER, MARKDOWN_FOLDER, SHARE_FOLDER};

/// Renders pages of one language.
#[derive(Debug)]
pub(super) struct Renderer {
    environment: Environment<'static>,
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
        renderer
            .html(&PageValue::new(&renderer.context, index, Some(changed)))
            .ok()
    }
}

impl Renderer {
    pub(super) fn new(context: RenderContext) -> Result<Renderer, Vec<Problem>> {
        let context = Arc::new(context);
        let mut environment = context.values.environment();
        environment.set_auto_escape_callback(|name| match name.starts_with(MARKDOWN_FOLDER) {
            true => AutoEscape::None,
            false => AutoEscape::Html,
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
        Ok(Renderer {
            environment,
            is_endless: AtomicBool::new(false),
            context,
        })
    }

    pub(super) fn html(&self, page: &Arc<PageValue>) -> Result<String, Error> {
        self.render(&page.page().template, page)
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
        let result = self
            .environment
            .get_template(template)?
            .render(page.variables());
        if result.as_ref().is_err_and(template_problem::is_endless) {
            self.is_endless.store(true, Ordering::Relaxed);
        }
        result
    }

    pub(super) fn is_endless(&self) -> bool {
        self.is_endless.load(Ordering::Relaxed)
    }
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
    pub(super) share: Arc<SharePictures>,
    pub(super) plans: BTreeMap<Floor, Value>,
    /// The drawing that the pages of a level's units share, by level.
    pub(super) level_drawings: BTreeMap<Floor, OutputFile>,
    /// The icons in the style sheet of every page; none in a project without scripts and styles.
    pub(super) styled_icons: Option<HashSet<String>>,
    /// The axonometric drawing of each building, by its key.
    pub(super) axonometries: HashMap<String, Value>,
    pub(super) island_memo: IslandMemo,
    pub(super) part_memo: PartMemo,
    pub(super) shared_props: SharedPropsMemo,
}

impl RenderContext {
    pub(super) fn new(
        lang: Lang,
        site: &Arc<Site>,
        bundle: &Arc<Bundle>,
        islands: &Arc<Islands>,
        pictures: &Arc<Pictures>,
        share: &Arc<SharePictures>,
    ) -> Result<RenderContext, Bug> {
        let by_floor = site
            .plans
            .iter()
            .map(|plan| (site.config.floor_of(plan), plan));
        Ok(RenderContext {
            values: Arc::new(SiteValues::new(site, lang)),
            bundle: bundle.clone(),
            islands: islands.clone(),
            pictures: pictures.clone(),
            share: share.clone(),
            plans: by_floor
                .clone()
                .map(|(floor, plan)| (floor, values::from_serialize(plan)))
                .collect(),
            level_drawings: by_floor
                .map(|(floor, plan)| Ok((floor, browser_files::level_drawing(plan)?)))
                .collect::<Result<_, Bug>>()?,
            styled_icons: (!bundle.hash.is_empty()).then(|| bundle.icons()),
            axonometries: (site.axonometries.iter())
                .map(|drawing| (drawing.building.clone(), values::from_serialize(drawing)))
                .collect(),
            island_memo: IslandMemo::default(),
            part_memo: PartMemo::default(),
            shared_props: SharedPropsMemo::default(),
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
