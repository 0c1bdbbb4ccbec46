//! The template engine of each language: strict (an unknown variable is an error), with HTML escaping, and with
//! every template in memory; and what all pages of the language share.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::{AutoEscape, Environment, Error, Value};
use platform::unit::Level;
use rayon::prelude::*;

use super::functions::island_props::SharedPropsMemo;
use super::functions::islands::{self, IslandMemo};
use super::functions::memo::PartMemo;
use super::functions::{self, picture};
use super::page_value::Variables;
use super::{browser_files, template_problem, values};
use crate::outputs::markdown_alternate;
use crate::outputs::share::SharePictures;
use crate::outputs::values::{SiteValues, compile};
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use building::Plan;
use formats::problem::Problem;
use model::config::Floor;
use model::lang::{Lang, Languages, PerLang};
use model::site::{Page, Site};
use model::source::{DOCUMENTS_FOLDER, MARKDOWN_FOLDER, SHARE_FOLDER};

/// Renders pages of one language.
pub(super) struct Renderer {
    environment: Environment<'static>,
    /// Whether a template was stopped because it did not end.
    is_endless: AtomicBool,
    context: Arc<RenderContext>,
}

pub(super) fn renderers(
    languages: Languages,
    contexts: &PerLang<Arc<RenderContext>>,
) -> Result<PerLang<Renderer>, Vec<Problem>> {
    let contexts: Vec<_> = contexts.values().collect();
    let renderer = |context: &&Arc<RenderContext>| {
        Ok(Renderer {
            environment: compiled(context)?,
            is_endless: AtomicBool::new(false),
            context: Arc::clone(context),
        })
    };
    let made: Vec<Result<Renderer, Vec<Problem>>> = contexts.par_iter().map(renderer).collect();
    let made = made.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(PerLang::from_values(languages, made))
}

/// Renders the pages of a finished site again, with other texts.
pub struct PageRenderer {
    /// The site.
    pub site: Arc<Site>,
    pub(super) renderers: PerLang<Renderer>,
}

impl PageRenderer {
    /// The HTML of the page with this index in the site's pages, with the texts of `changed`; nothing when a template
    /// refuses them, which a build reports.
    pub fn changed_page(&self, index: usize, changed: Page) -> Option<String> {
        self.renderers.get(changed.lang).changed_page(index, changed).ok()
    }
}

impl fmt::Debug for PageRenderer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PageRenderer")
    }
}

fn compiled(context: &Arc<RenderContext>) -> Result<Environment<'static>, Vec<Problem>> {
    let mut environment = context.values.environment();
    environment.set_auto_escape_callback(|name| match name.starts_with(MARKDOWN_FOLDER) {
        true => AutoEscape::None,
        false => AutoEscape::Html,
    });
    functions::add(&mut environment, context);
    let island = environment.add_template(islands::TEMPLATE, include_str!("functions/island.html"));
    island.map_err(|error| vec![template_problem::of_source(&error, islands::TEMPLATE)])?;
    compile(&mut environment, &context.site, |name| {
        ![DOCUMENTS_FOLDER, SHARE_FOLDER].iter().any(|other| name.starts_with(other))
    })?;
    Ok(environment)
}

impl Renderer {
    /// Renders the page with this index in `site.pages`; also whether its Markdown body was read.
    pub(super) fn page(&self, index: usize) -> Result<(String, bool), Error> {
        self.render(&self.context.site.pages[index].template, index, None)
    }

    /// Renders the page with this index in `site.pages` with other texts.
    pub(super) fn changed_page(&self, index: usize, changed: Page) -> Result<String, Error> {
        let template = changed.template.clone();
        Ok(self.render(&template, index, Some(changed))?.0)
    }

    /// Renders the Markdown alternate of the page with this index, if it has one.
    pub(super) fn markdown_alternate(&self, index: usize) -> Result<Option<String>, Error> {
        let site = &self.context.site;
        let page = &site.pages[index];
        if !markdown_alternate::exists(site, page) {
            return Ok(None);
        }
        let (text, _) = self.render(&markdown_alternate::template(page), index, None)?;
        Ok(Some(normalize_whitespace(&text)))
    }

    fn render(&self, template: &str, index: usize, changed: Option<Page>) -> Result<(String, bool), Error> {
        let variables = Arc::new(Variables::new(&self.context, index, changed));
        let values = Value::from_dyn_object(variables.clone());
        let result = self.environment.get_template(template)?.render(values);
        if result.as_ref().is_err_and(template_problem::is_endless) {
            self.is_endless.store(true, Ordering::Relaxed);
        }
        Ok((result?, variables.has_read_body()))
    }

    /// Whether a template was stopped because it did not end: most pages share it, and need not be tried.
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
    pub(super) plans: HashMap<Floor, Value>,
    /// The URL of the drawing that the pages of a level's units share, by level.
    pub(super) level_drawings: HashMap<Floor, String>,
    /// The HTML of each icon by its name, in the order of the names.
    pub(super) icons: Vec<(String, Option<Value>)>,
    /// The axonometric drawing of each building, by its key.
    pub(super) axonometries: HashMap<String, Value>,
    pub(super) island_memo: IslandMemo,
    pub(super) part_memo: PartMemo,
    pub(super) shared_props: SharedPropsMemo,
}

/// What is made of each plan, by its level.
fn by_floor<T>(site: &Site, make: impl Fn(&Plan) -> T) -> HashMap<Floor, T> {
    let plans = site.plans.iter();
    plans.map(|plan| (site.config.floor_of(plan), make(plan))).collect()
}

impl RenderContext {
    pub(super) fn new(
        lang: Lang,
        site: &Arc<Site>,
        bundle: &Arc<Bundle>,
        islands: &Arc<Islands>,
        pictures: &Arc<Pictures>,
        share: &Arc<SharePictures>,
    ) -> RenderContext {
        RenderContext {
            values: Arc::new(SiteValues::new(site, lang)),
            bundle: bundle.clone(),
            islands: islands.clone(),
            pictures: pictures.clone(),
            share: share.clone(),
            plans: by_floor(site, values::from_serialize),
            level_drawings: by_floor(site, |plan| browser_files::level_drawing(plan).url),
            icons: picture::icon_markup(&site.icons, bundle),
            axonometries: (site.axonometries.iter())
                .map(|drawing| (drawing.building.clone(), values::from_serialize(drawing)))
                .collect(),
            island_memo: IslandMemo::default(),
            part_memo: PartMemo::default(),
            shared_props: SharedPropsMemo::default(),
        }
    }

    /// A level as templates name it: by its number and the key of its building, none on a site with one.
    pub(super) fn floor(&self, level: i16, building: Option<&str>) -> Floor {
        Floor::find(&self.site.config.buildings, building.unwrap_or_default(), Level(level))
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
