//! The templates below `templates/share`, which turn a card into SVG: colours come from the style sheet's tokens, and
//! texts are measured with the fonts that they are rendered with.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use serde::Serialize;
use walkdir::WalkDir;

use super::fit::{self, Fitted, Space};
use super::font_metrics::FontMetrics;
use super::tokens;
use model::building::Plan;
use model::formats::templating::{template_problem, values};
use model::problem::{Problem, sorted};
use model::site::Site;

/// The templates, from the project's root.
const TEMPLATES: &str = "templates/share";
/// The name of the template of units' pictures.
pub(super) const UNIT: &str = "share/unit.svg";
/// The name of the template of pages' pictures.
pub(super) const PAGE: &str = "share/page.svg";

/// The compiled templates, with the data that all drawings share.
#[derive(Debug)]
pub(super) struct CardTemplates {
    environment: Environment<'static>,
    /// The plan of each level.
    plans: BTreeMap<u16, Value>,
}

impl CardTemplates {
    /// Reads and compiles the templates.
    ///
    /// # Errors
    /// Templates that are not well formed, and files that cannot be read.
    pub(super) fn read(
        root: &Path,
        site: &Site,
        metrics: FontMetrics,
    ) -> Result<CardTemplates, Vec<Problem>> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_debug(true);
        let mut problems = Vec::new();
        for (name, source) in sources(root) {
            let file = format!("templates/{name}");
            match source {
                Ok(source) => {
                    if let Err(error) = environment.add_template_owned(name, source) {
                        problems.push(template_problem::of_source(&error, &file));
                    }
                }
                Err(error) => problems.push(Problem::in_file(file, error.to_string())),
            }
        }
        match fs::read_to_string(root.join(tokens::FILE)) {
            Ok(css) => {
                for (theme, colours) in tokens::colours(&css) {
                    let colours = colours
                        .into_iter()
                        .map(|(name, colour)| (Arc::<str>::from(name), colour));
                    environment.add_global(theme, Value::from_pairs(colours));
                }
            }
            Err(error) => {
                let message = format!("the share pictures take their colours from here: {error}");
                problems.push(Problem::in_file(tokens::FILE, message));
            }
        }
        if !problems.is_empty() {
            return Err(sorted(problems));
        }
        let building = site
            .axonometry
            .as_ref()
            .map(|axonometry| building_value(site, axonometry));
        environment.add_global("building", building.unwrap_or_else(|| Value::from(())));
        environment.add_function("fit", move |text: &str, options: Kwargs| {
            fit_value(&metrics, text, &options)
        });
        Ok(CardTemplates {
            environment,
            plans: site
                .plans
                .iter()
                .map(|plan| (plan.level, plan_value(plan)))
                .collect(),
        })
    }

    /// Whether the project has the template of that name.
    pub(super) fn has(&self, template: &str) -> bool {
        self.environment.get_template(template).is_ok()
    }

    /// The plan of a level, or none when the level has no plan.
    pub(super) fn plan(&self, level: u16) -> Value {
        self.plans.get(&level).cloned().unwrap_or_else(|| Value::from(()))
    }

    /// The drawing of a card, for the page with the address `page`.
    ///
    /// # Errors
    /// The mistake in the template, at its line.
    pub(super) fn render(
        &self,
        template: &str,
        sheet: &Value,
        card: &impl Serialize,
        plan: Value,
        page: &str,
    ) -> Result<String, Problem> {
        let context = Value::from_pairs([
            ("sheet", sheet.clone()),
            ("card", values::from_serialize(card)),
            ("plan", plan),
        ]);
        self.environment
            .get_template(template)
            .and_then(|template| template.render(context))
            .map_err(|error| template_problem::of(&error, page))
    }
}

/// Whether the project has templates of share pictures.
pub(super) fn exist(root: &Path) -> bool {
    root.join(TEMPLATES).is_dir()
}

/// The name and text of every template, sorted by name.
fn sources(root: &Path) -> impl Iterator<Item = (String, std::io::Result<String>)> {
    let folder = root.join(TEMPLATES);
    let files = WalkDir::new(&folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok);
    files.filter_map(move |entry| {
        let inside = entry
            .path()
            .strip_prefix(&folder)
            .ok()?
            .to_string_lossy()
            .replace('\\', "/");
        let is_template = entry.file_type().is_file() && inside.ends_with(".svg");
        is_template.then(|| (format!("share/{inside}"), fs::read_to_string(entry.path())))
    })
}

