//! Checks that every page exists in each published language, with the same settings and the same shape of `data`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::page;
use super::pictures::PictureNames;
use formats::problem::{Code, Problem};
use formats::yaml::Step;
use model::lang::{Lang, Languages};
use model::source::PageSource;

/// Compares each page with its counterpart in the first language that has it.
pub(super) fn compare(
    languages: Languages,
    pages: &[PageSource],
    pictures: PictureNames<'_>,
) -> Vec<Problem> {
    let by_address: BTreeMap<(&str, Lang), &PageSource> = pages
        .iter()
        .map(|page| ((page.slug.as_str(), page.lang), page))
        .collect();
    let mut problems = Vec::new();
    for page in pages
        .iter()
        .filter(|page| languages.as_slice().contains(&page.lang))
    {
        let in_language = |lang: Lang| by_address.get(&(page.slug.as_str(), lang));
        let mut languages_with = languages.iter().filter(|lang| in_language(*lang).is_some());
        let first = languages_with.next().filter(|first| *first != page.lang);
        match first.and_then(in_language) {
            // Nobody sees a draft: its translation may come later.
            None if page.front.draft => {}
            None => {
                for lang in languages.iter().filter(|lang| in_language(*lang).is_none()) {
                    let message = format!("this page does not exist in `{lang}`");
                    let problem = Problem::in_file(Code::MissingTranslation, &page.file, message);
                    problems.push(problem.hint(format!("write content/{lang}/{}.md", page.slug)));
                }
            }
            // Each pair is compared once; differences are reported in the file of the later language.
            Some(partner) if page.front.draft && partner.front.draft => {}
            Some(partner) => {
                problems.extend(unequal_settings(page, partner, pictures));
                let data = (&page.front.data, &partner.front.data);
                unequal_shapes(
                    (page, partner),
                    data,
                    &[Step::Key("data".to_owned())],
                    &mut problems,
                );
            }
        }
    }
    problems
}

/// The keys that each language writes; `data` has the same shape.
const TRANSLATED: [&str; 5] = ["title", "title_full", "description", "address", "data"];

fn unequal_settings(
    page: &PageSource,
    partner: &PageSource,
    pictures: PictureNames<'_>,
) -> Vec<Problem> {
    let (ours, theirs) = (json!(page.front), json!(partner.front));
    let is_unknown = |name: &String| page::MIDDLEWARE.iter().all(|(known, _)| known != name);
    let has_unknown = page
        .front
        .middleware
        .iter()
        .chain(&partner.front.middleware)
        .any(is_unknown);
    // An unknown name is a problem of its own; the comparison would only repeat it.
    let mut images = [page, partner]
        .into_iter()
        .filter_map(|page| page.front.image.as_ref());
    let has_unknown_image = images.any(|name| !pictures.contains(name));
    let is_exempt = |key: &str| {
        TRANSLATED.contains(&key)
            || key == "middleware" && has_unknown
            || key == "image" && has_unknown_image
    };
    let settings = ours.as_object().into_iter().flatten();
    let unequal = settings.filter(|(key, value)| !is_exempt(key) && theirs[*key] != **value);
    // A key that only one file has is reported there: the other one has no place for it.
    let problem = |key: &String| {
        let has_key = |page: &PageSource| page.has_key(key);
        let (at, other) = if !has_key(page) && has_key(partner) {
            (partner, page)
        } else {
            (page, partner)
        };
        let message = format!("`{key}` is not the same in {}", other.file);
        at.problem(Code::UnequalSettings, key, message)
            .hint("write the same in all languages")
    };
    unequal.map(|(key, _)| problem(key)).collect()
}

/// Compares both values below `path` recursively and reports each place where their shapes differ.
fn unequal_shapes(
    (page, partner): (&PageSource, &PageSource),
    values: (&Value, &Value),
    path: &[Step],
    problems: &mut Vec<Problem>,
) {
    let below = |step: Step| [path, &[step]].concat();
    let differ = |here: String, there: String| {
        let message = format!(
            "`{}` {here} here and {there} in {}",
            dotted(path),
            partner.file
        );
        Problem::at(Code::UnequalData, &page.file, page.place(path), message)
    };
    match values {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (key, our_value) in ours {
                let path = below(Step::Key(key.clone()));
                match theirs.get(key) {
                    Some(their_value) if key == "id" && our_value != their_value => {
                        let message =
                            format!("`{}` is not the same in {}", dotted(&path), partner.file);
                        let problem =
                            Problem::at(Code::UnequalData, &page.file, page.place(&path), message);
                        let hint = "an anchor is the same in all languages: correct one of them";
                        problems.push(problem.hint(hint));
                    }
                    Some(their_value) => {
                        unequal_shapes((page, partner), (our_value, their_value), &path, problems);
                    }
                    None => problems.push(only_here(page, partner, &path)),
                }
            }
            let missing = theirs.keys().filter(|key| !ours.contains_key(*key));
            problems.extend(
                missing.map(|key| only_here(partner, page, &below(Step::Key(key.clone())))),
            );
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            for (index, values) in ours.iter().zip(theirs).enumerate() {
                unequal_shapes(
                    (page, partner),
                    values,
                    &below(Step::Index(index)),
                    problems,
                );
            }
            if ours.len() != theirs.len() {
                problems.push(differ(
                    format!("has the length {}", ours.len()),
                    theirs.len().to_string(),
                ));
            }
        }
        (ours, theirs) if kind(ours) == kind(theirs) => {}
        (ours, theirs) => problems.push(differ(
            format!("is {}", kind(ours)),
            kind(theirs).to_owned(),
        )),
    }
}

fn only_here(page: &PageSource, other: &PageSource, path: &[Step]) -> Problem {
    let message = format!("`{}` is missing in {}", dotted(path), other.file);
    Problem::at(Code::UnequalData, &page.file, page.place(path), message)
        .hint("all languages need the same data")
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "yes or no",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a group",
    }
}

fn dotted(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::Index(index) => (index + 1).to_string(),
    };
    path.iter().map(step).collect::<Vec<_>>().join(".")
}
