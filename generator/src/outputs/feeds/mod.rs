//! Machine-readable files: the inventory as JSON with its schema and as spreadsheets, news as Atom feeds, and `llms.txt`.
//! The same site gives the same bytes. See docs/inventory.md.
//!
//! Spreadsheets and feeds exist where the site has their texts (`feeds.*`); a feed also needs the page it belongs to.

mod atom;
mod llms;
mod schema;
mod spreadsheet;

use std::error::Error as _;
use std::sync::Arc;

use minijinja::Error;

use crate::outputs::values::SiteValues;
use formats::problem::{self, Problem};
use formats::templating::template_problem;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Page, Site, template};
use model::strings::{StringsError, needed_by};

pub use schema::PATH as SCHEMA_PATH;
pub use spreadsheet::path as spreadsheet_path;

/// The file that an author edits to change the texts of feeds.
const ORIGIN: &str = "inventory";

/// Feeds and spreadsheets exist on a site with this text.
const PRESENT: &str = "feeds.page";

/// A news feed; it exists in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// Changes of the inventory.
    Inventory,
    /// Construction progress, month by month.
    Progress,
}

impl Feed {
    /// All feeds.
    pub const ALL: [Feed; 2] = [Feed::Inventory, Feed::Progress];

    /// The page that it belongs to, without language; none when the site lacks it.
    fn page(self, site: &Site) -> Option<&str> {
        site.routes.with_template(match self {
            Feed::Inventory => template::INVENTORY,
            Feed::Progress => template::PROGRESS,
        })
    }

    /// The key of its title.
    pub const fn title_key(self) -> &'static str {
        match self {
            Feed::Inventory => "feeds.inventory_title",
            Feed::Progress => "feeds.progress_title",
        }
    }

    /// Its address, `/inventario.atom` or `/en/inventario.atom`; none when the site lacks it.
    pub fn url(self, site: &Site, lang: Lang) -> Option<String> {
        let page = self.page(site).filter(|_| has_texts(site))?;
        Some(format!("{}.atom", site.routes.addresses.path(lang, page)))
    }

    /// The feed that a page announces: its own, or that of the inventory on the page of a unit. The home page
    /// announces none.
    pub fn of_page(site: &Site, page: &Page) -> Option<Feed> {
        let is_unit = page.source().is_none();
        Feed::ALL.into_iter().find(|feed| {
            let is_of_page = feed.page(site) == Some(&page.neutral);
            (is_of_page || is_unit && *feed == Feed::Inventory) && feed.url(site, page.lang).is_some()
        })
    }
}

/// Whether the site has the texts of feeds and spreadsheets.
pub fn has_texts(site: &Site) -> bool {
    site.strings.get(site.config.languages.first()).plain(PRESENT).is_some()
}

/// Every machine-readable file except the Markdown of pages; `values` are those of each language.
///
/// # Errors
/// The first missing text of each language.
pub(crate) fn files(site: &Site, values: &[&Arc<SiteValues>]) -> Result<Vec<OutputFile>, Vec<Problem>> {
    let mut files = vec![OutputFile::new(SCHEMA_PATH, schema::schema_file(site), ORIGIN)];
    if !has_texts(site) {
        return Ok(files);
    }
    let of_languages = values.iter().map(|values| {
        let files = of_language(values);
        files.map_err(|problem| needed_by(problem, "the feeds"))
    });
    let llms = llms::text_of_site(site).map(|text| vec![OutputFile::new("llms.txt", text, "content")]);
    let llms = llms.map_err(|error| needed_by(error.into(), "the lines of llms.txt"));
    let made = problem::collect(of_languages.chain([llms]))?;
    files.extend(made.into_iter().flatten());
    Ok(files)
}

fn of_language(values: &Arc<SiteValues>) -> Result<Vec<OutputFile>, Problem> {
    let (site, lang) = (&values.site, values.lang);
    let sheet = spreadsheet::file(values.localized())?;
    let mut files = vec![OutputFile::new(&spreadsheet::path(lang), sheet, ORIGIN)];
    for feed in Feed::ALL {
        let (Some(page), Some(path)) = (feed.page(site), feed.url(site, lang)) else {
            continue;
        };
        let xml = atom::xml(values, feed, page, &path).map_err(|error| missing_string(&error))?;
        files.push(OutputFile::new(path.trim_start_matches('/'), xml, ORIGIN));
    }
    Ok(files)
}

/// The problem of a string that a template lacks.
fn missing_string(error: &Error) -> Problem {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(missing) = inner.downcast_ref::<StringsError>() {
            return missing.clone().into();
        }
        source = inner.source();
    }
    template_problem::to_problem(error, ORIGIN)
}
