//! The plans and the building as data of templates. Shapes of one kind are one path: a loop over them would run for every
//! picture.

use std::collections::{BTreeMap, HashMap};

use minijinja::Value;
use platform::unit::{Status, Unit};
use serde_json::json;

use building::{Axonometry, Plan, PlanUnit};
use formats::templating::values;
use model::site::Site;

/// A level's plan.
pub(super) fn plan(plan: &Plan) -> Value {
    let joined = |path: fn(&PlanUnit) -> &str| plan.units.iter().map(path).collect::<String>();
    values::from_json(&json!({
        "level": plan.level,
        "mark": plan.mark,
        "north": plan.north,
        "outline": plan.outline,
        "corridor": plan.corridor,
        "lobby": plan.lobby,
        "services": plan.services,
        "core": plan.core,
        "lines": format!("{}{}", plan.stairs, plan.lifts),
        "walls": joined(|unit| &unit.path),
        "terraces": joined(|unit| unit.terrace.as_deref().unwrap_or_default()),
        "doors": joined(|unit| &unit.door),
        "size": plan.size,
        "x": plan.axes.x,
        "y": plan.axes.y,
    }))
}

/// A unit on the plan of its level.
pub(super) fn place(place: &PlanUnit) -> Value {
    let [left, top, right, bottom] = place.extent;
    values::from_json(&json!({
        "path": place.path, "terrace": place.terrace, "door": place.door, "x": place.x, "y": place.y,
        "left": left, "top": top, "right": right, "bottom": bottom,
    }))
}

/// The axonometric drawing of the building. The units of a level with the same status are one path.
pub(super) fn building(site: &Site, axonometry: &Axonometry) -> Value {
    let units = site.inventory.units.iter();
    let units: HashMap<&str, &Unit> = units.map(|unit| (unit.code.as_str(), unit)).collect();
    let levels = axonometry.levels.iter().map(|level| {
        let mut paths: BTreeMap<&str, String> =
            Status::ALL.map(|status| (status.key(), String::new())).into();
        let (mut terraces, mut facades, mut unit_use) = (String::new(), String::new(), None);
        for drawn in &level.units {
            if let Some(unit) = units.get(drawn.code.as_str()) {
                unit_use = Some(unit.unit_use.key());
                paths.entry(unit.status.key()).or_default().push_str(&drawn.path);
            }
            terraces.push_str(drawn.terrace.as_deref().unwrap_or_default());
            facades.push_str(drawn.facade.as_deref().unwrap_or_default());
        }
        json!({
            "level": level.level,
            "mark": level.mark,
            "use": unit_use,
            "anchor": level.anchor,
            "slab": level.slab,
            "edge": level.edge,
            "core": level.core,
            "units": paths,
            "terraces": terraces,
            "facades": facades,
        })
    });
    values::from_json(&json!({
        "extent": axonometry.extent,
        "plot": axonometry.plot,
        "street": axonometry.street,
        "levels": levels.collect::<Vec<_>>(),
    }))
}
