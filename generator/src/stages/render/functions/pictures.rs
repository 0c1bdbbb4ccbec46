//! `icon(name)`, `plan(level)` and `axonometry()`: drawings for templates.

use std::sync::Arc;

use minijinja::{Environment, Error, Value};

use super::{invalid, unknown};
use crate::stages::render::context::RenderContext;
use model::problem::did_you_mean;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("icon", move |name: &str| icon(&owned, name));
    let owned = context.clone();
    environment.add_function("plan", move |level: u16| plan(&owned, level));
    let drawing = context.axonometry.clone();
    environment.add_function("axonometry", move || {
        drawing.clone().ok_or_else(|| {
            invalid(
                "axonometry() has nothing to draw: content/geometry.json is missing",
                None,
            )
        })
    });
}

/// The SVG of an icon, not escaped: icons are files of the project.
fn icon(context: &RenderContext, name: &str) -> Result<Value, Error> {
    let icons = &context.site.icons;
    match icons.binary_search_by(|icon| icon.name.as_str().cmp(name)) {
        Ok(index) => Ok(Value::from_safe_string(icons[index].svg.clone())),
        Err(_) => {
            let hint = did_you_mean(name, icons.iter().map(|icon| icon.name.as_str()));
            Err(unknown(
                format!("there is no icon `templates/icons/{name}.svg`"),
                hint,
            ))
        }
    }
}

/// A level's plan, or none for a level without a drawing.
fn plan(context: &RenderContext, level: u16) -> Value {
    context.plans.get(&level).cloned().unwrap_or(Value::from(()))
}
