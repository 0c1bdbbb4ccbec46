//! What the plan of a level says about a unit and about the rooms that the level shares.

use minijinja::{Value, context};

use crate::stages::render::context::RenderContext;
use building::Plan;
use formats::templating::values::from_serialize;

/// Where a unit is on the plan (`left`, `top`, `right`, `bottom`, decimetres), and its `width` and `depth` in metres as
/// text; nothing when the plan does not have it.
pub(super) fn unit_size(context: &RenderContext, level: i16, code: &str) -> Option<Value> {
    let plan = plan(context, level)?;
    let unit = plan.units.iter().find(|unit| unit.code == code)?;
    let [left, top, right, bottom] = unit.extent;
    let [width, depth] = unit.size.map(|metres| format!("{metres:.2}"));
    Some(context! {left, top, right, bottom, width, depth})
}

/// The rooms that a level shares, by kind: `kind`, and `places` with `x`, `y` and `is_upright`.
pub(super) fn plan_rooms(context: &RenderContext, level: i16) -> Option<Value> {
    Some(from_serialize(&plan(context, level)?.rooms))
}

fn plan(context: &RenderContext, level: i16) -> Option<&Plan> {
    context.site.plans.iter().find(|plan| plan.level == level)
}
