//! Formats of input and output: YAML with positions, Markdown, templates, escaping for HTML and XML.

pub mod escape;
pub mod markdown;
pub mod templating;
pub mod yaml;
