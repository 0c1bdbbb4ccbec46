//! Addresses are absolute, and addresses of this site exist.

use serde_json::Value;

use super::{Described, objects};
use crate::check::files::Files;
use model::problem::Problem;
use model::site::Site;

/// Properties with addresses of this site.
const OWN: [&str; 7] = [
    "@id",
    "url",
    "item",
    "image",
    "logo",
    "contentUrl",
    "thumbnailUrl",
];

/// Properties with addresses of any site.
const ANY: [&str; 2] = ["sameAs", "embedUrl"];

pub(super) fn check(site: &Site, page: &Described, files: &Files) -> Vec<Problem> {
    let base = site.config.base_url.as_str();
    let mut problems = Vec::new();
    for (property, value) in objects(&page.blocks)
        .into_iter()
        .filter_map(Value::as_object)
        .flatten()
    {
        let values = value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice);
        for address in values.iter().filter_map(Value::as_str) {
            let fault = match property.as_str() {
                name if ANY.contains(&name) => {
                    (!address.starts_with("https://")).then_some("is not absolute")
                }
                name if OWN.contains(&name) => fault_of_own(base, address, files),
                _ => None,
            };
            problems.extend(fault.map(|fault| page.problem(format!("{property} `{address}` {fault}"))));
        }
    }
    problems
}

fn fault_of_own(base: &str, address: &str, files: &Files) -> Option<&'static str> {
    let Some(path) = address.strip_prefix(base) else {
        return Some("is not an absolute address of this site");
    };
    let path = path.split('#').next().unwrap_or_default();
    let exists = path.starts_with('/') && files.answers(path);
    (!exists).then_some("does not exist on this site")
}
