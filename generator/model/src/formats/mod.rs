//! Formats of input and output: YAML with positions, JSON, Markdown, lines, templates, shorter HTML, escaping for HTML and XML.

pub mod escape;
pub mod json;
pub mod lines;
pub mod markdown;
pub mod templating;
pub mod yaml;
