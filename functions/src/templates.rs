//! The templates of this crate. Values are escaped for HTML in `.html` files and for nothing in `.txt` files.

use crate::messages;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, UndefinedBehavior, Value};
use model::formats::templating::formatter::write_value;
use model::lang::Lang;
use std::sync::LazyLock;

/// The templates with their names.
pub(crate) const FILES: [(&str, &str); 3] = [
    ("page.html", include_str!("../templates/page.html")),
    ("notice.html", include_str!("../templates/notice.html")),
    ("notice.txt", include_str!("../templates/notice.txt")),
];

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_formatter(write_value);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    // An error here shows in every test that renders a template.
    if let Ok(syntax) = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
    {
        templates.set_syntax(syntax);
    }
    for (name, source) in FILES {
        let _ = templates.add_template(name, source);
    }
    templates
});

/// Renders one of [`FILES`].
///
/// # Errors
/// A value that the template uses is not in `context`.
pub(crate) fn render(name: &str, context: Value) -> Result<String, Error> {
    TEMPLATES.get_template(name)?.render(context)
}

/// The function `t(key)` of templates: a text without placeholders.
pub(crate) fn texts(lang: Lang) -> Value {
    Value::from_function(move |key: &str| messages::text(lang, key).to_string())
}
