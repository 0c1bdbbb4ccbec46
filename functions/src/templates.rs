//! The templates of this crate, in the colours of the site's theme. Values are escaped for HTML in `.html` files and for
//! nothing in the others.

use crate::messages;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, UndefinedBehavior, Value};
use model::formats::templating::formatter::write_value;
use model::formats::templating::values;
use model::lang::Lang;
use model::theme::Theme;
use std::sync::LazyLock;

/// The templates with their names.
pub(crate) const FILES: [(&str, &str); 4] = [
    ("page.css", include_str!("../templates/page.css")),
    ("page.html", include_str!("../templates/page.html")),
    ("notice.html", include_str!("../templates/notice.html")),
    ("notice.txt", include_str!("../templates/notice.txt")),
];

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_formatter(write_value);
    templates.add_global("theme", values::from_serialize(&theme()));
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

/// The theme of the site; the neutral one for a site without `theme.yaml`, or with a wrong one, which the site's build reports.
fn theme() -> Theme {
    let text = include_str!(concat!(env!("OUT_DIR"), "/theme.yaml"));
    Theme::parse(text).unwrap_or_default()
}

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
