//! The list `examples` of `site.yaml`: the paths of its values that are examples, like `legal.responsible`, and others.

use serde_json::Value;

use super::FILE;
use formats::problem::{Code, Problem};
use formats::yaml;

/// What an entry of the list names.
#[derive(Clone, Copy, Debug)]
pub enum ExampleTarget<'a> {
    /// A value of `site.yaml`, by its path.
    Value(&'a str),
    /// A file of the project: `content/inventory.json`.
    File(&'a str),
    /// A string in each language, by its key: `strings.site.place`.
    Text(&'a str),
}

impl<'a> ExampleTarget<'a> {
    /// What an entry names.
    pub fn parse(entry: &'a str) -> ExampleTarget<'a> {
        match entry.strip_prefix("strings.") {
            Some(key) => ExampleTarget::Text(key),
            None if entry.starts_with("content/") => ExampleTarget::File(entry),
            None => ExampleTarget::Value(entry),
        }
    }
}

/// A problem for each path that names no value of the file.
pub(super) fn unknown(text: &str, paths: &[String]) -> Vec<Problem> {
    let Ok(values) = yaml::parse::<Value>(FILE, text, 0) else {
        return Vec::new();
    };
    let is_unknown = |(_, path): &(usize, &String)| {
        matches!(ExampleTarget::parse(path), ExampleTarget::Value(_))
            && values.pointer(&format!("/{}", path.replace('.', "/"))).is_none()
    };
    let problem = |(index, path): (usize, &String)| {
        let place = yaml::locate(text, &format!("examples.{index}"));
        let message = format!("`examples` names `{path}`, which is not in this file");
        Problem::at(Code::UnknownExample, FILE, place, message)
            .hint("write the path of a value, like `legal.responsible`, or remove the line")
    };
    paths.iter().enumerate().filter(is_unknown).map(problem).collect()
}
