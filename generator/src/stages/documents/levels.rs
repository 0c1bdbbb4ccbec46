//! The levels of the building in documents: their plans, and the section that shows one above the other.

use std::collections::BTreeMap;

use platform::unit::{Level, Status, Unit};
use serde_json::{Value, json};

use super::context::DocumentContext;
use building::Plan;
use building::drawing::{PlanPicture, PlanView, PlanWords, UnitMark, plan_picture};
use formats::problem::Problem;

/// The plan of a level. `status` is that of each unit, or none where it is not shown.
pub(super) fn picture(
    context: &DocumentContext,
    plan: &Plan,
    view: PlanView<'_>,
    status: &dyn Fn(&Unit) -> Option<Status>,
) -> Result<PlanPicture, Problem> {
    let mark = |unit: &Unit| {
        let (number, status) = (context.site.theme.drawn(&unit.unit), status(unit));
        // On a plan of equal levels a number is what it is without that of its level.
        let of_level = number.strip_prefix(&plan.level.to_string()).filter(|rest| !rest.is_empty());
        let is_typical = view == PlanView::Level && status.is_none();
        let label = of_level.filter(|_| is_typical).map(str::to_owned).unwrap_or(number);
        (unit.code.to_string(), UnitMark { label, status })
    };
    let marks: BTreeMap<String, UnitMark> = units(context, plan).map(mark).collect();
    let (street, north) = (context.text("drawing.street", &[])?, context.text("documents.north", &[])?);
    let words =
        PlanWords { font: context.site.theme.fonts.text.family.as_str(), street: &street, north: &north };
    Ok(plan_picture(plan, &marks, view, words, &context.site.theme))
}

/// The units of a plan's level, in inventory order.
pub(super) fn units<'a>(context: &'a DocumentContext, plan: &'a Plan) -> impl Iterator<Item = &'a Unit> {
    let units = context.site.inventory.units.iter();
    units.filter(|unit| unit.level.0 == plan.level && unit.building() == plan.building)
}

/// The section of each building: its key, its name on a site with several, and its levels.
pub(super) fn sections(context: &DocumentContext) -> Result<Vec<Value>, Problem> {
    let section = |plans: &[Plan]| {
        let key = &plans[0].building;
        let name = context.site.config.building(key).map(|building| building.label.get(context.lang));
        Ok(json!({ "building": key, "name": name, "levels": section(context, plans)? }))
    };
    context.site.plans.chunk_by(|one, next| one.building == next.building).map(section).collect()
}

/// Every level of a building from the ground up: name, mark, and how far its walls are from those of the widest level on the
/// left and on the right, in parts of that level's width.
fn section(context: &DocumentContext, plans: &[Plan]) -> Result<Vec<Value>, Problem> {
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
                "label": context.bound(context.localized.level(Level(plan.level)))?,
                "mark": context.localized.numbers().number(&plan.mark),
                "inset": inset,
            }))
        })
        .collect()
}
