//! Pages to drawings: everything that is read once for all pages, and the drawing of one page.

use std::collections::HashMap;
use std::path::Path;

use minijinja::Value;

use super::font_metrics::Fonts;
use super::templates::{self, CardTemplates, PAGE, UNIT};
use super::{Drawn, card};
use model::build_error::BuildError;
use model::building::{Plan, PlanUnit};
use model::formats::templating::values;
use model::lang::PerLang;
use model::problem::{Problem, sorted};
use model::site::{Page, PageKind, Site};

/// Renders the card of a page to a drawing.
pub(super) struct CardRenderer<'a> {
    site: &'a Site,
    templates: CardTemplates,
    /// The fingerprint of the fonts.
    pub(super) fonts: Vec<u8>,
    /// The data that all cards of a language share.
    sheets: PerLang<Value>,
    /// The plan of each unit, by its code.
    plans: HashMap<&'a str, (&'a Plan, &'a PlanUnit)>,
}

impl<'a> CardRenderer<'a> {
    /// Reads fonts and templates; `None` when the project has no templates.
    ///
    /// # Errors
    /// A font, template or text that is missing or wrong.
    pub(super) fn open(root: &Path, site: &'a Site) -> Result<Option<CardRenderer<'a>>, BuildError> {
        if !templates::exist(root) {
            return Ok(None);
        }
        let fonts = Fonts::read(root)?;
        let templates = CardTemplates::read(root, site, fonts.metrics)?;
        let mut problems = Vec::new();
        let sheets = PerLang::from_fn(|lang| match card::sheet(site, lang) {
            Ok(sheet) => values::from_serialize(&sheet),
            Err(problem) => {
                problems.push(problem);
                Value::from(())
            }
        });
        if !problems.is_empty() {
            return Err(sorted(problems).into());
        }
        let mut plans = HashMap::new();
        for plan in &site.plans {
            plans.extend(plan.units.iter().map(|unit| (unit.code.as_str(), (plan, unit))));
        }
        Ok(Some(CardRenderer {
            site,
            templates,
            fonts: fonts.digest,
            sheets,
            plans,
        }))
    }

    /// The drawing of the page, if it has one of its own.
    ///
    /// # Errors
    /// A text that is missing, or a mistake in the template.
    pub(super) fn drawing(&self, page: &Page) -> Result<Option<Drawn>, Problem> {
        let sheet = self.sheets.get(page.lang);
        let drawn = |template, svg, alt| {
            let url = page.url.clone();
            Ok(Some(Drawn {
                url,
                template,
                svg,
                alt,
            }))
        };
        match &page.kind {
            PageKind::Unit(index) => {
                let unit = &self.site.inventory.units[*index];
                let Some((plan, plan_unit)) = self.plans.get(unit.code.as_str()) else {
                    return Ok(None);
                };
                if !self.templates.has(UNIT) {
                    return Ok(None);
                }
                let card = card::unit(self.site, page.lang, unit, plan_unit)?;
                let plan = self.templates.plan(plan.level);
                let svg = self.templates.render(UNIT, sheet, &card, plan, &page.url)?;
                drawn(UNIT, svg, card.alt)
            }
            PageKind::Content(source) => {
                if page.is_error() || !page.is_listed() || !self.templates.has(PAGE) {
                    return Ok(None);
                }
                let card = card::page(self.site, page, source)?;
                let plan = Value::from(());
                let svg = self.templates.render(PAGE, sheet, &card, plan, &page.url)?;
                drawn(PAGE, svg, card.alt)
            }
        }
    }
}
