//! Every `@id` that a page refers to is described on some page.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use super::{Described, objects};
use model::problem::Problem;

pub(super) fn check(pages: &[Described]) -> Vec<Problem> {
    let described: HashSet<&str> = pages.iter().flat_map(|page| ids(page, false)).collect();
    let mut problems = Vec::new();
    for page in pages {
        let references: BTreeSet<&str> = ids(page, true).collect();
        let unknown = references.into_iter().filter(|id| !described.contains(id));
        problems.extend(unknown.map(|id| page.problem(format!("no page describes the `@id` `{id}`"))));
    }
    problems
}

/// The ids of objects that are only a reference, `{"@id": ...}`, or of all others.
fn ids<'a>(page: &'a Described, references: bool) -> impl Iterator<Item = &'a str> {
    let objects = objects(&page.blocks).into_iter().filter_map(Value::as_object);
    let wanted = objects.filter(move |properties| (properties.len() == 1) == references);
    wanted.filter_map(|properties| properties.get("@id").and_then(Value::as_str))
}
