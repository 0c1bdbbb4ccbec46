//! The templates of this crate, in the colours of a theme. Values are escaped for HTML in `.html` files and for nothing in
//! the others.

use crate::post::{MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNIT, MAX_UNITS};
use lead_site::MailTheme;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{
    AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, context, escape_formatter,
};

/// The templates with their names.
pub(super) const FILES: [(&str, &str); 8] = [
    ("openapi.json", include_str!("../../templates/openapi.json.j2")),
    ("page.css", include_str!("../../templates/page.css")),
    ("page.html", include_str!("../../templates/page.html")),
    ("mail-head.html", include_str!("../../templates/mail-head.html")),
    ("notice.html", include_str!("../../templates/notice.html")),
    ("notice.txt", include_str!("../../templates/notice.txt")),
    ("counts.html", include_str!("../../templates/counts.html")),
    ("counts.txt", include_str!("../../templates/counts.txt")),
];

/// The compiled templates. An error here shows in every test that renders a template.
pub(super) fn environment(theme: &MailTheme) -> Environment<'static> {
    let mut templates = Environment::new();
    templates.set_formatter(write_value);
    templates.add_global("theme", Value::from(Serde(theme)));
    let limits = context! { name => MAX_NAME, email => MAX_EMAIL, message => MAX_MESSAGE, unit => MAX_UNIT, units => MAX_UNITS };
    templates.add_global("limits", limits);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        templates.set_syntax(syntax);
    }
    for (name, source) in FILES {
        let _ = templates.add_template(name, source);
    }
    templates
}

/// Writes a value. minijinja's own formatter escapes every slash in HTML, which makes URLs in a mail's source unreadable.
fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let text = match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => text,
        _ => return escape_formatter(out, state, value),
    };
    for part in text.split_inclusive(['&', '<', '>', '"', '\'']) {
        let escaped = match part.as_bytes().last() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            Some(b'\'') => "&#39;",
            _ => "",
        };
        out.write_str(&part[..part.len() - usize::from(!escaped.is_empty())])?;
        out.write_str(escaped)?;
    }
    Ok(())
}
