//! What pages and stages use to make files: share pictures, feeds, structured data, rules for hosts, the theme. Each
//! module makes one kind of output from the resolved site.

pub mod feeds;
pub mod font_file;
pub mod headers;
pub mod last_resort;
pub mod markdown_alternate;
pub mod redirects;
pub mod share;
pub mod structured_data;
pub mod theme;
pub mod trackers;
pub(crate) mod values;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde_json::json;

use crate::hosted_editor;
use formats::problem::Bug;
use model::output::FOLDERS;

/// What the first folder of a path is reserved for: what is there cannot be a page, nor an old address of one.
pub fn reserved_for(path: &str) -> Option<&'static str> {
    let first = |path: &str| path.split('/').nth(1).map(str::to_owned);
    let is_in = |folders: &[&str]| folders.iter().any(|folder| first(folder) == first(path));
    [
        (&FOLDERS[..], "generated files"),
        (&lead_site::PATHS, "the lead function"),
        (&[hosted_editor::PATH], "the hosted editor"),
    ]
    .into_iter()
    .find_map(|(folders, what)| is_in(folders).then_some(what))
}

/// Renders a template strictly. The filter `quoted` writes a text in double quotes, as all of these formats read it.
pub(crate) fn render_text(name: &str, template: &str, values: &Value) -> Result<String, Bug> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.map_err(|error| Bug(error.to_string()))?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("quoted", |text: &str| json!(text).to_string());
    environment.render_named_str(name, template, values).map_err(|error| Bug(error.to_string()))
}
