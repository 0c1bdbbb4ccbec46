//! Addresses are whole, and ours lead to something that the site has.

use serde_json::Value;

use super::Told;
use crate::check::files::Files;
use model::problem::Problem;
use model::site::Site;

/// Properties whose addresses are of this site.
const OWN: [&str; 7] = [
    "@id",
    "url",
    "item",
    "image",
    "logo",
    "contentUrl",
    "thumbnailUrl",
];

/// Properties whose addresses may lead anywhere.
const ANY: [&str; 2] = ["sameAs", "embedUrl"];

pub(super) fn check(site: &Site, told: &Told, files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    let base = site.config.base_url.as_str();
    for block in &told.blocks {
        visit(block, &mut |property, address| {
            if ANY.contains(&property) {
                if !address.starts_with("https://") {
                    problems.push(told.problem(format!("{property} \"{address}\" is no whole address")));
                }
            } else if OWN.contains(&property) {
                problems.extend(
                    wrong(base, address, files)
                        .map(|what| told.problem(format!("{property} \"{address}\" {what}"))),
                );
            }
        });
    }
    problems
}

fn wrong(base: &str, address: &str, files: &Files) -> Option<&'static str> {
    let Some(path) = address.strip_prefix(base) else {
        return Some("is no whole address of this site");
    };
    let path = path.split('#').next().unwrap_or_default();
    let leads = path.starts_with('/') && files.answers(path);
    (!leads).then_some("leads to nothing that the site has")
}

/// Calls back for each text with the property that it stands under, also in lists.
fn visit<'a>(value: &'a Value, call: &mut impl FnMut(&str, &'a str)) {
    match value {
        Value::Object(properties) => {
            for (property, inner) in properties {
                let texts = match inner {
                    Value::Array(list) => list.as_slice(),
                    single => std::slice::from_ref(single),
                };
                texts
                    .iter()
                    .filter_map(Value::as_str)
                    .for_each(|text| call(property, text));
                visit(inner, call);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| visit(inner, call)),
        _ => {}
    }
}
