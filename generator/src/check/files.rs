//! The files of the finished site, and the addresses in style sheets and the web manifest.

use std::collections::HashMap;

use serde_json::Value;

use formats::code::Code;
use formats::problem::Problem;
use model::output::OutputFile;

/// The paths that the lead function answers.
const LEAD_FUNCTION: &str = "/api/";

/// Every file of the site, by URL.
pub(super) struct SiteFiles<'a>(HashMap<&'a str, &'a OutputFile>);

impl<'a> SiteFiles<'a> {
    pub(super) fn from_outputs(outputs: &'a [OutputFile]) -> SiteFiles<'a> {
        SiteFiles(outputs.iter().map(|file| (file.url.as_str(), file)).collect())
    }

    pub(super) fn get(&self, url: &str) -> Option<&'a OutputFile> {
        self.0.get(url).copied()
    }

    /// The URLs of files in the folder of a path, sorted. Those of the bundle have no names that authors write.
    pub(super) fn near(&self, path: &str) -> Vec<&'a str> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let urls = self.0.keys().copied();
        let mut near: Vec<&str> = urls
            .filter(|url| url.starts_with(folder) && url.contains('.') && !url.starts_with("/_"))
            .collect();
        near.sort_unstable();
        near
    }

    /// Whether the site or the lead function answers a URL.
    pub(super) fn answers(&self, url: &str) -> bool {
        self.0.contains_key(url) || url.starts_with(LEAD_FUNCTION)
    }
}

/// Checks that the files named in style sheets and in the web manifest exist.
pub(super) fn check(outputs: &[OutputFile], files: &SiteFiles) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in outputs {
        let urls = match file.path.rsplit_once('.') {
            Some((_, "css")) => urls_in_styles(&String::from_utf8_lossy(&file.bytes)),
            Some((_, "webmanifest")) => urls_in_manifest(&file.bytes),
            _ => continue,
        };
        for url in urls.iter().filter(|url| url.starts_with('/') && !files.answers(url)) {
            let message = format!("{} refers to `{url}`, which does not exist", file.url);
            problems.push(Problem::in_file(Code::MissingAsset, &file.origin, message));
        }
    }
    problems
}

fn urls_in_styles(css: &str) -> Vec<String> {
    let urls = css.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    urls.map(|url| url.trim_matches(['"', '\'', ' ']).to_owned()).collect()
}

fn urls_in_manifest(json: &[u8]) -> Vec<String> {
    let manifest: Value = serde_json::from_slice(json).unwrap_or_default();
    let icons = manifest["icons"].as_array().into_iter().flatten();
    icons.filter_map(|icon| icon["src"].as_str().map(str::to_owned)).collect()
}
