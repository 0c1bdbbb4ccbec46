//! The formats of a project's files: YAML and JSON with positions, Markdown and templates, and the [`problem`]s found in
//! them. Nothing here reads a file, or knows what a site is.

pub mod code;
pub mod escape;
pub mod json;
pub mod lines;
pub mod markdown;
pub mod problem;
pub mod templating;
pub mod threads;
pub mod yaml;
