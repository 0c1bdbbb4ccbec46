//! Templates of the program's own text files, for hosts.

use formats::problem::Bug;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde_json::json;

/// Renders a template strictly. The filter `quoted` writes a text in double quotes, as all of these formats read it.
///
/// # Errors
/// [`Bug`] when the template fails.
pub(crate) fn render(name: &str, template: &str, values: &Value) -> Result<String, Bug> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.map_err(|error| Bug(error.to_string()))?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("quoted", |text: &str| json!(text).to_string());
    environment.render_named_str(name, template, values).map_err(|error| Bug(error.to_string()))
}
