//! Formats of input and output: YAML with positions, Markdown, lines, templates, escaping for HTML and XML.

pub mod escape;
pub mod lines;
pub mod markdown;
pub mod templating;
pub mod yaml;
