//! A name stands for one thing: what is described twice is described alike, and what is named is described.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::Told;
use model::problem::Problem;

pub(super) fn check(all: &[Told]) -> Vec<Problem> {
    let mut described: HashMap<&str, (&Map<String, Value>, &Told)> = HashMap::new();
    let mut problems = Vec::new();
    for told in all {
        for node in told.nodes() {
            let Some(id) = node.id() else { continue };
            match described.get(id) {
                Some((earlier, first)) if *earlier != node.properties => {
                    problems.push(told.problem(format!(
                        "{} is described otherwise on {}",
                        node.label(),
                        first.page.page.url
                    )));
                }
                Some(_) => {}
                None => {
                    described.insert(id, (node.properties, told));
                }
            }
        }
    }
    for told in all {
        let mut named = HashSet::new();
        told.blocks.iter().for_each(|block| names(block, &mut named));
        let mut unknown: Vec<&str> = named
            .into_iter()
            .filter(|id| !described.contains_key(id))
            .collect();
        unknown.sort_unstable();
        problems.extend(
            unknown
                .into_iter()
                .map(|id| told.problem(format!("{id} is named, and no page describes it"))),
        );
    }
    problems
}

fn names<'a>(value: &'a Value, named: &mut HashSet<&'a str>) {
    match value {
        Value::Object(properties) => {
            named.extend(properties.get("@id").and_then(Value::as_str));
            properties.values().for_each(|inner| names(inner, named));
        }
        Value::Array(list) => list.iter().for_each(|inner| names(inner, named)),
        _ => {}
    }
}
