//! The files of the finished site, by path and by address; and what files other than pages name.

use std::collections::HashMap;

use serde_json::Value;

use model::output::OutputFile;
use model::problem::Problem;

/// Addresses that another program answers: the lead function.
const ANSWERED_ELSEWHERE: &str = "/api/";

/// Every file of the site.
pub(super) struct Files<'a> {
    by_path: HashMap<&'a str, &'a OutputFile>,
    by_url: HashMap<&'a str, &'a OutputFile>,
}

impl<'a> Files<'a> {
    pub(super) fn of(outputs: &'a [OutputFile]) -> Files<'a> {
        Files {
            by_path: outputs.iter().map(|file| (file.path.as_str(), file)).collect(),
            by_url: outputs.iter().map(|file| (file.url.as_str(), file)).collect(),
        }
    }

    pub(super) fn get(&self, path: &str) -> Option<&'a OutputFile> {
        self.by_path.get(path).copied()
    }

    /// Whether somebody answers this address.
    pub(super) fn answers(&self, url: &str) -> bool {
        self.by_url.contains_key(url) || url.starts_with(ANSWERED_ELSEWHERE)
    }
}

/// Style sheets and the web manifest name files too.
pub(super) fn check(outputs: &[OutputFile], files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in outputs {
        let named = match file.path.rsplit_once('.') {
            Some((_, "css")) => named_by_styles(&String::from_utf8_lossy(&file.bytes)),
            Some((_, "webmanifest")) => named_by_manifest(&file.bytes),
            _ => continue,
        };
        problems.extend(named.into_iter().filter(|url| !files.answers(url)).map(|url| {
            Problem::in_file(
                &file.origin,
                format!("{} names {url}, which the site does not have", file.url),
            )
        }));
    }
    problems
}

fn named_by_styles(css: &str) -> Vec<String> {
    css.split("url(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(|url| url.trim_matches(['"', '\'', ' ']))
        .filter(|url| url.starts_with('/'))
        .map(str::to_owned)
        .collect()
}

fn named_by_manifest(json: &[u8]) -> Vec<String> {
    let manifest: Value = serde_json::from_slice(json).unwrap_or_default();
    let icons = manifest["icons"].as_array().cloned().unwrap_or_default();
    icons
        .iter()
        .filter_map(|icon| icon["src"].as_str())
        .filter(|url| url.starts_with('/'))
        .map(str::to_owned)
        .collect()
}
