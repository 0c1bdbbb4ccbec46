//! `icon(name)`: a drawing of `templates/icons/`. An icon that repeats is in the style sheet of every page, so that the
//! page contains only an element with its class. A drawing whose root element has a class of its own is written into the
//! page, because the page's styles draw it.

use std::collections::HashSet;

use minijinja::{Error, Value};

use crate::outputs::values::{invalid, unknown};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::render::context::RenderContext;
use formats::problem::did_you_mean;
use model::source::Icon;

/// The HTML of each icon by its name, in the same order: the element, or the drawing, which is not escaped because icons are files
/// of the project; none when the style sheet does not contain the icon. A project without scripts and styles has no bundle to check.
pub(in crate::stages::render) fn markup(icons: &[Icon], bundle: &Bundle) -> Vec<(String, Option<Value>)> {
    let rules = (!bundle.hash.is_empty()).then(|| bundle.icons());
    let icons = icons.iter();
    icons.map(|icon| (icon.name.clone(), markup_of(icon, rules.as_ref()))).collect()
}

fn markup_of(icon: &Icon, rules: Option<&HashSet<&str>>) -> Option<Value> {
    let name = icon.name.as_str();
    let html = if icon.svg.starts_with("<svg class=") {
        icon.svg.clone()
    } else if rules.is_none_or(|rules| rules.contains(name)) {
        // Without content there is nothing to hide from screen readers.
        format!("<i class=icon-{name}></i>")
    } else {
        return None;
    };
    Some(Value::from_safe_string(html))
}

/// The HTML of an icon.
pub(super) fn icon(context: &RenderContext, name: &str) -> Result<Value, Error> {
    let icons = &context.icons;
    let found = icons.binary_search_by(|(icon, _)| icon.as_str().cmp(name));
    match found.map(|index| &icons[index].1) {
        Ok(Some(html)) => Ok(html.clone()),
        Ok(None) => {
            let message = format!("templates/styles/icons.css has no rule for the icon `{name}`");
            let hint = format!("add `.icon-{name} {{ --icon: url(\"../icons/{name}.svg\"); }}`");
            Err(invalid(message, Some(hint)))
        }
        Err(_) => {
            let hint = did_you_mean(name, icons.iter().map(|(icon, _)| icon.as_str()));
            let message = format!("there is no icon `templates/icons/{name}.svg`");
            Err(unknown(message, hint))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_is_a_class_of_the_style_sheet_and_a_drawing_is_in_the_page() {
        let html = |svg: &str, rules: &[&str]| {
            let icon = Icon { name: "phone".to_owned(), svg: svg.to_owned() };
            markup_of(&icon, Some(&rules.iter().copied().collect())).map(|html| html.to_string())
        };
        let element = "<i class=icon-phone></i>";
        assert_eq!(html("<svg viewBox=\"0 0 1 1\"/>", &["phone"]).unwrap(), element);
        assert_eq!(html("<svg viewBox=\"0 0 1 1\"/>", &["phones"]), None);
        let drawing = "<svg class=\"plate\"/>";
        assert_eq!(html(drawing, &[]).unwrap(), drawing);
    }
}