/// The function `fit(text, face="text", width=500, most=60, least=30, lines=2)` of templates: `size`, `lines`, `width`.
fn fit_value(metrics: &FontMetrics, text: &str, options: &Kwargs) -> Result<Value, Error> {
    let face = options.get::<String>("face")?;
    let space = Space {
        face: &face,
        width: options.get("width")?,
        most: options.get("most")?,
        least: options.get("least")?,
    };
    let lines = options.get::<Option<usize>>("lines")?.unwrap_or(1);
    options.assert_all_used()?;
    if !(space.width > 0.0 && space.least > 0.0 && space.most >= space.least && lines > 0) {
        let message = "fit() needs `width`, `least` and `lines` above zero, and `most` not below `least`";
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let Fitted { size, lines, width } = fit::fit(metrics, text, space, lines)
        .map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    Ok(values::group([
        ("size", Value::from(f64::from(size))),
        ("lines", lines.into_iter().collect()),
        ("width", Value::from(f64::from(width))),
    ]))
}

/// A level's plan as data of templates. Shapes of one kind are one path: a loop over them would run for every unit.
fn plan_value(plan: &Plan) -> Value {
    let joined =
        |path: fn(&model::building::PlanUnit) -> &str| plan.units.iter().map(path).collect::<String>();
    let axes = |axes: &[model::building::Axis<i64>]| values::from_serialize(&axes);
    values::group([
        ("level", Value::from(plan.level)),
        ("mark", Value::from(plan.mark.as_str())),
        ("north", Value::from(plan.north)),
        ("outline", Value::from(plan.outline.as_str())),
        ("corridor", Value::from(plan.corridor.as_str())),
        ("lobby", Value::from(plan.lobby.as_str())),
        ("services", Value::from(plan.services.as_str())),
        ("core", Value::from(plan.core.as_str())),
        ("lines", Value::from(format!("{}{}", plan.stairs, plan.lifts))),
        ("walls", Value::from(joined(|unit| &unit.path))),
        (
            "terraces",
            Value::from(joined(|unit| unit.terrace.as_deref().unwrap_or_default())),
        ),
        ("doors", Value::from(joined(|unit| &unit.door))),
        ("x", axes(&plan.axes.x)),
        ("y", axes(&plan.axes.y)),
    ])
}

/// The axonometric drawing of the building as data of templates. The units of a level with the same status are one path.
fn building_value(site: &Site, axonometry: &model::building::Axonometry) -> Value {
    let units: BTreeMap<&str, &platform::unit::Unit> = site
        .inventory
        .units
        .iter()
        .map(|unit| (unit.code.as_str(), unit))
        .collect();
    let levels = axonometry.levels.iter().map(|level| {
        let mut paths: BTreeMap<&str, String> = platform::unit::Status::ALL
            .into_iter()
            .map(|status| (status.key(), String::new()))
            .collect();
        let (mut terraces, mut facades, mut unit_use) = (String::new(), String::new(), None);
        for drawn in &level.units {
            if let Some(unit) = units.get(drawn.code.as_str()) {
                unit_use = Some(unit.unit_use.key());
                paths.entry(unit.status.key()).or_default().push_str(&drawn.path);
            }
            terraces.push_str(drawn.terrace.as_deref().unwrap_or_default());
            facades.push_str(drawn.facade.as_deref().unwrap_or_default());
        }
        values::group([
            ("level", Value::from(level.level)),
            ("mark", Value::from(level.mark.as_str())),
            ("use", Value::from(unit_use)),
            ("anchor", values::from_serialize(&level.anchor)),
            ("slab", Value::from(level.slab.as_str())),
            ("edge", Value::from(level.edge.as_str())),
            ("core", Value::from(level.core.as_str())),
            ("units", Value::from_pairs(paths)),
            ("terraces", Value::from(terraces)),
            ("facades", Value::from(facades)),
        ])
    });
    values::group([
        ("view_box", Value::from(axonometry.view_box.as_str())),
        ("plot", Value::from(axonometry.plot.as_str())),
        ("street", Value::from(axonometry.street.as_str())),
        ("levels", levels.collect()),
    ])
}
