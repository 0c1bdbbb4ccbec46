//! What must be replaced or confirmed before going live: values, texts, files, pages and geometry marked as examples.

use std::fs;
use std::path::Path;

use super::Sources;
use building;
use formats::problem::{Code, Place, Problem, most_similar, sorted};
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
    let problem = |(index, entry): (usize, &String)| {
        let message = format!("`examples` names `{entry}`, which does not exist");
        let problem = config.problem(Code::UnknownExample, &format!("examples.{index}"), message);
        let hint =
            "write the path of a file, or `strings.` and the key of a text, or remove the line";
        problem.hint(hint).maybe_hint(similar_file(root, entry))
    };
    config
        .examples
        .iter()
        .enumerate()
        .filter(is_missing)
        .map(problem)
        .collect()
}

/// Names the file of the same folder whose name is most similar to that of an entry.
fn similar_file(root: &Path, entry: &str) -> Option<String> {
    let (folder, name) = entry.rsplit_once('/')?;
    let files = fs::read_dir(root.join(folder)).ok()?.filter_map(Result::ok);
    let names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is_same = |other: &&&str| other.eq_ignore_ascii_case(name);
    let similar = names.iter().find(is_same).copied();
    let similar = similar.or_else(|| most_similar(name, &names))?;
    Some(format!("did you mean `{folder}/{similar}`?"))
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
