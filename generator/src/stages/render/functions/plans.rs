//! The plans on a unit's page: what they have beside the lines of the level.

use minijinja::{Error, Value, context};

use crate::stages::render::context::RenderContext;
use building::Words;
use formats::templating::values::from_serialize;
use model::config::Floor;

/// The type sizes of both lines of a label in `axonometry.css`, on a phone, where they are largest.
const LABEL_SIZES: [f64; 2] = [42.0, 38.0];

/// The rooms that a level shares, by kind: `kind`, and `places` with `x`, `y` and `is_upright`.
pub(super) fn plan_rooms(context: &RenderContext, floor: Floor) -> Option<Value> {
    Some(from_serialize(&context.site.plan(floor)?.rooms))
}

/// The texts and the scale bar on the plan of a level; nothing when the level has no plan.
pub(super) fn location(context: &RenderContext, floor: Floor) -> Result<Option<Value>, Error> {
    let street = context.text("drawing.street", &[])?;
    Ok(context.site.plan(floor).map(|plan| from_serialize(&plan.location(&street))))
}

/// The same on the enlarged plan of a unit, with its dimensions; nothing when the plan does not have it.
pub(super) fn enlarged(
    context: &RenderContext,
    floor: Floor,
    code: &str,
    number: &str,
) -> Result<Option<Value>, Error> {
    let street = context.text("drawing.street", &[])?;
    let room = |kind: &str| context.text(&format!("drawing.{kind}"), &[]).unwrap_or_default();
    let decimal = context.site.config.money_format(context.lang).numbers.decimal;
    let words = Words { number, street: &street, room: &room, decimal };
    let plan = context.site.plan(floor);
    let unit = plan.and_then(|plan| Some((plan, plan.units.iter().find(|unit| unit.code == code)?)));
    Ok(unit.map(|(plan, unit)| from_serialize(&plan.enlarged(unit, words))))
}

/// The furniture of a unit, `path` and `people`; nothing when none is suggested for its use, or fits.
pub(super) fn furnished(context: &RenderContext, floor: Floor, code: &str, unit_use: &str) -> Option<Value> {
    let unit = context.site.plan(floor)?.units.iter().find(|unit| unit.code == code)?;
    let declared = context.site.config.uses.iter().find(|declared| declared.key.key() == unit_use)?;
    Some(from_serialize(&unit.furnished(declared.furniture?)?))
}

/// The `width` and `depth` of a unit in metres as text; nothing when the plan does not have it.
pub(super) fn unit_size(context: &RenderContext, floor: Floor, code: &str) -> Option<Value> {
    let unit = context.site.plan(floor)?.units.iter().find(|unit| unit.code == code)?;
    let [width, depth] = unit.size.map(|metres| format!("{metres:.2}"));
    Some(context! {width, depth})
}

/// The part of their size that the name of a level and the number of its available units have in the axonometric drawing.
pub(super) fn label_scale(context: &RenderContext, level: i16, name: &str, available: &str) -> Option<f64> {
    let level = context.site.axonometries.first()?.levels.iter().find(|drawn| drawn.level == level)?;
    let [large, small] = LABEL_SIZES;
    level.label_scale([(name, large), (available, small)])
}
