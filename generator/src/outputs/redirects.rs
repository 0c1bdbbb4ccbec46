//! Redirects of addresses that are not a page: other spellings, aliases, former addresses of pages, and units that are no longer
//! offered. Written as `_redirects` for hosts that read it; `site serve` applies the same file, and `hosts` writes the same.

use std::collections::HashSet;

use super::feeds::Feed;
use super::markdown_alternate;
use model::document::Document;
use model::site::{Site, template};

/// The status of every redirect: moved permanently.
pub const STATUS: u16 = 301;

/// A redirect of the path of an old address to that of another one of this site. A host keeps the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Redirect {
    pub(crate) from: String,
    pub(crate) to: String,
}

impl Redirect {
    /// The folders of source and target, with a slash at the end, if it is for every address below the first.
    pub(crate) fn folders(&self) -> Option<(&str, &str)> {
        Some((
            self.from.strip_suffix('*')?,
            self.to.strip_suffix(":splat")?,
        ))
    }
}

/// The text of `_redirects`.
pub fn to_file(site: &Site) -> String {
    let lines = redirects(site)
        .into_iter()
        .map(|Redirect { from, to }| format!("{from} {to} {STATUS}\n"));
    lines.collect()
}

/// The redirects of a site; no two have the same source.
pub(crate) fn redirects(site: &Site) -> Vec<Redirect> {
    let clean = ["/index", "/index.html"].map(|from| (from.to_owned(), "/".to_owned()));
    let homes = site
        .config
        .languages
        .iter()
        .filter(|lang| !lang.is_first())
        .flat_map(|lang| {
            let home = lang.prefix();
            ["/", "/index.html"].map(|end| (format!("{home}{end}"), home.to_owned()))
        });
    let all = clean
        .into_iter()
        .chain(homes)
        .chain(vanished(site))
        .chain(aliases(site))
        .chain(readdressed(site));
    all.map(|(from, to)| Redirect { from, to }).collect()
}

fn aliases(site: &Site) -> impl Iterator<Item = (String, String)> {
    site.pages.iter().flat_map(|page| {
        let aliases = page
            .source()
            .map_or(&[][..], |source| &source.front.aliases);
        aliases
            .iter()
            .map(|alias| (page.lang.path(alias), page.url.clone()))
    })
}

/// The addresses that pages with one of their own would have without it, and what is at and below them.
fn readdressed(site: &Site) -> Vec<(String, String)> {
    let is_address = |url: &String| site.pages.iter().any(|page| page.url == *url);
    let mut redirects = Vec::new();
    for page in site.pages.iter().filter(|page| page.source().is_some()) {
        let (from, to) = (page.lang.path(&page.neutral), &page.url);
        if from == *to || is_address(&from) {
            continue;
        }
        let feeds = Feed::ALL
            .iter()
            .filter_map(|feed| feed.url(site, page.lang));
        let files = feeds.chain(markdown_alternate::url(site, page));
        let endings = files
            .filter_map(|url| url.strip_prefix(to.as_str()).map(str::to_owned))
            .filter(|ending| ending.starts_with('.'))
            .chain([String::new()]);
        redirects
            .extend(endings.map(|ending| (format!("{from}{ending}"), format!("{to}{ending}"))));
        let is_free = || {
            site.pages
                .iter()
                .all(|page| !page.url.starts_with(&format!("{from}/")))
        };
        if page.has_template(template::INVENTORY) && is_free() {
            redirects.push((format!("{from}/*"), format!("{to}/:splat")));
        }
    }
    redirects
}

/// Source and target of every address of the units that are gone.
fn vanished(site: &Site) -> Vec<(String, String)> {
    let Some(parent) = site.routes.with_template(template::INVENTORY) else {
        return Vec::new();
    };
    // Many hosts ignore case in addresses: there, the page of a unit that is listed would redirect.
    let listed: HashSet<String> = site
        .inventory
        .units
        .iter()
        .map(|unit| unit.code.address().to_ascii_lowercase())
        .collect();
    let has_sheets = site.has_template(Document::UnitSheet(""));
    // Markdown redirects to the inventory's Markdown where it exists, so that a machine gets the type that it requested.
    let ending = if site.templates.contains_key("markdown/inventory.md") {
        ".md"
    } else {
        ""
    };
    let alternates = site
        .templates
        .contains_key("markdown/unit.md")
        .then_some(ending);
    let mut redirects = Vec::new();
    let gone = site.inventory.history.gone.iter();
    for code in gone.filter(|code| !listed.contains(&code.address().to_ascii_lowercase())) {
        for lang in site.config.languages.iter() {
            let inventory = site.routes.addresses.path(lang, parent);
            let page = site.routes.addresses.path(lang, &site.routes.unit(code));
            if has_sheets {
                let sheet = Document::UnitSheet(code.address()).path(lang, &site.config.product);
                redirects.push((format!("/{sheet}"), inventory.clone()));
            }
            if let Some(ending) = alternates {
                redirects.push((format!("{page}.md"), format!("{inventory}{ending}")));
            }
            redirects.push((page, inventory));
        }
    }
    redirects
}
