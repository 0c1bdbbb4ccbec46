//! Checks that every page exists in both languages, with the same settings and the same shape of `data`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::middleware::Middleware;
use model::formats::yaml::Step;
use model::lang::Lang;
use model::problem::Problem;
use model::source::PageSource;

/// Compares each page with its partner in the other language.
pub(super) fn compare(pages: &[PageSource]) -> Vec<Problem> {
    let by_address: BTreeMap<(&str, Lang), &PageSource> = pages
        .iter()
        .map(|page| ((page.slug.as_str(), page.lang), page))
        .collect();
    let mut problems = Vec::new();
    for page in pages {
        match by_address.get(&(page.slug.as_str(), page.lang.other())) {
            None => problems.push(no_partner(page)),
            // Each pair is compared once; differences are reported in the English file.
            Some(partner) if page.lang == Lang::En => {
                problems.extend(unequal_settings(page, partner));
                let mut path = vec![Step::Key("data".to_owned())];
                unequal_shapes(
                    page,
                    partner,
                    &page.front.data,
                    &partner.front.data,
                    &mut path,
                    &mut problems,
                );
            }
            Some(_) => {}
        }
    }
    problems
}

fn no_partner(page: &PageSource) -> Problem {
    let missing = format!("content/{}/{}.md", page.lang.other(), page.slug);
    Problem::in_file(&page.file, "this page does not exist in the other language")
        .hint(format!("write {missing}"))
}

fn unequal_settings(page: &PageSource, partner: &PageSource) -> Vec<Problem> {
    let (ours, theirs) = (&page.front, &partner.front);
    let settings = [
        ("template", ours.template == theirs.template),
        ("theme", ours.theme == theirs.theme),
        // An unknown name is a problem of its own; the comparison would only repeat it.
        (
            "middleware",
            ours.middleware == theirs.middleware
                || [ours, theirs]
                    .into_iter()
                    .flat_map(|front| &front.middleware)
                    .any(|name| !Middleware::is_known(name)),
        ),
        ("robots", ours.robots == theirs.robots),
        ("date", ours.date == theirs.date),
        ("draft", ours.draft == theirs.draft),
    ];
    let unequal = settings.into_iter().filter(|(_, is_equal)| !is_equal);
    unequal
        .map(|(key, _)| {
            Problem::at(
                &page.file,
                page.place_of(key),
                format!("`{key}` is not the same in {}", partner.file),
            )
        })
        .collect()
}

/// Compares both `data` recursively and reports each place where their shapes differ.
fn unequal_shapes(
    page: &PageSource,
    partner: &PageSource,
    ours: &Value,
    theirs: &Value,
    path: &mut Vec<Step>,
    problems: &mut Vec<Problem>,
) {
    match (ours, theirs) {
        (Value::Object(our_map), Value::Object(their_map)) => {
            for (key, our_value) in our_map {
                path.push(Step::Key(key.clone()));
                match their_map.get(key) {
                    Some(their_value) => {
                        unequal_shapes(page, partner, our_value, their_value, path, problems);
                    }
                    None => problems.push(only_here(page, partner, path)),
                }
                path.pop();
            }
            for key in their_map.keys().filter(|key| !our_map.contains_key(*key)) {
                path.push(Step::Key(key.clone()));
                problems.push(only_here(partner, page, path));
                path.pop();
            }
        }
        (Value::Array(our_list), Value::Array(their_list)) => {
            for (index, (our_value, their_value)) in our_list.iter().zip(their_list).enumerate() {
                path.push(Step::Index(index));
                unequal_shapes(page, partner, our_value, their_value, path, problems);
                path.pop();
            }
            if our_list.len() != their_list.len() {
                let message = format!(
                    "`{}` has {} entries here and {} in {}",
                    dotted(path),
                    our_list.len(),
                    their_list.len(),
                    partner.file
                );
                problems.push(Problem::at(&page.file, page.place(path), message));
            }
        }
        _ if kind(ours) == kind(theirs) => {}
        _ => {
            let message = format!(
                "`{}` is {} here and {} in {}",
                dotted(path),
                kind(ours),
                kind(theirs),
                partner.file
            );
            problems.push(Problem::at(&page.file, page.place(path), message));
        }
    }
}

fn only_here(page: &PageSource, other: &PageSource, path: &[Step]) -> Problem {
    Problem::at(
        &page.file,
        page.place(path),
        format!("`{}` is missing in {}", dotted(path), other.file),
    )
    .hint("both languages need the same data")
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
    let steps: Vec<String> = path
        .iter()
        .map(|step| match step {
            Step::Key(key) => key.clone(),
            Step::Index(index) => (index + 1).to_string(),
        })
        .collect();
    steps.join(".")
}
