//! The building in documents: plans, the sections that show one level above the other, axonometries, and the levels of each.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use minijinja::{Error, State, Value, context};
use platform::unit::{Level, Status, Unit};
use serde_json::json;

use super::document_context::{DocumentContext, Taken};
use super::typesetter::{DRAWING, JobDrawing};
use crate::outputs::values::{SiteValues, failed};
use building::drawing::{CloseUp, PlanView, PlanWords, UnitMark, axonometry_picture, plan_picture};
use building::{Axonometry, Plan};
use formats::templating::values::{from_json, from_serialize};

const MOST_ON_SHEET: usize = 60;

/// The plan of a level, drawn when the document is made. `status` is that of each unit, or none where it is not shown.
fn picture(
    context: &DocumentContext,
    state: &mut State,
    plan: &Plan,
    view: PlanView,
    status: &dyn Fn(&Unit) -> Option<Status>,
) -> Result<Value, Error> {
    let values = &context.values;
    let mark = |unit: &Unit| {
        let (number, status) = (
            values.site.theme.with_missing_letters_replaced(&unit.unit),
            status(unit),
        );
        // On a plan of equal levels a number is what it is without that of its level.
        let of_level = number
            .strip_prefix(&plan.level.to_string())
            .filter(|rest| !rest.is_empty());
        let is_typical = view == PlanView::Level && status.is_none();
        let label = match of_level {
            Some(of_level) if is_typical => of_level.to_owned(),
            _ => number,
        };
        (unit.code.address().to_owned(), UnitMark { label, status })
    };
    let marks: BTreeMap<String, UnitMark> =
        units(values, plan).map(|(_, unit)| mark(unit)).collect();
    let (street, north) = (
        values.text("drawing.street", &[])?,
        values.text("documents.north", &[])?,
    );
    let decimal = values.localized().numbers().decimal;
    let floor = values.site.config.floor_of(plan);
    let mut inputs = context.drawn_from.clone();
    inputs.add(format!(
        "{floor:?} {view:?} {marks:?} {street:?} {north:?} {decimal}"
    ));
    let site = Arc::clone(&values.site);
    let draw = move || {
        let font = site.theme.fonts.text.family.as_str();
        let words = PlanWords {
            font,
            street: &street,
            north: &north,
            decimal,
        };
        site.plan(floor)
            .map(|plan| plan_picture(plan, &marks, &view, words, &site.theme))
    };
    let drawings = &mut state.get_or_insert_extension(Taken::default()).drawings;
    drawings.push(JobDrawing {
        inputs: inputs.finish(),
        draw: Arc::new(draw),
    });
    Ok(from_json(&json!({ DRAWING: drawings.len() - 1 })))
}

/// The units of a plan's level, in inventory order, each with its value.
fn units<'a>(
    values: &'a SiteValues,
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a Value, &'a Unit)> {
    let indices = values.catalogue.on(values.site.config.floor_of(plan));
    indices
        .iter()
        .map(|&index| (&values.units[index], values.catalogue.unit(index)))
}

/// A unit on the plan of its level, without statuses; none when it is not drawn there.
pub(super) fn place(
    context: &DocumentContext,
    state: &mut State,
    unit: &Unit,
) -> Result<Option<Value>, Error> {
    let site = &context.values.site;
    let view = PlanView::Location(unit.code.address().to_owned());
    site.plan_of(unit)
        .map(|plan| picture(context, state, plan, view, &|_| None))
        .transpose()
}

/// What a unit's sheet draws: the unit on its level, and alone with suggested furniture in a picture of this height in millimetres;
/// and its measures in metres.
pub(super) fn unit(
    context: &DocumentContext,
    state: &mut State,
    unit: &Unit,
    height: f64,
) -> Result<Option<Value>, Error> {
    let (site, code) = (&context.values.site, unit.code.address());
    let Some(plan) = site.plan_of(unit) else {
        return Ok(None);
    };
    let place = plan.unit(code);
    let furnished = site.layouts(unit).into_iter().next();
    let mut picture = |view| {
        let status = |other: &Unit| (other.code == unit.code).then_some(unit.status);
        picture(context, state, plan, view, &status)
    };
    Ok(Some(context! {
        building => plan.building.as_str(),
        level => plan.level,
        clear_height => plan.clear_height.as_str(),
        size => place.map(|place| place.size.map(|metres| format!("{metres:.2}")).to_vec()),
        plan => picture(PlanView::Location(code.to_owned()))?,
        close_up => picture(PlanView::CloseUp(CloseUp {
            code: code.to_owned(),
            furnished: furnished.clone(),
            height,
        }))?,
        layout => from_serialize(&furnished),
    }))
}

/// The drawing of each building, on a site with several with its name and whether it is not yet on sale.
pub(super) fn axonometries(values: &SiteValues) -> Vec<Value> {
    let site = &values.site;
    let picture = |drawing: &Axonometry| {
        let building = site.config.building(&drawing.building);
        context! {
            building => drawing.building.as_str(),
            name => building.map(|building| building.label.get(values.lang).as_str()),
            announced => building.is_some_and(|building| building.announced),
            svg => axonometry_picture(drawing, &statuses(drawing, &site.inventory.units), &site.theme),
        }
    };
    site.axonometries.iter().map(picture).collect()
}

fn statuses(drawing: &Axonometry, units: &[Unit]) -> BTreeMap<String, Status> {
    let drawn: HashSet<&str> = drawing
        .levels
        .iter()
        .flat_map(|level| &level.units)
        .map(|unit| unit.code.as_str())
        .collect();
    let units = units
        .iter()
        .filter(|unit| drawn.contains(unit.code.address()));
    units
        .map(|unit| (unit.code.address().to_owned(), unit.status))
        .collect()
}

