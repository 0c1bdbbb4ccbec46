//! The list `examples` of `site.yaml`: the paths of its values that are examples, like `legal.responsible`.

use serde_json::Value;

use super::FILE;
use formats::code::Code;
use formats::problem::{Place, Problem};
use formats::yaml;

/// A problem for each path that names no value of the file.
pub(super) fn unknown(text: &str, paths: &[String]) -> Vec<Problem> {
    let Ok(values) = yaml::parse::<Value>(FILE, text, 0) else {
        return Vec::new();
    };
    let problem = |(index, path): (usize, &String)| {
        values.pointer(&format!("/{}", path.replace('.', "/"))).is_none().then(|| {
            let place = place(text, &format!("examples.{index}"));
            Problem::at(
                Code::UnknownExample,
                FILE,
                place,
                format!("`examples` names `{path}`, which is not in this file"),
            )
            .hint("write the path of a value, like `legal.responsible`, or remove the line")
        })
    };
    paths.iter().enumerate().filter_map(problem).collect()
}

/// The position of the value at a path like `legal.responsible` or `uses.0.key`.
pub(super) fn place(text: &str, path: &str) -> Place {
    yaml::locate(text, &yaml::path(path))
}
