//! The route table: every path of the site, for templates, Markdown and the sitemap.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::{Page, neutral_path, template};
use crate::config::Config;
use crate::lang::{Lang, PerLang};
use crate::output::{FOLDERS, OutputFile};
use crate::source::PageSource;
use formats::problem::{Code, Problem, did_you_mean, most_similar};
use platform::unit::UnitCode;

/// Endings of generated files outside of their folders.
const GENERATED_ENDINGS: [&str; 3] = [".atom", ".md", "/llms.txt"];

/// Every path of the site.
#[derive(Debug, Default)]
pub struct Routes {
    /// The paths of each page by its language-neutral path.
    pages: HashMap<String, PerLang<Arc<str>>>,
    /// The language-neutral path of the page with each template: see [`path_with_template`].
    by_template: HashMap<String, String>,
    /// The paths of the files that are published unchanged.
    files: HashSet<String>,
    /// The codes of the languages.
    codes: Vec<&'static str>,
    /// The addresses of pages that differ from the path of their file.
    pub addresses: Addresses,
}

/// A problem for each of several pages and files that have the same path, at the address that it names.
pub fn shared_paths(pages: &[Page], static_files: &[OutputFile]) -> Vec<Problem> {
    // On file systems that ignore case, two names that differ only in case are the same file.
    let of_pages = pages
        .iter()
        .map(|page| (page.file.to_lowercase(), (page.origin(), page.source())));
    let of_files = static_files
        .iter()
        .map(|file| (file.path.to_lowercase(), (file.origin.clone(), None)));
    let mut owners: BTreeMap<String, Vec<(String, Option<&PageSource>)>> = BTreeMap::new();
    for (path, owner) in of_pages.chain(of_files) {
        owners.entry(path).or_default().push(owner);
    }
    let mut problems = Vec::new();
    for (file, owners) in owners.iter().filter(|(_, owners)| owners.len() > 1) {
        let path = file.trim_end_matches(".html");
        for (owner, source) in owners {
            let others = owners
                .iter()
                .map(|(other, _)| other.as_str())
                .filter(|other| other != owner)
                .collect::<Vec<_>>()
                .join(" and ");
            let message = format!("the path `/{path}` is also that of {others}");
            problems.push(
                match source.filter(|source| source.front.address.is_some()) {
                    Some(source) => source
                        .problem(Code::DuplicateAddress, "address", message)
                        .hint("change one of them"),
                    None => Problem::in_file(Code::DuplicateAddress, owner, message)
                        .hint("rename one of them"),
                },
            );
        }
    }
    problems
}

impl Routes {
    /// The table of these pages and files.
    pub fn new(
        pages: &[Page],
        static_files: &[OutputFile],
        config: &Config,
        addresses: &Addresses,
    ) -> Routes {
        let files = static_files.iter().map(|file| file.url.clone());
        let content = || {
            pages
                .iter()
                .filter_map(|page| Some((page, &page.source()?.front.template)))
        };
        let templates: HashSet<&String> = content().map(|(_, template)| template).collect();
        let by_template = templates.into_iter().filter_map(|template| {
            let path = path_with_template(content().map(|(page, _)| page), config, template)?;
            Some((template.clone(), path.to_owned()))
        });
        let mut paths = HashMap::with_capacity(pages.len() / config.languages.count());
        for Page { neutral, .. } in pages {
            if !paths.contains_key(neutral) {
                let own = PerLang::from_fn(config.languages, |lang| {
                    addresses.path(lang, neutral).into()
                });
                paths.insert(neutral.clone(), own);
            }
        }
        Routes {
            pages: paths,
            by_template: by_template.collect(),
            files: files.collect(),
            codes: config.languages.codes().collect(),
            addresses: addresses.clone(),
        }
    }

    /// The path in a language of a language-neutral path with its query and fragment. `None`: not a page of the site.
    pub fn path(&self, lang: Lang, neutral: &str) -> Option<Arc<str>> {
        let (bare, rest) = split_fragment(neutral);
        let paths = self.pages.get(bare)?;
        match rest {
            "" => Some(paths.get(lang).clone()),
            _ => Some(self.addresses.path(lang, neutral).into()),
        }
    }

    /// The language-neutral path of the page with a template, if the site has one: see [`path_with_template`].
    pub fn with_template(&self, template: &str) -> Option<&str> {
        self.by_template.get(template).map(String::as_str)
    }

    /// The language-neutral path of a unit's page: below that of the inventory.
    pub fn unit(&self, code: &UnitCode) -> String {
        let parent = self.with_template(template::INVENTORY).unwrap_or_default();
        format!("{parent}/{}", code.address())
    }

    /// Whether a language-neutral path is that of a page.
    pub fn contains(&self, neutral: &str) -> bool {
        self.pages.contains_key(split_fragment(neutral).0)
    }

    /// Whether a path is that of a file that is published unchanged.
    pub fn is_static(&self, path: &str) -> bool {
        self.files.contains(split_fragment(path).0)
    }

    /// Whether a path can only be that of a generated file. Links to them are checked at the end of the build.
    pub fn is_generated(&self, path: &str) -> bool {
        let bare = split_fragment(path).0;
        FOLDERS.iter().any(|folder| bare.starts_with(folder))
            || GENERATED_ENDINGS
                .iter()
                .any(|ending| bare.ends_with(ending))
    }

