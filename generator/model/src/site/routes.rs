//! The route table: every address of the site, once, with the function that makes addresses for
//! templates, Markdown and the sitemap.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::page::Page;
use crate::lang::{Lang, PerLang};
use crate::problem::{Problem, did_you_mean};
use crate::source::StaticFile;

/// Folders that the build itself fills; links to them are checked in the finished site.
const MADE_BY_THE_BUILD: [&str; 3] = ["/pdf/", "/data/", "/assets/"];

/// Endings of the files that the build makes beside pages, and the one that has no ending of its own.
const MADE_BESIDE_PAGES: [&str; 3] = [".atom", ".md", "/llms.txt"];

/// One address of the site in both languages.
#[derive(Debug)]
pub struct Route {
    /// The address of each language.
    pub paths: PerLang<Arc<str>>,
}

/// Every address of the site.
#[derive(Debug, Default)]
pub struct Routes {
    routes: HashMap<String, Route>,
    files: HashMap<String, String>,
}

impl Routes {
    /// The table of these pages. Two pages with one address are both named.
    pub fn of(pages: &[Page], static_files: &[StaticFile], problems: &mut Vec<Problem>) -> Routes {
        let mut routes = HashMap::with_capacity(pages.len() / Lang::ALL.len());
        // Many systems do not tell capitals apart, so two such files would be one there.
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
                .flat_map(|(file, owners)| shared_address(&file, &owners)),
        );
        let files = static_files
            .iter()
            .map(|file| (format!("/{}", file.path), file.file.clone()))
            .collect();
        Routes { routes, files }
    }

    /// The address of a language-neutral path with its query and fragment, in a language.
    pub fn path(&self, lang: Lang, neutral: &str) -> Option<Arc<str>> {
        let (bare, rest) = split_fragment(neutral);
        let route = self.routes.get(bare)?;
        match rest {
            "" => Some(route.paths.get(lang).clone()),
            _ => Some(lang.path(neutral).into()),
        }
    }

    /// Whether a path names a page, in its language-neutral form.
    pub fn contains(&self, neutral: &str) -> bool {
        self.routes.contains_key(split_fragment(neutral).0)
    }

    /// Whether a path names a file that is published as it is.
    pub fn is_static(&self, path: &str) -> bool {
        self.files.contains_key(split_fragment(path).0)
    }

    /// Whether a path names a file that only the build could make.
    pub fn is_made_by_the_build(&self, path: &str) -> bool {
        let bare = split_fragment(path).0;
        MADE_BY_THE_BUILD.iter().any(|folder| bare.starts_with(folder))
            || MADE_BESIDE_PAGES.iter().any(|ending| bare.ends_with(ending))
    }

    /// What to say about a path that names nothing.
    pub fn hint(&self, path: &str) -> Option<String> {
        let bare = split_fragment(path).0;
        if let Some(neutral) = bare
            .strip_prefix("/en")
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        {
            let neutral = if neutral.is_empty() { "/" } else { neutral };
            return Some(format!(
                "write \"{neutral}\": the language's part of an address is added by the build"
            ));
        }
        if bare.len() > 1 && bare.ends_with('/') {
            return Some("addresses have no slash at the end".to_owned());
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

    /// How many addresses there are in each language.
    pub fn len(&self) -> usize {
        self.routes.len()
    }

    /// Whether the site has no page.
    pub fn is_empty(&self) -> bool {
        self.routes.is_empty()
    }
}

/// Cuts a path before its query or fragment.
pub fn split_fragment(path: &str) -> (&str, &str) {
    path.split_at(path.find(['#', '?']).unwrap_or(path.len()))
}

fn shared_address(file: &str, owners: &[String]) -> Vec<Problem> {
    let address = file.trim_end_matches(".html");
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
                format!(
                    "the address /{address} is wanted twice, also by {}",
                    others.join(" and ")
                ),
            )
            .hint("rename one of them")
        })
        .collect()
}
