//! Pages to drawings: everything that is read once for all pages, and the drawing of one page.

use std::collections::HashMap;
use std::path::Path;

use minijinja::{Environment, Value, context};

use super::card::{self, Card};
use super::font_metrics::FontMetrics;
use super::templates::{self, PAGE, TEMPLATES, UNIT};
use super::{Drawn, shapes};
use crate::project;
use building::PlanUnit;
use formats::problem::Problem;
use formats::templating::{template_problem, values};
use model::build_error::BuildError;
use model::lang::PerLang;
use model::site::{Page, PageKind, Site};
use model::strings::needed_by;

/// Renders the card of a page to a drawing.
pub(super) struct CardRenderer<'a> {
    site: &'a Site,
    templates: Environment<'static>,
    /// The fingerprint of the fonts.
    pub(super) fonts: Vec<u8>,
    /// The data that all cards of a language share.
    sheets: PerLang<Result<Value, Problem>>,
    /// What every face of the fonts has.
    /// The plan of each unit and its place there, by its code.
    plans: HashMap<&'a str, (Value, &'a PlanUnit)>,
}

impl<'a> CardRenderer<'a> {
    /// Reads fonts and templates; `None` when the project has no templates.
    ///
    /// # Errors
    /// A font, template or text that is missing or wrong.
    pub(super) fn open(root: &Path, site: &'a Site) -> Result<Option<CardRenderer<'a>>, BuildError> {
        if !project::path(root, TEMPLATES).is_dir() {
            return Ok(None);
        }
        let (metrics, fonts) = FontMetrics::read(root, &site.theme.fonts)?;
        let mut templates = templates::compile(root, metrics, &site.theme)?;
        let buildings = site.axonometries.iter().map(|axonometry| shapes::building(site, axonometry));
        templates.add_global("buildings", buildings.collect::<Value>());
        let sheets = PerLang::from_fn(site.config.languages, |lang| {
            card::sheet(site, lang).map(|sheet| values::from_json(&sheet))
        });
        let mut plans = HashMap::new();
        for plan in &site.plans {
            let value = shapes::plan(plan);
            let units = plan.units.iter();
            plans.extend(units.map(|unit| (unit.code.as_str(), (value.clone(), unit))));
        }
        Ok(Some(CardRenderer { site, templates, fonts, sheets, plans }))
    }

    /// Whether a page can have a drawing: without its place on a plan a unit has none.
    pub(super) fn may_draw(&self, page: &Page) -> bool {
        match page.kind {
            PageKind::Unit(index) => self.plan_of(index).is_some(),
            PageKind::Content(_) => !page.is_error() && page.is_listed(),
        }
    }

    /// The plan of the unit with that index, and its place there.
    fn plan_of(&self, unit: usize) -> Option<&(Value, &'a PlanUnit)> {
        let code = &self.site.inventory.units[unit].code;
        self.plans.get(code.as_str())
    }

    /// The drawing of a page for which [`may_draw`](Self::may_draw) holds, if it has one of its own.
    ///
    /// # Errors
    /// A text that is missing, or a mistake in the template.
    pub(super) fn drawing(&self, page: &Page) -> Result<Option<Drawn>, Problem> {
        let (name, card, plan) = match &page.kind {
            PageKind::Unit(index) => {
                let Some((plan, place)) = self.plan_of(*index) else {
                    return Ok(None);
                };
                let unit = &self.site.inventory.units[*index];
                let card = card::unit(self.site, page.lang, unit, place);
                (UNIT, card, plan.clone())
            }
            PageKind::Content(source) => (PAGE, card::page(self.site, page, source), Value::from(())),
        };
        let Ok(template) = self.templates.get_template(name) else {
            return Ok(None);
        };
        let needed = |problem| needed_by(problem, "the share pictures");
        let Card { data, alt } = card.map_err(needed)?;
        let sheet = self.sheets.get(page.lang).as_ref();
        let sheet = sheet.map_err(|problem| needed(problem.clone()))?;
        let svg = template
            .render(context! { sheet, plan, card => values::from_json(&data) })
            .map_err(|error| template_problem::to_problem(&error, &page.url))?;
        Ok(Some(Drawn { url: page.url.clone(), template: name, svg, alt }))
    }
}
