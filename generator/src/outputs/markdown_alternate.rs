//! The Markdown alternate of a page: the same text and data for machines, at the page's address with `.md`. It is rendered
//! with `templates/markdown/<template>.md`; a page whose template has no such file has no alternate.

use model::site::{Page, Site};
use model::source::MARKDOWN_FOLDER;

/// Above this number of units the pages of units have no alternate: the inventory's data file has the same data in one file.
const MOST_UNITS: usize = 1000;

/// The name of the template of the alternate of `page`.
pub fn template(page: &Page) -> String {
    format!("{MARKDOWN_FOLDER}{}.md", page.template_name())
}

/// Whether `page` has an alternate. Only listed pages have one, so that search engines find no page that is hidden.
pub fn exists(site: &Site, page: &Page) -> bool {
    let is_too_many = page.source().is_none() && site.inventory.units.len() > MOST_UNITS;
    !is_too_many && page.is_listed() && site.templates.contains_key(&template(page))
}

/// The file of the alternate: `inventario.md` for `inventario.html`.
pub fn file(page: &Page) -> String {
    format!("{}.md", page.file.trim_end_matches(".html"))
}

/// The address of the alternate of `page`, if it has one.
pub fn url(site: &Site, page: &Page) -> Option<String> {
    exists(site, page).then(|| format!("/{}", file(page)))
}
