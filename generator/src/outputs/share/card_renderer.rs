//! Pages to drawings: the templates below `templates/share`, with the variables and functions of page templates and the colours
//! and fonts of the theme. Texts are measured with the fonts that they are rendered with. Shapes of one kind are one path: a loop over them in a template would run for every picture.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{AutoEscape, Environment, Error, Value, context};
use platform::money::Money;
use platform::unit::{Status, Unit};
use serde_json::json;

use super::DrawnCard;
use super::fit::{self, FittedText, FontMetrics, Space};
use crate::outputs::values::{Described, SiteValues, add_functions, compile, failed};
use building::{Axonometry, Plan, PlanUnit};
use formats::problem::Problem;
use formats::templating::template_problem;
use formats::templating::values::{from_json, from_serialize};
use model::build_error::BuildError;
use model::lang::PerLang;
use model::site::{Page, PageKind, Site};
use model::source::SHARE_FOLDER;

pub(super) struct CardRenderer<'a> {
    site: &'a Arc<Site>,
    engines: PerLang<(Arc<SiteValues>, Environment<'static>)>,
    pub(super) fonts: Vec<u8>,
    /// The plan of each unit and its place there, by its code.
    plans: HashMap<&'a str, (Value, &'a PlanUnit)>,
}

impl<'a> CardRenderer<'a> {
    /// Reads the fonts and compiles the templates; `None` when the project has no templates.
    pub(super) fn open(
        root: &Path,
        described: &'a Described,
    ) -> Result<Option<CardRenderer<'a>>, BuildError> {
        let site = &described.site;
        if !site
            .templates
            .keys()
            .any(|name| name.starts_with(SHARE_FOLDER))
        {
            return Ok(None);
        }
        let (metrics, fonts) = FontMetrics::read(root, &site.theme)?;
        let metrics = Arc::new(metrics);
        let compiled = |lang| compiled(described.get(lang), &metrics);
        let engines: Result<Vec<_>, Vec<Problem>> =
            site.config.languages.iter().map(compiled).collect();
        let engines = PerLang::from_values(site.config.languages, engines?);
        let mut plans = HashMap::new();
        for plan in &site.plans {
            let value = plan_shapes(plan);
            plans.extend(
                plan.units
                    .iter()
                    .map(|unit| (unit.code.as_str(), (value.clone(), unit))),
            );
        }
        Ok(Some(CardRenderer {
            site,
            engines,
            fonts,
            plans,
        }))
    }

    /// The drawing of a page, if it has one of its own; without its place on a plan a unit has none.
    pub(super) fn drawing(&self, page: &Page) -> Result<Option<DrawnCard>, Problem> {
        let (values, engine) = self.engines.get(page.lang);
        let (name, variables) = match &page.kind {
            PageKind::Unit(index) => {
                let code = self.site.inventory.units[*index].code.address();
                let Some((plan, place)) = self.plans.get(code) else {
                    return Ok(None);
                };
                let [left, top, right, bottom] = place.extent;
                let place = context! { left, top, right, bottom, ..from_serialize(place) };
                (
                    "share/unit.svg",
                    context! { unit => values.units[*index].clone(), plan, place },
                )
            }
            PageKind::Content(_) if !page.is_listed() => return Ok(None),
            PageKind::Content(source) => {
                let mut uses = self.site.config.uses.iter();
                let is_about = |path: &Option<String>| path.as_ref() == Some(&page.neutral);
                let own_use = uses.find(|one| is_about(&one.page) || is_about(&one.contact));
                let page = context! {
                    title => source.front.title.as_str(),
                    template => source.front.template.as_str(),
                    use => own_use.map(|one| one.key.key()),
                    data => from_json(&source.front.data),
                };
                ("share/page.svg", context! { page })
            }
        };
        let Ok(template) = engine.get_template(name) else {
            return Ok(None);
        };
        let failed = |error: Error| template_problem::to_problem(&error, &page.url);
        let rendered = template.render_captured(variables).map_err(failed)?;
        let alt = rendered
            .state()
            .lookup("alt")
            .map(|alt| alt.to_string())
            .unwrap_or_default();
        let svg = rendered.into_output();
        Ok(Some(DrawnCard {
            url: page.url.clone(),
            file: format!("templates/{name}"),
            svg,
            alt,
        }))
    }
}

