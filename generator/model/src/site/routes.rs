//! The route table: every path of the site, for templates, Markdown and the sitemap.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::page::Page;
use crate::lang::{Lang, PerLang};
use crate::problem::{Problem, did_you_mean};
use crate::source::StaticFile;

/// Folders of generated files. Links to them are checked at the end of the build.
const GENERATED_FOLDERS: [&str; 3] = ["/pdf/", "/data/", "/assets/"];

/// Endings of generated files outside of these folders.
const GENERATED_ENDINGS: [&str; 3] = [".atom", ".md", "/llms.txt"];

/// The paths of one page in both languages.
#[derive(Debug)]
pub struct Route {
    /// The path in each language.
    pub paths: PerLang<Arc<str>>,
}

/// Every path of the site.
#[derive(Debug, Default)]
pub struct Routes {
    routes: HashMap<String, Route>,
    files: HashMap<String, String>,
}

impl Routes {
    /// The table of these pages and files. Adds a problem for each of several that have the same path.
    pub fn of(pages: &[Page], static_files: &[StaticFile], problems: &mut Vec<Problem>) -> Routes {
        let mut routes = HashMap::with_capacity(pages.len() / Lang::ALL.len());
        // On file systems that ignore case, two names that differ only in case are the same file.
        let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for page in pages {
            owners
                .entry(page.file.to_lowercase())
                .or_default()
                .push(page.origin());
            if !routes.contains_key(&page.neutral) {
                let paths = PerLang::from_fn(|lang| lang.path(&page.neutral).into());
                routes.insert(page.neutral.clone(), Route { paths });
            }
        }
        for file in static_files {
            owners
                .entry(file.path.to_lowercase())
                .or_default()
                .push(file.file.clone());
        }
        problems.extend(
            owners
                .into_iter()
                .filter(|(_, owners)| owners.len() > 1)
                .flat_map(|(file, owners)| same_path(&file, &owners)),
        );
        let files = static_files
            .iter()
            .map(|file| (format!("/{}", file.path), file.file.clone()))
            .collect();
        Routes { routes, files }
    }

    /// The path in a language of a language-neutral path with its query and fragment. `None`: not a page of the site.
    pub fn path(&self, lang: Lang, neutral: &str) -> Option<Arc<str>> {
        let (bare, rest) = split_fragment(neutral);
        let route = self.routes.get(bare)?;
        match rest {
            "" => Some(route.paths.get(lang).clone()),
            _ => Some(lang.path(neutral).into()),
        }
    }

    /// Whether a language-neutral path is that of a page.
    pub fn contains(&self, neutral: &str) -> bool {
        self.routes.contains_key(split_fragment(neutral).0)
    }

    /// Whether a path is that of a file that is published unchanged.
    pub fn is_static(&self, path: &str) -> bool {
        self.files.contains_key(split_fragment(path).0)
    }

    /// Whether a path can only be that of a generated file.
    pub fn is_generated(&self, path: &str) -> bool {
        let bare = split_fragment(path).0;
        GENERATED_FOLDERS.iter().any(|folder| bare.starts_with(folder))
            || GENERATED_ENDINGS.iter().any(|ending| bare.ends_with(ending))
    }

    /// What to write instead of a path that does not exist.
    pub fn hint(&self, path: &str) -> Option<String> {
        let bare = split_fragment(path).0;
        if let Some(neutral) = bare
            .strip_prefix("/en")
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        {
            let neutral = if neutral.is_empty() { "/" } else { neutral };
            return Some(format!(
                "write `{neutral}`; the build adds the prefix of the language"
            ));
        }
        if bare.len() > 1 && bare.ends_with('/') {
            return Some("remove the slash at the end".to_owned());
        }
        let mut pages: Vec<&str> = self
            .routes
            .keys()
            .map(String::as_str)
            .filter(|path| path.matches('/').count() == 1)
            .collect();
        pages.sort_unstable();
        did_you_mean(bare, pages)
    }
}

/// Splits a path before its query or fragment.
pub fn split_fragment(path: &str) -> (&str, &str) {
    path.split_at(path.find(['#', '?']).unwrap_or(path.len()))
}

fn same_path(file: &str, owners: &[String]) -> Vec<Problem> {
    let path = file.trim_end_matches(".html");
    owners
        .iter()
        .map(|owner| {
            let others: Vec<&str> = owners
                .iter()
                .filter(|other| *other != owner)
                .map(String::as_str)
                .collect();
            Problem::in_file(
                owner,
                format!("the path `/{path}` is also that of {}", others.join(" and ")),
            )
            .hint("rename one of them")
        })
        .collect()
}
