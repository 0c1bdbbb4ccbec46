//! Machine-readable files: the inventory as JSON with its schema and as spreadsheets, news as Atom feeds, and `llms.txt`
//! (<https://llmstxt.org>). The same site gives the same bytes. See docs/inventory.md. Spreadsheets and feeds exist where the site has
//! their texts (`feeds.*`); a feed also needs the page it belongs to.

mod atom;
mod spreadsheet;

pub use spreadsheet::path as spreadsheet_path;

use std::error::Error as _;
use std::iter::successors;
use std::sync::Arc;

use minijinja::{Error, Value, context};

use super::values::SiteValues;
use super::{markdown_alternate, render_text};
use formats::problem::{self, Bug, Code, Problem};
use formats::templating::template_problem;
use formats::templating::values::from_serialize;
use model::lang::Lang;
use model::localized::Localized;
use model::output::OutputFile;
use model::site::{Page, Site, template};
use model::strings::{StringsError, needed_by};

/// The file that an author edits to change the texts of feeds.
const ORIGIN: &str = "inventory";

/// A news feed; it exists in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// Changes of the inventory.
    Inventory,
    /// Construction progress, month by month.
    Progress,
    /// The pages below that with the list of news.
    News,
}

impl Feed {
    /// All feeds.
    pub const ALL: [Feed; 3] = [Feed::Inventory, Feed::Progress, Feed::News];

    /// The page that it belongs to, without language; none when the site lacks it.
    fn page(self, site: &Site) -> Option<&str> {
        site.routes.with_template(match self {
            Feed::Inventory => template::INVENTORY,
            Feed::Progress => template::PROGRESS,
            Feed::News => template::NEWS,
        })
    }

    /// The key of its title.
    pub const fn title_key(self) -> &'static str {
        match self {
            Feed::Inventory => "feeds.inventory_title",
            Feed::Progress => "feeds.progress_title",
            Feed::News => "feeds.news_title",
        }
    }

    /// Its address, `/inventario.atom` or `/en/inventario.atom`; none when the site lacks it.
    pub fn url(self, site: &Site, lang: Lang) -> Option<String> {
        if !has_texts(site) {
            return None;
        }
        let page = self.page(site)?;
        Some(format!("{}.atom", site.routes.addresses.path(lang, page)))
    }

    /// The feed that a page announces: its own, that of the inventory on the page of a unit, or that of the news on one of them. The home
    /// page announces none.
    pub fn of_page(site: &Site, page: &Page) -> Option<Feed> {
        let is_unit = page.source().is_none();
        Feed::ALL.into_iter().find(|feed| {
            let own = feed.page(site);
            let is_of_page = own == Some(&page.neutral);
            let is_below = own.is_some_and(|own| page.neutral.starts_with(&format!("{own}/")));
            let is_listed = match feed {
                Feed::Inventory => is_unit,
                Feed::News => is_below && !is_unit,
                Feed::Progress => false,
            };
            (is_of_page || is_listed) && feed.url(site, page.lang).is_some()
        })
    }
}

/// Whether the site has the texts of feeds and spreadsheets.
pub fn has_texts(site: &Site) -> bool {
    site.strings
        .get(site.config.languages.first())
        .plain("feeds.page")
        .is_some()
}

/// Every machine-readable file except the Markdown of pages; `values` are those of each language.
pub(crate) fn files(
    site: &Site,
    values: &[&Arc<SiteValues>],
    pictures: FeedPictures<'_>,
) -> Result<Vec<OutputFile>, Vec<Problem>> {
    let failed = |Bug(message)| Problem::in_file(Code::TemplateError, ORIGIN, message);
    let schema = schema_file(site).map_err(|bug| vec![failed(bug)])?;
    let mut files = vec![OutputFile::new(SCHEMA_PATH, schema, ORIGIN)];
    if !has_texts(site) {
        return Ok(files);
    }
    let of_languages = values.iter().map(|values| {
        let files = of_language(values, pictures);
        files.map_err(|problem| needed_by(problem, "the feeds"))
    });
    let llms = || {
        let languages = values
            .iter()
            .map(|values| llms_values(values.localized()))
            .collect::<Result<Value, _>>()
            .map_err(|error| needed_by(error.into(), "the lines of llms.txt"))?;
        let values = context! { name => &site.config.name, languages };
        let text = render_text("llms.txt", include_str!("llms.txt"), &values).map_err(failed)?;
        Ok(vec![OutputFile::new("llms.txt", text, "content")])
    };
    let made = problem::collect(of_languages.chain([llms()]))?;
    files.extend(made.into_iter().flatten());
    Ok(files)
}