/// The section of each building with levels: its key, its name on a site with several, and its levels.
pub(super) fn sections(values: &SiteValues) -> Result<Vec<Value>, Error> {
    let config = &values.site.config;
    let section = |plans: &[Plan]| {
        let building = plans[0].building.as_str();
        let declared = config.building(building);
        if declared.is_some_and(|declared| !declared.levels) {
            return Ok(None);
        }
        let name = declared.map(|declared| declared.label.get(values.lang).as_str());
        Ok(Some(
            context! { building, name, levels => section(values, plans)? },
        ))
    };
    values
        .site
        .plans
        .chunk_by(|one, next| one.building == next.building)
        .filter_map(|plans| section(plans).transpose())
        .collect()
}

/// Every level of a building from the ground up: name, mark, and how far its walls are from those of the widest level on the
/// left and on the right, in parts of that level's width.
fn section(values: &SiteValues, plans: &[Plan]) -> Result<Vec<Value>, Error> {
    let is_drawn = |plan: &&Plan| plan.extent[0] < plan.extent[2];
    let drawn = || plans.iter().filter(is_drawn);
    let left = drawn().map(|plan| plan.extent[0]).min().unwrap_or_default();
    let right = drawn().map(|plan| plan.extent[2]).max().unwrap_or_default();
    let part = |distance: i64| distance as f64 / (right - left).max(1) as f64;
    let level = |plan: &Plan| {
        let inset = if is_drawn(&plan) {
            vec![part(plan.extent[0] - left), part(right - plan.extent[2])]
        } else {
            vec![0.0; 2]
        };
        let label = values
            .localized()
            .level(Level(plan.level))
            .map_err(failed)?;
        let mark = values.localized().numbers().number(&plan.mark);
        Ok(context! { level => plan.level, label, mark, inset })
    };
    plans.iter().map(level).collect()
}

pub(super) fn levels(values: &SiteValues) -> Result<Vec<Value>, Error> {
    values
        .site
        .plans
        .iter()
        .map(|plan| level(values, &[plan]))
        .collect()
}

/// A sheet for each level with units, and one for levels in a row that are equal.
pub(super) fn level_sheets(
    context: &DocumentContext,
    state: &mut State,
) -> Result<Vec<Value>, Error> {
    let values = &context.values;
    let is_sold = |plan: &&Plan| units(values, plan).next().is_some();
    let shown: Vec<&Plan> = values.site.plans.iter().filter(is_sold).collect();
    let groups = shown.chunk_by(|one, next| is_typical(values, one, next));
    let sheets = groups.flat_map(|group| {
        let units = group[0].units.len().max(1);
        group.chunks((MOST_ON_SHEET / units).max(1))
    });
    sheets
        .map(|group| level_sheet(context, state, group))
        .collect()
}

/// The uses of a plan's level, as titles.
fn uses(values: &SiteValues, plan: &Plan) -> String {
    let uses = values
        .site
        .config
        .uses_of(units(values, plan).map(|(_, unit)| unit));
    uses.iter()
        .map(|declared| declared.level(values.lang))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether the level above is drawn like this one and has the same uses; a level with a name of its own is not typical.
fn is_typical(values: &SiteValues, plan: &Plan, above: &Plan) -> bool {
    let names = &values.site.config.levels;
    let has_name = |plan: &Plan| plan.level < 0 || names.contains_key(&Level(plan.level));
    !has_name(plan)
        && !has_name(above)
        && plan.building == above.building
        && uses(values, plan) == uses(values, above)
        && plan.is_drawn_like(above)
}

/// Equal levels: name, use, height, and how many units are available.
fn level(values: &SiteValues, group: &[&Plan]) -> Result<Value, Error> {
    let (plan, highest, config) = (group[0], group[group.len() - 1], &values.site.config);
    let floor = config.floor_of(plan);
    let summaries = group
        .iter()
        .filter_map(|plan| values.site.summary.by_floor.get(&config.floor_of(plan)));
    let (available, total) = summaries.fold((0, 0), |(free, total), level| {
        (free + level.available(), total + level.total())
    });
    let building = config.building(&plan.building);
    Ok(context! {
        building => plan.building.as_str(),
        building_label => building.map(|building| building.label.get(values.lang).as_str()),
        label => values.localized().floor(floor).map_err(failed)?,
        name => values.localized().level(floor.level).map_err(failed)?,
        use => uses(values, plan),
        levels => [plan, highest].map(|plan| plan.level).to_vec(),
        marks => [plan, highest].map(|plan| plan.mark.clone()).to_vec(),
        clear_height => plan.clear_height.as_str(),
        available,
        total,
    })
}

/// The sheet of equal levels: the plan of the lowest, and the units of all.
fn level_sheet(
    context: &DocumentContext,
    state: &mut State,
    group: &[&Plan],
) -> Result<Value, Error> {
    let values = &context.values;
    // On several levels a unit has several statuses.
    let status = |unit: &Unit| (group.len() == 1).then_some(unit.status);
    let shown = group.iter().flat_map(|plan| {
        let drawn: HashSet<&str> = plan.units.iter().map(|unit| unit.code.as_str()).collect();
        units(values, plan).filter(move |(_, unit)| drawn.contains(unit.code.address()))
    });
    Ok(context! {
        is_alone => group.len() == 1,
        plan => picture(context, state, group[0], PlanView::Level, &status)?,
        units => shown.map(|(value, _)| value.clone()).collect::<Vec<_>>(),
        ..level(values, group)?
    })
}
