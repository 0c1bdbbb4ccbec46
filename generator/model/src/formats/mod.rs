//! The formats that authors write and the site is written in: YAML with positions, Markdown, templates, and escaping
//! for HTML and XML.

pub mod escape;
pub mod markdown;
pub mod templating;
pub mod yaml;