fn compiled(
    values: &Arc<SiteValues>,
    metrics: &Arc<FontMetrics>,
) -> Result<(Arc<SiteValues>, Environment<'static>), Vec<Problem>> {
    let SiteValues { site, .. } = &**values;
    let mut environment = values.environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let theme = &site.theme;
    for (ground, colours) in theme.grounds() {
        environment.add_global(ground, from_serialize(colours));
    }
    let icon = theme.logo.icon.as_ref().map(|icon| {
        let body = icon.coloured(theme.dark.text, theme.band.ground);
        from_json(&json!({ "view_box": icon.view_box, "body": body }))
    });
    environment.add_global("icon", Value::from(icon));
    environment.add_global("fonts", from_serialize(&theme.fonts));
    let buildings = site
        .axonometries
        .iter()
        .map(|axonometry| building_shapes(site, axonometry));
    environment.add_global("buildings", buildings.collect::<Value>());
    add_functions! { environment.add_function, metrics,
        fn fit(text: &str, options: Kwargs) => fit_value(&metrics, text, &options);
    }
    add_functions! { environment.add_filter, values,
        // An amount in pesos, where the law demands it beside another currency.
        fn pesos(amount: i64) => {
            let config = &values.site.config;
            if !config.shows_both_currencies() {
                return None;
            }
            let format = config.reference_format(values.lang)?;
            Some(format.text(config.reference(Money(amount))?))
        };
    }
    compile(&mut environment, site, |name| {
        name.starts_with(SHARE_FOLDER)
    })?;
    Ok((Arc::clone(values), environment))
}

/// The function `fit(text, face="text", width=500, most=60, least=30, lines=2)` of templates: `size`, `lines`, `width`.
fn fit_value(metrics: &FontMetrics, text: &str, options: &Kwargs) -> Result<Value, Error> {
    let face = options.get::<String>("face")?;
    let space = Space {
        face: &face,
        width: options.get("width")?,
        most: options.get("most")?,
        least: options.get("least")?,
        lines: options.get::<Option<usize>>("lines")?.unwrap_or(1),
    };
    options.assert_all_used()?;
    if !(space.width > 0.0 && space.least > 0.0 && space.most >= space.least && space.lines > 0) {
        let message =
            "fit() needs `width`, `least` and `lines` above zero, and `most` not below `least`";
        return Err(failed(message));
    }
    let FittedText { size, lines, width } = fit::fit(metrics, text, space).map_err(failed)?;
    Ok(context! { size => f64::from(size), lines, width => f64::from(width) })
}

/// A level's plan, with the shapes of all its units.
fn plan_shapes(plan: &Plan) -> Value {
    let joined = |path: fn(&PlanUnit) -> &str| plan.units.iter().map(path).collect::<String>();
    context! {
        lines => format!("{}{}", plan.stairs, plan.lifts),
        walls => joined(|unit| &unit.path),
        terraces => joined(|unit| unit.terrace.as_deref().unwrap_or_default()),
        doors => joined(|unit| &unit.door),
        ..context! { ..from_serialize(&plan.axes), ..from_serialize(plan) }
    }
}

/// The axonometric drawing of the building. The units of a level with the same status are one path; `free` has the available
/// ones of each use.
fn building_shapes(site: &Site, axonometry: &Axonometry) -> Value {
    let units: HashMap<&str, &Unit> = site
        .inventory
        .units
        .iter()
        .map(|unit| (unit.code.address(), unit))
        .collect();
    let levels = axonometry.levels.iter().map(|level| {
        let mut paths = BTreeMap::from(Status::ALL.map(|status| (status.key(), String::new())));
        let (mut terraces, mut facades) = (String::new(), String::new());
        let mut free = BTreeMap::<&str, String>::new();
        for drawn in &level.units {
            if let Some(unit) = units.get(drawn.code.as_str()) {
                paths.entry(unit.status.key()).or_default().push_str(&drawn.path);
                if unit.status == Status::Available {
                    free.entry(unit.unit_use.key()).or_default().push_str(&drawn.path);
                }
            }
            terraces.push_str(drawn.terrace.as_deref().unwrap_or_default());
            facades.push_str(drawn.facade.as_deref().unwrap_or_default());
        }
        context! { free => from_serialize(&free), units => from_serialize(&paths), terraces, facades, ..from_serialize(level) }
    });
    context! {
        extent => axonometry.extent.to_vec(),
        levels => levels.collect::<Value>(),
        ..from_serialize(axonometry)
    }
}
