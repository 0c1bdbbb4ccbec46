//! `icon(name)`, `plan(level)` and `axonometry()`: what templates draw.

use std::sync::Arc;

use minijinja::{Environment, Error, Value};

use super::refused;
use crate::stages::render::shared::Shared;
use model::problem::did_you_mean;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("icon", move |name: &str| icon(&own, name));
    let own = shared.clone();
    environment.add_function("plan", move |level: u16| plan(&own, level));
    let drawing = shared.axonometry.clone();
    environment.add_function("axonometry", move || {
        drawing
            .clone()
            .ok_or_else(|| refused("there is no content/geometry.json to draw", None))
    });
}

/// The icon's own mark-up. Icons are files of ours, so they are shown as they are.
fn icon(shared: &Shared, name: &str) -> Result<Value, Error> {
    let icons = &shared.site.icons;
    match icons.binary_search_by(|icon| icon.name.as_str().cmp(name)) {
        Ok(index) => Ok(Value::from_safe_string(icons[index].svg.clone())),
        Err(_) => {
            let hint = did_you_mean(name, icons.iter().map(|icon| icon.name.as_str()));
            Err(refused(
                format!("there is no icon templates/icons/{name}.svg"),
                hint,
            ))
        }
    }
}

/// A level's plan, or nothing for a level that nobody has drawn yet.
fn plan(shared: &Shared, level: u16) -> Value {
    shared.plans.get(&level).cloned().unwrap_or(Value::from(()))
}
