//! Facts of a development's own that no text shows.

use std::fs;
use std::path::Path;

use formats::code::Code;
use model::config::Config;
use model::map;
use walkdir::WalkDir;

use super::TextFile;
use crate::project;
use formats::problem::Problem;

/// A warning for each one that neither a text, the map nor a template of the project names, and which counts no units.
pub(super) fn check(root: &Path, config: &Config, files: &[TextFile]) -> Vec<Problem> {
    let templates = WalkDir::new(root.join(project::TEMPLATES)).into_iter().filter_map(Result::ok);
    let paths = templates.map(walkdir::DirEntry::into_path).chain([root.join(map::FILE)]);
    let others: Vec<String> = paths.filter_map(|path| fs::read_to_string(path).ok()).collect();
    let texts = files.iter().map(|file| &file.text).chain(&others);
    let unused = config.facts.others.keys().filter(|name| {
        let counts = config.uses.iter().any(|declared| declared.count.as_ref() == Some(name));
        !counts && !texts.clone().any(|text| text.contains(&format!("facts.{name}")))
    });
    let problem = |name: &String| {
        let message = format!("no text shows the fact `{name}`");
        let hint = format!("write `{{{{facts.{name}}}}}` in a text, or remove it");
        config.problem(Code::UnusedFact, &format!("facts.{name}"), message).hint(hint)
    };
    unused.map(problem).collect()
}
