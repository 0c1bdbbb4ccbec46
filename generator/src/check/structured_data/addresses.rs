//! Addresses are absolute, addresses of this site exist, and every `@id` that a page refers to is described on some page.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use super::{Described, objects};
use crate::check::files::Files;
use formats::problem::Problem;

/// Properties with addresses of this site.
const OWN: [&str; 7] = ["@id", "url", "item", "image", "logo", "contentUrl", "thumbnailUrl"];

/// Properties with addresses of any site.
const ANY: [&str; 2] = ["sameAs", "embedUrl"];

pub(super) fn check(base_url: &str, pages: &[Described], files: &Files) -> Vec<Problem> {
    let described: HashSet<&str> = pages.iter().flat_map(|page| ids(page, false)).collect();
    let mut problems = Vec::new();
    for page in pages {
        let properties = objects(&page.blocks).into_iter().filter_map(Value::as_object);
        for (property, value) in properties.flatten() {
            let values = value.as_array();
            let values = values.map_or(std::slice::from_ref(value), Vec::as_slice);
            for address in values.iter().filter_map(Value::as_str) {
                let fault = fault(base_url, property, address, files);
                problems.extend(fault.map(|fault| page.problem(format!("{property} `{address}` {fault}"))));
            }
        }
        let references: BTreeSet<&str> = ids(page, true).collect();
        let unknown = references.into_iter().filter(|id| !described.contains(id));
        problems.extend(unknown.map(|id| page.problem(format!("no page describes the `@id` `{id}`"))));
    }
    problems
}

fn fault(base_url: &str, property: &str, address: &str, files: &Files) -> Option<&'static str> {
    if ANY.contains(&property) {
        return (!address.starts_with("https://")).then_some("is not absolute");
    }
    if !OWN.contains(&property) {
        return None;
    }
    let Some(path) = address.strip_prefix(base_url) else {
        return Some("is not an absolute address of this site");
    };
    let path = path.split('#').next().unwrap_or_default();
    let exists = path.starts_with('/') && files.answers(path);
    (!exists).then_some("does not exist on this site")
}

/// The ids of objects that are only a reference, `{"@id": ...}`, or of all others.
fn ids<'a>(page: &'a Described, references: bool) -> impl Iterator<Item = &'a str> {
    let objects = objects(&page.blocks).into_iter().filter_map(Value::as_object);
    let wanted = objects.filter(move |properties| (properties.len() == 1) == references);
    wanted.filter_map(|properties| properties.get("@id").and_then(Value::as_str))
}
