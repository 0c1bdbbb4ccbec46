//! The templates below `templates/share`, which turn a card into SVG: colours and fonts are those of the theme, and
//! texts are measured with the fonts that they are rendered with.

use std::fs;
use std::path::Path;

use minijinja::value::Kwargs;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use walkdir::WalkDir;

use super::fit::{self, FittedText, Space};
use super::font_metrics::FontMetrics;
use crate::project;
use formats::code::Code;
use formats::problem::{Problem, ok_unless, sorted};
use formats::templating::{template_problem, values};
use model::theme::Theme;

/// The templates, from the project's root.
pub(super) const TEMPLATES: &str = "templates/share";
/// The name of the template of units' pictures.
pub(super) const UNIT: &str = "share/unit.svg";
/// The name of the template of pages' pictures.
pub(super) const PAGE: &str = "share/page.svg";

/// Reads and compiles the templates.
///
/// # Errors
/// Templates that are not well formed, and files that cannot be read.
pub(super) fn compile(
    root: &Path,
    metrics: FontMetrics,
    theme: &Theme,
) -> Result<Environment<'static>, Vec<Problem>> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_debug(true);
    environment.set_fuel(Some(template_problem::MOST_STEPS));
    let mut problems = Vec::new();
    let home = project::base(root, TEMPLATES);
    let entries = WalkDir::new(home.join(TEMPLATES)).sort_by_file_name();
    for entry in entries.into_iter().filter_map(Result::ok) {
        let file = entry.path().strip_prefix(&home).unwrap_or(entry.path());
        let file = system::slashed(file);
        if !entry.file_type().is_file() || !file.ends_with(".svg") {
            continue;
        }
        let name = file.trim_start_matches("templates/").to_owned();
        let added = fs::read_to_string(entry.path())
            .map_err(|error| Problem::in_file(Code::UnreadableFile, &*file, error.to_string()))
            .and_then(|source| {
                if let Some(problem) = template_problem::of_length(&source, &file) {
                    return Err(problem);
                }
                let added = environment.add_template_owned(name, source);
                added.map_err(|error| template_problem::of_source(&error, &file))
            });
        problems.extend(added.err());
    }
    for (ground, colours) in theme.grounds() {
        environment.add_global(ground, values::from_serialize(colours));
    }
    let icon = theme.logo.icon.as_ref().map(|icon| {
        let body = icon.coloured(theme.dark.text, theme.band.ground);
        values::group([("view_box", Value::from(icon.view_box.as_str())), ("body", Value::from(body))])
    });
    environment.add_global("icon", Value::from(icon));
    environment.add_global("fonts", values::from_serialize(&theme.fonts));
    environment.add_function("fit", move |text: &str, options: Kwargs| fit_value(&metrics, text, &options));
    ok_unless(sorted(problems), environment)
}

/// The function `fit(text, face="text", width=500, most=60, least=30, lines=2)` of templates: `size`, `lines`, `width`.
fn fit_value(metrics: &FontMetrics, text: &str, options: &Kwargs) -> Result<Value, Error> {
    let face = options.get::<String>("face")?;
    let space = Space {
        face: &face,
        width: options.get("width")?,
        most: options.get("most")?,
        least: options.get("least")?,
        lines: options.get::<Option<usize>>("lines")?.unwrap_or(1),
    };
    options.assert_all_used()?;
    if !(space.width > 0.0 && space.least > 0.0 && space.most >= space.least && space.lines > 0) {
        let message = "fit() needs `width`, `least` and `lines` above zero, and `most` not below `least`";
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let FittedText { size, lines, width } = fit::fit(metrics, text, space)
        .map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    Ok(values::group([
        ("size", Value::from(f64::from(size))),
        ("lines", lines.into_iter().collect()),
        ("width", Value::from(f64::from(width))),
    ]))
}
