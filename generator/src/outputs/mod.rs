//! What pages and stages use to make files. Each module makes one kind of output from the resolved site.

pub mod feeds;
pub mod headers;
pub mod markdown_alternate;
pub(crate) mod questions;
pub mod redirects;
pub mod share;
pub mod structured_data;
pub mod theme;
pub mod trackers;
pub mod values;

use http::StatusCode;
use minijinja::syntax::{SyntaxConfig, SyntaxConfigBuilder};
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value};
use serde_json::json;

use crate::hosted_editor;
use formats::escape::escape_html;
use formats::problem::Bug;
use model::lang::Lang;
use model::output::FOLDERS;
use model::strings::Strings;

/// What the first folder of a path is reserved for: what is there cannot be a page, nor an old address of one.
pub fn reserved_for(path: &str) -> Option<&'static str> {
    let first = |path: &str| path.split('/').nth(1).map(str::to_owned);
    let is_in = |folders: &[&str]| folders.iter().any(|folder| first(folder) == first(path));
    if is_in(&FOLDERS) {
        Some("generated files")
    } else if is_in(&lead_site::PATHS) {
        Some("the lead function")
    } else if is_in(&[hosted_editor::PATH]) {
        Some("the hosted editor")
    } else {
        None
    }
}

/// Renders a template of the program strictly.
pub(crate) fn render_text(name: &str, template: &str, values: &Value) -> Result<String, Bug> {
    let rendered = render_with(&mut SyntaxConfig::builder(), name, template, values);
    rendered.map_err(|error| Bug(error.to_string()))
}

/// Renders a template strictly, with these marks. The filter `quoted` writes a text in double quotes, as all of the formats read it.
pub(crate) fn render_with(
    syntax: &mut SyntaxConfigBuilder,
    name: &str,
    template: &str,
    values: &Value,
) -> Result<String, Error> {
    let mut environment = Environment::new();
    let syntax = syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    environment.set_syntax(syntax.build()?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("quoted", |text: &str| json!(text).to_string());
    environment.render_named_str(name, template, values)
}

/// The page for when the site's own error page cannot be shown (S5f): a message and a link to the home page, on one line, without
/// template, style or script. The development server, the files for hosts and the service worker have it. The first line of `message`,
/// or else the site's own, is the heading; the rest is below. The title is that of the specification in every language (S5e).
pub fn fallback_page(
    strings: Option<&Strings>,
    lang: Option<Lang>,
    message: Option<&str>,
    status: StatusCode,
) -> String {
    let text = |key| strings.and_then(|strings| strings.plain(key));
    let texts = text("errors.fallback").zip(text("errors.home"));
    let (own, back) = texts.unwrap_or(("An error occurred".into(), "Back to home".into()));
    let message = message.unwrap_or(&own);
    let (heading, details) = message.split_once('\n').unwrap_or((message, ""));
    let home = lang.map_or_else(|| "/".to_owned(), |lang| lang.path("/"));
    let lang = lang.map_or("en", Lang::code);
    let is_missing = status == StatusCode::NOT_FOUND;
    let title = if is_missing {
        "404 Not Found"
    } else {
        "An error occurred"
    };
    let (heading, details, back) = (
        escape_html(heading),
        escape_html(details),
        escape_html(&back),
    );
    let details = if details.is_empty() {
        String::new()
    } else {
        format!("<pre>{details}</pre>")
    };
    format!(
        "<!doctype html><html lang=\"{lang}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title><h1>{heading}</h1>{details}\
         <p><a href=\"{home}\">{back}</a></p></html>"
    )
}
