//! The size of a unit on the plan of its level.

use minijinja::{Value, context};

use crate::stages::render::context::RenderContext;

/// Where a unit is on the plan (`left`, `top`, `right`, `bottom`, decimetres), and its `width` and `depth` in metres as
/// text; nothing when the plan does not have it.
pub(super) fn unit_size(context: &RenderContext, level: u16, code: &str) -> Option<Value> {
    let plan = context.site.plans.iter().find(|plan| plan.level == level)?;
    let unit = plan.units.iter().find(|unit| unit.code == code)?;
    let [left, top, right, bottom] = unit.extent;
    let [width, depth] = unit.size.map(|metres| format!("{metres:.2}"));
    Some(context! {left, top, right, bottom, width, depth})
}