    /// The rest of a path that begins with the code of a language: `/inventario` of `/en/inventario`.
    pub fn without_language<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest_after = |code: &&str| match path.strip_prefix('/')?.strip_prefix(*code)? {
            "" => Some("/"),
            rest => rest.starts_with('/').then_some(rest),
        };
        self.codes.iter().find_map(rest_after)
    }

    /// The path of a page in a language; for an error page, of the home page.
    pub fn url_in(&self, page: &Page, lang: Lang) -> String {
        let neutral = if page.is_error() { "/" } else { &page.neutral };
        self.addresses.path(lang, neutral)
    }

    /// What to write instead of a path that does not exist.
    pub fn hint(&self, path: &str) -> Option<String> {
        let bare = split_fragment(path).0;
        let rest = self.without_language(bare);
        if let Some(neutral) = self.addresses.neutral(rest.unwrap_or(bare)) {
            return Some(format!(
                "write `{neutral}`, the path of its file; the build adds its address"
            ));
        }
        if let Some(neutral) = rest {
            return Some(format!(
                "write `{neutral}`; the build adds the prefix of the language"
            ));
        }
        if bare.len() > 1 && bare.ends_with('/') {
            return Some("remove the slash at the end".to_owned());
        }
        let pages: Vec<&str> = self.pages.keys().map(String::as_str).collect();
        if let Some(near) = most_similar(bare, &pages) {
            return Some(format!("did you mean `{near}`?"));
        }
        let mut top_level: Vec<&str> = pages
            .into_iter()
            .filter(|path| path.matches('/').count() == 1)
            .collect();
        top_level.sort_unstable();
        did_you_mean(bare, top_level)
    }
}

/// The language-neutral path of the page with a template; of several, the first that no use names, because it is about all uses.
pub fn path_with_template<'a>(
    pages: impl IntoIterator<Item = &'a Page>,
    config: &Config,
    template: &str,
) -> Option<&'a str> {
    let of_one_use = |path: &str| {
        let mut named = config
            .uses
            .iter()
            .flat_map(|declared| [&declared.page, &declared.contact]);
        named.any(|named| named.as_deref() == Some(path))
    };
    let with_template = pages.into_iter().filter(|page| page.has_template(template));
    with_template
        .map(|page| page.neutral.as_str())
        .min_by_key(|path| (of_one_use(path), *path))
}

/// Splits a path before its query or fragment.
pub fn split_fragment(path: &str) -> (&str, &str) {
    path.split_at(path.find(['#', '?']).unwrap_or(path.len()))
}

/// The addresses of pages that differ from the path of their file, by language-neutral path.
#[derive(Clone, Debug, Default)]
pub struct Addresses(HashMap<String, Vec<(Lang, String)>>);

impl Addresses {
    /// Those that the pages name.
    pub fn new<'a>(pages: impl IntoIterator<Item = &'a PageSource>) -> Addresses {
        let mut addresses = Addresses::default();
        for page in pages {
            if let Some(address) = page.front.address.clone() {
                addresses
                    .0
                    .entry(neutral_path(&page.slug))
                    .or_default()
                    .push((page.lang, address));
            }
        }
        addresses
    }

    /// The path in a language of a language-neutral path with query and fragment; what is below a page is below its own address.
    pub fn path(&self, lang: Lang, neutral: &str) -> String {
        lang.path(&self.localized(lang, neutral))
    }

    /// The file below `dist/` of a language-neutral path.
    pub fn file(&self, lang: Lang, neutral: &str) -> String {
        lang.file(&self.localized(lang, neutral))
    }

    fn localized<'a>(&self, lang: Lang, neutral: &'a str) -> Cow<'a, str> {
        if self.0.is_empty() {
            return neutral.into();
        }
        let (mut above, mut below) = split_fragment(neutral);
        loop {
            if let Some((_, address)) = self
                .0
                .get(above)
                .into_iter()
                .flatten()
                .find(|(own, _)| *own == lang)
            {
                return format!("{address}{below}").into();
            }
            match above.rfind('/').filter(|at| *at > 0) {
                Some(at) => (above, below) = neutral.split_at(at),
                None => return neutral.into(),
            }
        }
    }

    /// The language-neutral path of the page with this address.
    pub fn neutral(&self, address: &str) -> Option<&str> {
        let mut pages = self.0.iter();
        Some(
            pages
                .find(|(_, own)| own.iter().any(|(_, own)| *own == address))?
                .0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{EN, ES};

    #[test]
    fn what_is_below_a_page_follows_its_address() {
        let text = "---\ntitle: A\ndescription: B\naddress: /inventory\n---\n";
        let page = PageSource::parse("content/en/inventario.md", EN, "inventario", text).unwrap();
        let addresses = Addresses::new([&page]);
        let path = |lang, neutral: &str| addresses.path(lang, neutral);
        assert_eq!(path(EN, "/inventario"), "/en/inventory");
        assert_eq!(
            path(EN, "/inventario/O-301?a=b#c"),
            "/en/inventory/O-301?a=b#c"
        );
        assert_eq!(path(EN, "/inventario#c"), "/en/inventory#c");
        assert_eq!(path(EN, "/inventarios"), "/en/inventarios");
        assert_eq!(path(EN, "/"), "/en");
        assert_eq!(path(ES, "/inventario/O-301"), "/inventario/O-301");
        assert_eq!(addresses.file(EN, "/inventario"), "en/inventory.html");
        assert_eq!(addresses.neutral("/inventory"), Some("/inventario"));
    }
}
