//! What the plan of a level says about a unit and about the rooms that the level shares.

use minijinja::{Value, context};

use crate::stages::render::context::RenderContext;
use formats::templating::values::from_serialize;
use model::config::Floor;

/// Where a unit is on the plan (`left`, `top`, `right`, `bottom`, decimetres), and its `width` and `depth` in metres as
/// text; nothing when the plan does not have it.
pub(super) fn unit_size(context: &RenderContext, floor: Floor, code: &str) -> Option<Value> {
    let plan = context.site.plan(floor)?;
    let unit = plan.units.iter().find(|unit| unit.code == code)?;
    let [left, top, right, bottom] = unit.extent;
    let [width, depth] = unit.size.map(|metres| format!("{metres:.2}"));
    Some(context! {left, top, right, bottom, width, depth})
}

/// The rooms that a level shares, by kind: `kind`, and `places` with `x`, `y` and `is_upright`.
pub(super) fn plan_rooms(context: &RenderContext, floor: Floor) -> Option<Value> {
    Some(from_serialize(&context.site.plan(floor)?.rooms))
}
