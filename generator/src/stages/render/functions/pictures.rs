//! `icon(name)` and `axonometry()`: drawings for templates.

use minijinja::{Error, Value};

use super::{invalid, unknown};
use crate::stages::render::context::RenderContext;
use model::problem::did_you_mean;

/// The SVG of an icon, not escaped: icons are files of the project.
pub(super) fn icon(context: &RenderContext, name: &str) -> Result<Value, Error> {
    let icons = &context.site.icons;
    match icons.binary_search_by(|icon| icon.name.as_str().cmp(name)) {
        Ok(index) => Ok(Value::from_safe_string(icons[index].svg.clone())),
        Err(_) => {
            let hint = did_you_mean(name, icons.iter().map(|icon| icon.name.as_str()));
            let message = format!("there is no icon `templates/icons/{name}.svg`");
            Err(unknown(message, hint))
        }
    }
}

/// The axonometric drawing of the building.
pub(super) fn axonometry(context: &RenderContext) -> Result<Value, Error> {
    context.axonometry.clone().ok_or_else(|| {
        let message = "axonometry() has nothing to draw: content/geometry.json is missing";
        invalid(message, None)
    })
}
