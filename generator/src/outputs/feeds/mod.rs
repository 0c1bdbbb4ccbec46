//! Machine-readable files: the inventory as JSON with its schema and as spreadsheets, news as Atom feeds, and `llms.txt`
//! (<https://llmstxt.org>). The same site gives the same bytes. See docs/inventory.md. Spreadsheets and feeds exist where the site has
//! their texts (`feeds.*`); a feed also needs the page it belongs to.

mod atom;
mod spreadsheet;

pub use spreadsheet::path as spreadsheet_path;

use std::error::Error as _;
use std::fmt::Write;
use std::iter::successors;
use std::sync::Arc;

use minijinja::{Error, context};
use platform::unit_field::FieldKind;
use serde_json::{Value as Json, json};

use super::values::SiteValues;
use super::{markdown_alternate, render_text};
use formats::problem::{self, Bug, Code, Problem};
use formats::templating::template_problem;
use model::config::UnitField;
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

    /// The feed that a page announces: its own, or that of the inventory on the page of a unit. The home page announces none.
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
    site.strings.get(site.config.languages.first()).plain("feeds.page").is_some()
}

/// Every machine-readable file except the Markdown of pages; `values` are those of each language.
pub(crate) fn files(site: &Site, values: &[&Arc<SiteValues>]) -> Result<Vec<OutputFile>, Vec<Problem>> {
    let failed = |Bug(message)| vec![Problem::in_file(Code::TemplateError, ORIGIN, message)];
    let mut files = vec![OutputFile::new(SCHEMA_PATH, schema_file(site).map_err(failed)?, ORIGIN)];
    if !has_texts(site) {
        return Ok(files);
    }
    let of_languages = values.iter().map(|values| {
        let files = of_language(values);
        files.map_err(|problem| needed_by(problem, "the feeds"))
    });
    let llms = llms_text(site).map(|text| vec![OutputFile::new("llms.txt", text, "content")]);
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
        let Some((page, path)) = feed.page(site).zip(feed.url(site, lang)) else { continue };
        let xml = atom::xml(values, feed, page, &path).map_err(|error| missing_string(&error))?;
        files.push(OutputFile::new(path.trim_start_matches('/'), xml, ORIGIN));
    }
    Ok(files)
}

/// The problem of a string that a template lacks.
fn missing_string(error: &Error) -> Problem {
    let mut sources = successors(error.source(), |&inner| inner.source());
    let missing = sources.find_map(|inner| inner.downcast_ref::<StringsError>());
    missing.map_or_else(|| template_problem::to_problem(error, ORIGIN), |missing| missing.clone().into())
}

const SCHEMA_PATH: &str = "data/inventory.schema.json";

/// The schema, with its absolute address on this site as `$id`, and the uses, fields and languages of this site.
fn schema_file(site: &Site) -> Result<String, Bug> {
    let (config, languages) = (&site.config, site.config.languages);
    let others = languages.others(languages.first());
    let field = |field: &UnitField| {
        let kind = match field.kind {
            FieldKind::Count => json!({"type": "integer", "minimum": 0, "maximum": 255}),
            FieldKind::Area => json!({"$ref": "#/$defs/area"}),
            FieldKind::YesNo => json!({"type": "boolean"}),
            FieldKind::Text => json!({"type": "string", "minLength": 1}),
            FieldKind::Choice => {
                json!({"enum": field.options.iter().map(|option| &option.key).collect::<Vec<_>>()})
            }
        };
        (field.key.clone(), kind)
    };
    let values = context! {
        address => config.absolute(&format!("/{SCHEMA_PATH}")),
        codes => languages.codes().collect::<Vec<_>>(),
        others => others.map(|lang| vec![lang.name(), lang.prefix()]).collect::<Vec<_>>(),
        currency => config.currency().to_string(),
        uses => config.uses.iter().map(|declared| declared.key.to_string()).collect::<Vec<_>>(),
        fields => Json::Object(config.unit_fields.iter().map(field).collect()).to_string(),
    };
    render_text("inventory.schema.json", include_str!("inventory.schema.json"), &values)
}

fn llms_text(site: &Site) -> Result<String, StringsError> {
    let mut out = format!("# {}\n", site.config.name);
    let homes = site.config.languages.iter().filter_map(|lang| site.page(lang, "/")?.source());
    for home in homes {
        let _ = write!(out, "\n> {}\n", one_line(&home.front.description));
    }
    for lang in site.config.languages {
        let rate = site.config.highest_vat_percent();
        let note = Localized::new(site, lang).taxed("feeds.llms_note", rate, &[])?;
        let _ = write!(out, "\n{note}\n");
    }
    for lang in site.config.languages {
        let localized = Localized::new(site, lang);
        let _ = write!(out, "\n## {}\n\n", localized.text("feeds.llms_pages")?);
        llms_pages(&mut out, localized);
        let _ = write!(out, "\n## {}\n\n", localized.text("feeds.llms_data")?);
        llms_data(&mut out, localized)?;
    }
    Ok(out)
}

/// The content pages. The inventory links to those of units.
fn llms_pages(out: &mut String, localized: Localized<'_>) {
    let Localized { site, lang, .. } = localized;
    for page in site.pages.iter().filter(|page| page.lang == lang) {
        let Some(source) = page.source().filter(|_| page.is_listed() && !page.is_error()) else { continue };
        let address = markdown_alternate::url(site, page).unwrap_or_else(|| page.url.clone());
        let (title, description) = (&source.front.title, &source.front.description);
        item(out, title, &localized.absolute(&address), description);
    }
}

fn llms_data(out: &mut String, localized: Localized<'_>) -> Result<(), StringsError> {
    let Localized { site, lang, .. } = localized;
    let said = |key: &str| localized.text(key);
    let mut add = |name: &str, path: &str, about: &str| item(out, name, &localized.absolute(path), about);
    add("inventory.json", "/data/inventory.json", &said("feeds.llms_json")?);
    add("inventory.schema.json", &format!("/{SCHEMA_PATH}"), &said("feeds.llms_schema")?);
    let sheet = spreadsheet::path(lang);
    let about_csv = localized.taxed("feeds.llms_csv", site.config.highest_vat_percent(), &[])?;
    add(sheet.trim_start_matches("data/"), &format!("/{sheet}"), &about_csv);
    for feed in Feed::ALL {
        let Some(path) = feed.url(site, lang) else { continue };
        let title = localized.filled(feed.title_key(), &[("site", &site.config.name)])?;
        add(&title, &path, &said("feeds.llms_feed")?);
    }
    Ok(())
}

fn item(out: &mut String, name: &str, address: &str, about: &str) {
    let _ = writeln!(out, "- [{}]({address}): {}", one_line(name), one_line(about));
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