/// The file that a reader of feeds shows of a picture, by its name: its address, width and height.
pub(crate) type FeedPictures<'a> = &'a (dyn Fn(&str) -> Option<(String, u32, u32)> + Sync);

fn of_language(
    values: &Arc<SiteValues>,
    pictures: FeedPictures<'_>,
) -> Result<Vec<OutputFile>, Problem> {
    let (site, lang) = (&values.site, values.lang);
    let sheet = spreadsheet::file(&values.catalogue)?;
    let mut files = vec![OutputFile::new(&spreadsheet::path(lang), sheet, ORIGIN)];
    for feed in Feed::ALL {
        let Some((page, path)) = feed.page(site).zip(feed.url(site, lang)) else {
            continue;
        };
        let xml = atom::xml(values, feed, page, &path, pictures)
            .map_err(|error| missing_string(&error))?;
        files.push(OutputFile::new(path.trim_start_matches('/'), xml, ORIGIN));
    }
    Ok(files)
}

/// The problem of a string that a template lacks.
fn missing_string(error: &Error) -> Problem {
    let mut sources = successors(error.source(), |&inner| inner.source());
    let missing = sources.find_map(|inner| inner.downcast_ref::<StringsError>());
    missing.map_or_else(
        || template_problem::to_problem(error, ORIGIN),
        |missing| missing.clone().into(),
    )
}

const SCHEMA_PATH: &str = "data/inventory.schema.json";

/// The schema, with its absolute address on this site as `$id`, and the uses, fields and languages of this site.
fn schema_file(site: &Site) -> Result<String, Bug> {
    let (config, languages) = (&site.config, site.config.languages);
    let others = languages.others(languages.first());
    let values = context! {
        address => config.absolute(&format!("/{SCHEMA_PATH}")),
        codes => languages.codes().collect::<Vec<_>>(),
        others => others.map(|lang| vec![lang.name(), lang.prefix()]).collect::<Vec<_>>(),
        currency => config.currency().to_string(),
        uses => config.uses.iter().map(|declared| declared.key.to_string()).collect::<Vec<_>>(),
        fields => from_serialize(&config.unit_fields),
        rents => config.rents.as_ref().zip(config.rent_currency()).map(|(rents, currency)| {
            context! { currency => currency.code(), period => rents.period.key(), per_m2 => rents.per_m2 }
        }),
    };
    render_text(
        "inventory.schema.json",
        include_str!("inventory.schema.json"),
        &values,
    )
}

/// What `llms.txt` has in one language.
fn llms_values(localized: Localized<'_>) -> Result<Value, StringsError> {
    let Localized { site, lang, .. } = localized;
    let rate = site.config.highest_vat_percent();
    let text = |key: &str| localized.text(key);
    let link = |name: &str, path: &str, about: &str| context! { name, address => localized.absolute(path), about };
    let pages = site
        .pages
        .iter()
        .filter(|page| page.lang == lang && page.is_listed());
    // The inventory links to the pages of units.
    let pages = pages.filter_map(|page| {
        let front = &page.source()?.front;
        let address = markdown_alternate::url(site, page).unwrap_or_else(|| page.url.clone());
        Some(link(&front.title, &address, &front.description))
    });
    let note = localized.taxed("feeds.llms_note", rate, &[])?;
    let sheet = spreadsheet::path(lang);
    let about_sheet = localized.taxed("feeds.llms_csv", rate, &[])?;
    let mut files = vec![
        link(
            "inventory.json",
            "/data/inventory.json",
            &text("feeds.llms_json")?,
        ),
        link(
            "inventory.schema.json",
            &format!("/{SCHEMA_PATH}"),
            &text("feeds.llms_schema")?,
        ),
        link(
            sheet.trim_start_matches("data/"),
            &format!("/{sheet}"),
            &about_sheet,
        ),
    ];
    for feed in Feed::ALL {
        let Some(path) = feed.url(site, lang) else {
            continue;
        };
        let title = localized.filled(feed.title_key(), &[("site", &site.config.name)])?;
        files.push(link(&title, &path, &text("feeds.llms_feed")?));
    }
    let home = site
        .page(lang, "/")
        .and_then(Page::source)
        .map(|home| &home.front.description);
    Ok(context! {
        home,
        note,
        pages => context! { heading => text("feeds.llms_pages")?, links => pages.collect::<Value>() },
        files => context! { heading => text("feeds.llms_data")?, links => files },
    })
}
