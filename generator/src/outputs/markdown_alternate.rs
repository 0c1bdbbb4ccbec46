//! The Markdown twin of a page: the same text and data for machines, at the page's address with `.md`. It is rendered
//! by a template of its own, `templates/markdown/<template>.md`; a page whose template has none has no twin.

use model::site::{Page, Site};

/// The folder of the templates of twins, below `templates/`.
pub const FOLDER: &str = "markdown/";

/// In an inventory of more units than this no unit's page has a twin: nobody reads ten thousand files where one data
/// file says the same.
const MOST_UNITS: usize = 1000;

/// The name of the template that makes the twin of `page`.
pub fn template(page: &Page) -> String {
    let name = page
        .template
        .trim_start_matches("pages/")
        .trim_end_matches(".html");
    format!("{FOLDER}{name}.md")
}

/// Whether `page` has a twin: only pages that are listed have, so that none shows what its page hides.
pub fn exists(site: &Site, page: &Page) -> bool {
    if page.source().is_none() && !of_units(site) {
        return false;
    }
    let name = template(page);
    page.is_listed() && !page.is_error() && site.templates.iter().any(|template| template.name == name)
}

/// Whether the pages of units may have twins.
pub fn of_units(site: &Site) -> bool {
    site.inventory.units.len() <= MOST_UNITS
}

/// The file of the twin: `inventario.md` for `inventario.html`.
pub fn file(page: &Page) -> String {
    format!("{}.md", page.file.trim_end_matches(".html"))
}

/// The address of the twin of `page`, when it has one.
pub fn url(site: &Site, page: &Page) -> Option<String> {
    exists(site, page).then(|| format!("/{}", file(page)))
}
