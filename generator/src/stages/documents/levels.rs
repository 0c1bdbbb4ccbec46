//! The levels of the building in documents: their plans, and the section that shows one above the other.

use std::collections::BTreeMap;

use platform::unit::{Level, Status, Unit};
use serde_json::{Value, json};

use super::edition::{Edition, legible};
use building::Plan;
use building::drawing::{PlanPicture, PlanWords, UnitMark, View, plan_picture};
use formats::problem::Problem;

/// The plan of a level. `status` is that of each unit, or none where it is not shown.
pub(super) fn picture(
    edition: &Edition,
    plan: &Plan,
    view: View<'_>,
    status: &dyn Fn(&Unit) -> Option<Status>,
) -> Result<PlanPicture, Problem> {
    let mark = |unit: &Unit| {
        let (label, status) = (legible(&unit.unit), status(unit));
        (unit.code.to_string(), UnitMark { label, status })
    };
    let marks: BTreeMap<String, UnitMark> = units(edition, plan).map(mark).collect();
    let (street, north) = (
        edition.text("drawing.street", &[])?,
        edition.text("documents.north", &[])?,
    );
    let words = PlanWords {
        font: edition.site.theme.fonts.text.family.as_str(),
        street: &street,
        north: &north,
    };
    Ok(plan_picture(plan, &marks, view, words, &edition.site.theme))
}

/// The units of a plan's level, in inventory order.
pub(super) fn units<'a>(edition: &'a Edition, plan: &'a Plan) -> impl Iterator<Item = &'a Unit> {
    let units = edition.site.inventory.units.iter();
    units.filter(|unit| unit.level.0 == plan.level)
}

/// Every level from the ground up: name, mark, and how far its walls are from those of the widest level on the left and
/// on the right, in parts of that level's width.
pub(super) fn section(edition: &Edition) -> Result<Vec<Value>, Problem> {
    let plans = &edition.site.plans;
    let drawn = || plans.iter().filter(|plan| plan.extent[0] < plan.extent[2]);
    let left = drawn().map(|plan| plan.extent[0]).min().unwrap_or_default();
    let right = drawn().map(|plan| plan.extent[2]).max().unwrap_or_default();
    let part = |distance: i64| distance as f64 / (right - left).max(1) as f64;
    plans
        .iter()
        .map(|plan| {
            let is_drawn = plan.extent[0] < plan.extent[2];
            let inset = match is_drawn {
                true => [part(plan.extent[0] - left), part(right - plan.extent[2])],
                false => [0.0; 2],
            };
            Ok(json!({
                "level": plan.level,
                "label": edition.level(Level(plan.level))?,
                "mark": plan.mark,
                "inset": inset,
            }))
        })
        .collect()
}
