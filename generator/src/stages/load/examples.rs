//! What must be replaced or confirmed before going live: values, texts, files, pages and geometry marked as examples.

use std::path::Path;

use super::Sources;
use building;
use formats::problem::{Code, Place, Problem, sorted};
use model::config::Config;
use model::lang::PerLang;
use model::source::ContentFile;
use model::strings::Strings;

/// A problem for each example among the sources of a project, with its position.
pub fn examples(sources: &Sources) -> Vec<Problem> {
    let mut found = sources.config.example_values();
    let entries = sources.config.examples.iter();
    for key in entries.clone().filter_map(|entry| entry.strip_prefix(TEXT)) {
        found.extend(texts(&sources.strings, key).map(|(file, place)| {
            let message = format!("`{key}` is an example");
            Problem::at(Code::ExampleValue, file, place, message).hint(REPLACE)
        }));
    }
    for file in entries.filter(|entry| entry.starts_with(FILE)) {
        let problem = Problem::in_file(Code::ExampleValue, file, "this file is an example");
        found.push(problem.hint(REPLACE));
    }
    found.extend(sources.payment_plans.examples());
    found.extend(
        sources
            .pages
            .iter()
            .filter(|page| page.front.example)
            .map(in_content),
    );
    found.extend(
        sources
            .entries
            .iter()
            .filter(|entry| entry.front.example)
            .map(in_content),
    );
    let drawn = sources
        .geometries
        .iter()
        .filter(|geometry| geometry.example);
    found.extend(drawn.map(|geometry| {
        let file = building::file(&geometry.building);
        Problem::in_file(Code::ExampleValue, file, "the building is an example").hint(CONFIRM)
    }));
    sorted(found)
}

/// A problem for each file and each text that `examples` of `site.yaml` names and the project does not have.
pub(super) fn unknown(root: &Path, config: &Config, strings: &PerLang<Strings>) -> Vec<Problem> {
    let is_missing = |(_, entry): &(usize, &String)| match entry.strip_prefix(TEXT) {
        Some(key) => texts(strings, key).next().is_none(),
        None => entry.starts_with(FILE) && !root.join(entry).is_file(),
    };
    let problem = |(index, entry)| {
        let message = format!("`examples` names `{entry}`, which does not exist");
        let problem = config.problem(Code::UnknownExample, &format!("examples.{index}"), message);
        problem.hint(
            "write the path of a file, or `strings.` and the key of a text, or remove the line",
        )
    };
    config
        .examples
        .iter()
        .enumerate()
        .filter(is_missing)
        .map(problem)
        .collect()
}

/// How an entry of `examples` begins that is a file, and one that is the key of a text. The others are values of site.yaml.
const FILE: &str = "content/";
const TEXT: &str = "strings.";

/// Where the text with this key is in each language.
fn texts<'a>(
    strings: &'a PerLang<Strings>,
    key: &'a str,
) -> impl Iterator<Item = (&'a str, Place)> {
    strings.values().filter_map(move |strings| {
        let (_, text) = strings.messages().find(|(own, _)| *own == key)?;
        Some((strings.file.as_str(), strings.place(text)))
    })
}

const REPLACE: &str = "replace it, and remove it from `examples` in site.yaml";
const CONFIRM: &str = "replace or confirm it, and remove `example`";

fn in_content<F: serde::de::DeserializeOwned>(file: &ContentFile<F>) -> Problem {
    let problem = file.problem(Code::ExampleValue, "example", "this text is an example");
    problem.hint(CONFIRM)
}
