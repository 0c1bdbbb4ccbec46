//! Stage 7: the PDFs: brochure, price list, a sheet for each unit, the privacy notice; each in every language.
//!
//! The data of each document is made here from the resolved site; its layout is a template in `templates/documents`. See
//! docs/documents.md.

pub mod blocks;
mod brochure;
mod edition;
mod job_pictures;
mod levels;
mod online;
mod payments;
mod price_list;
mod privacy;
mod sheet;
pub mod typesetter;
mod unit_sheet;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use model::document::Document;
use rayon::prelude::*;
pub use typesetter::Job;

use crate::outputs::pictures::Pictures;
use edition::Edition;
use model::build_error::BuildError;
use model::building::Plan;
use model::fingerprint::Fingerprint;
use model::inventory::Inventory;
use model::lang::Languages;
use model::output::OutputFile;
use model::page_sink::PageSink;
use model::problem::{self, Problem};
use model::site::{Site, template};

/// The folder of the fonts of documents and share pictures, from the project's root.
pub const FONTS: &str = "templates/documents/fonts";

/// The folder that an author edits to change a document.
const ORIGIN: &str = "templates/documents";

/// Makes the data of one document.
type MakeJob<'a> = dyn Fn() -> Result<Job, Problem> + Sync + 'a;

/// The sheet of a unit, in all languages.
struct Sheet<'a> {
    /// The index of the unit in the inventory.
    unit: usize,
    plan: &'a Plan,
    /// Its path in each language.
    paths: Vec<String>,
}

/// The documents of a site.
#[derive(Debug, Default)]
pub struct Documents {
    /// Those in memory.
    pub files: Vec<OutputFile>,
    /// The paths of those in the sink: the sheets of units.
    pub in_sink: HashSet<String>,
    /// How many of `in_sink` the sink reused.
    pub reused: usize,
}

/// Makes every document of the site.
///
/// # Errors
/// Problems in the templates or texts, a missing compiler, or a file that cannot be read or written.
pub fn make(root: &Path, site: &Site, pictures: &Pictures) -> Result<Vec<OutputFile>, BuildError> {
    typeset(root, &jobs(site, pictures)?)
}

/// Makes every document of the site. The sheets of units go to the sink, which may reuse those that were made from the same
/// inputs; `inputs` is their fingerprint for the unit with that index in the inventory.
///
/// # Errors
/// See [`make`]; or the error of the sink.
pub fn make_into(
    sink: &dyn PageSink,
    inputs: &(dyn Fn(usize) -> Fingerprint + Sync),
    root: &Path,
    site: &Site,
    pictures: &Pictures,
) -> Result<Documents, BuildError> {
    let sheets = sheets(site);
    let is_reused = |sheet: &&Sheet| {
        let paths: Vec<&str> = sheet.paths.iter().map(String::as_str).collect();
        sink.reuse(&paths, &inputs(sheet.unit))
    };
    let (reused, missing): (Vec<&Sheet>, Vec<&Sheet>) = sheets.par_iter().partition(is_reused);
    let jobs = jobs_of(site, pictures, &missing)?;
    let owners: HashMap<&String, usize> = missing
        .iter()
        .flat_map(|sheet| sheet.paths.iter().map(|path| (path, sheet.unit)))
        .collect();
    let (made, files) = typeset(root, &jobs)?
        .into_iter()
        .partition::<Vec<_>, _>(|file| owners.contains_key(&file.path));
    made.par_iter()
        .try_for_each(|sheet| sink.write(sheet, &inputs(owners[&sheet.path]), false))?;
    Ok(Documents {
        files,
        reused: reused.iter().map(|sheet| sheet.paths.len()).sum(),
        in_sink: sheets.into_iter().flat_map(|sheet| sheet.paths).collect(),
    })
}

/// Starts the compilers of documents that show all units, in these languages, because the inventory changed. Longer
/// inventories are in no document.
///
/// # Errors
/// The compiler or a template is missing.
pub fn start_early(root: &Path, inventory: &Inventory, languages: Languages) -> Result<(), BuildError> {
    match inventory.units.len() <= price_list::MOST_LISTED {
        true => typesetter::start_early(root, languages.count()),
        false => Ok(()),
    }
}

