//! The list `examples` of `site.yaml`: the paths of its values that are examples, like `legal.responsible`.

use serde_json::Value;

use super::FILE;
use formats::code::Code;
use formats::problem::{Place, Problem};
use formats::yaml::{self, Step};

/// A problem for each path that names no value of the file.
pub(super) fn unknown(text: &str, paths: &[String]) -> Vec<Problem> {
    let Ok(values) = yaml::parse::<Value>(FILE, text, 0) else {
        return Vec::new();
    };
    let problem = |(index, path): (usize, &String)| {
        values
            .pointer(&format!("/{}", path.replace('.', "/")))
            .is_none()
            .then(|| {
                let place = yaml::locate(text, &[Step::Key("examples".to_owned()), Step::Index(index)]);
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
    let step = |key: &str| match key.parse() {
        Ok(index) => Step::Index(index),
        Err(_) => Step::Key(key.to_owned()),
    };
    let steps: Vec<Step> = path.split('.').map(step).collect();
    yaml::locate(text, &steps)
}