/// The content of the program that makes the documents, and of its library's description.
///
/// # Errors
/// One of them is missing.
pub fn tool(root: &Path) -> Result<Vec<Vec<u8>>, BuildError> {
    typesetter::sources(root)
}

fn typeset(root: &Path, jobs: &[Job]) -> Result<Vec<OutputFile>, BuildError> {
    let finished = typesetter::typeset(root, jobs)?.into_iter();
    Ok(finished
        .map(|(path, bytes)| OutputFile::new(&path, bytes, ORIGIN))
        .collect())
}

/// Every document of the site with its data, in a fixed order.
///
/// # Errors
/// Each page or text that a document needs and that the site lacks.
pub fn jobs(site: &Site, pictures: &Pictures) -> Result<Vec<Job>, Vec<Problem>> {
    jobs_of(site, pictures, &sheets(site).iter().collect::<Vec<_>>())
}

fn jobs_of(site: &Site, pictures: &Pictures, sheets: &[&Sheet]) -> Result<Vec<Job>, Vec<Problem>> {
    let languages = site.config.languages.iter();
    let jobs = languages.flat_map(|lang| {
        let edition = &Edition::of(site, lang);
        let others: [(Document, &MakeJob); 3] = [
            (Document::Brochure, &|| brochure::job(edition, pictures)),
            (Document::PriceList, &|| price_list::job(edition)),
            (Document::PrivacyNotice, &|| privacy::job(edition)),
        ];
        let others = others.par_iter().filter(|(document, _)| exists(site, *document));
        let others = others.map(|(_, make)| make());
        let common = LazyLock::new(|| unit_sheet::Common::of(edition));
        let sheets = sheets.par_iter().map(|sheet| {
            let common = common.as_ref().map_err(Clone::clone)?;
            let unit = &site.inventory.units[sheet.unit];
            unit_sheet::job(edition, common, unit, sheet.plan, pictures)
        });
        others.chain(sheets).collect::<Vec<_>>()
    });
    problem::collect(jobs)
}

/// Whether the site has the document: its template exists, and the page that offers it or has its text; a unit has a plan
/// for its sheet, and the inventory is not too long for a price list.
#[must_use]
pub fn exists(site: &Site, document: Document) -> bool {
    has_template(site, document)
        && match document {
            Document::UnitSheet(code) => site
                .plans
                .iter()
                .any(|plan| plan.units.iter().any(|unit| unit.code == code)),
            Document::PriceList => site.inventory.units.len() <= price_list::MOST_LISTED,
            Document::Brochure => site.routes.with_template(template::BROCHURE).is_some(),
            Document::PrivacyNotice => site.routes.with_template(template::PRIVACY).is_some(),
        }
}

fn has_template(site: &Site, document: Document) -> bool {
    site.documents.iter().any(|name| name == document.template())
}

/// Whether any unit has a sheet.
#[must_use]
pub fn has_sheets(site: &Site) -> bool {
    !sheets(site).is_empty()
}

/// The sheet of every unit that has one, in inventory order.
fn sheets(site: &Site) -> Vec<Sheet<'_>> {
    let plans = plans(site);
    let units = site.inventory.units.iter().enumerate();
    let sheets = units.filter_map(|(index, unit)| {
        let code = unit.code.as_str();
        let plan = plans.get(code)?;
        let sheet = Document::UnitSheet(code);
        let languages = site.config.languages.iter();
        has_template(site, sheet).then(|| Sheet {
            unit: index,
            plan,
            paths: languages
                .map(|lang| sheet.path(lang, &site.config.product))
                .collect(),
        })
    });
    sheets.collect()
}

/// The plan of each unit, by its code.
fn plans(site: &Site) -> HashMap<&str, &Plan> {
    let mut plans = HashMap::new();
    for plan in &site.plans {
        plans.extend(plan.units.iter().map(|unit| (unit.code.as_str(), plan)));
    }
    plans
}
