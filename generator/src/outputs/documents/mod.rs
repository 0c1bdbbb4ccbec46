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

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use model::document::Document;
use rayon::prelude::*;
pub use typesetter::Job;

use crate::outputs::pictures::Pictures;
use edition::Edition;
use model::build_error::BuildError;
use model::building::Plan;
use model::fingerprint::Fingerprint;
use model::output::OutputFile;
use model::page_sink::PageSink;
use model::problem::{self, Problem};
use model::site::{Site, template};

/// The folder of the fonts of documents and share pictures, from the project's root.
pub const FONTS: &str = "templates/documents/fonts";

/// The folder that an author edits to change a document.
const ORIGIN: &str = "templates/documents";

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

/// Makes every document of the site. The sheets of units go to the sink, which may reuse all of them when they were made
/// from the same `inputs`.
///
/// # Errors
/// See [`make`]; or the error of the sink.
pub fn make_into(
    sink: &dyn PageSink,
    inputs: &Fingerprint,
    root: &Path,
    site: &Site,
    pictures: &Pictures,
) -> Result<Documents, BuildError> {
    let in_sink = sheet_paths(site);
    let is_reused = sink.reuse(&in_sink.iter().cloned().collect::<Vec<_>>(), inputs);
    let jobs = jobs_of(site, pictures, !is_reused)?;
    let (sheets, files) = typeset(root, &jobs)?
        .into_iter()
        .partition::<Vec<_>, _>(|file| in_sink.contains(&file.path));
    sheets
        .par_iter()
        .try_for_each(|sheet| sink.write(sheet, inputs, false))?;
    Ok(Documents {
        files,
        reused: if is_reused { in_sink.len() } else { 0 },
        in_sink,
    })
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
    jobs_of(site, pictures, true)
}

fn jobs_of(site: &Site, pictures: &Pictures, with_sheets: bool) -> Result<Vec<Job>, Vec<Problem>> {
    let plans = plans(site);
    let mut jobs = Vec::new();
    for edition in site.config.languages.iter().map(|lang| Edition::of(site, lang)) {
        let mut make = |document: Document, job: &dyn Fn() -> Result<Job, Problem>| {
            if exists(site, document) {
                jobs.push(job());
            }
        };
        make(Document::Brochure, &|| brochure::job(&edition, pictures));
        make(Document::PriceList, &|| price_list::job(&edition));
        make(Document::PrivacyNotice, &|| privacy::job(&edition));
        let common = LazyCell::new(|| unit_sheet::Common::of(&edition));
        for unit in site.inventory.units.iter().filter(|_| with_sheets) {
            if let Some(plan) = plans.get(unit.code.as_str()) {
                make(Document::UnitSheet(unit.code.as_str()), &|| {
                    let common = common.as_ref().map_err(Clone::clone)?;
                    unit_sheet::job(&edition, common, unit, plan, pictures)
                });
            }
        }
    }
    problem::collect(jobs)
}

/// Whether the site has the document: its template exists, and the page that offers it or has its text; a unit has a plan
/// for its sheet, and the inventory is not too long for a price list.
#[must_use]
pub fn exists(site: &Site, document: Document) -> bool {
    let has_template = site.documents.iter().any(|name| name == document.template());
    has_template
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

/// Whether any unit has a sheet.
#[must_use]
pub fn has_sheets(site: &Site) -> bool {
    !sheet_paths(site).is_empty()
}

/// The paths of the sheets of all units.
fn sheet_paths(site: &Site) -> HashSet<String> {
    let plans = plans(site);
    let units = site.inventory.units.iter();
    let drawn = units.filter(|unit| plans.contains_key(unit.code.as_str()));
    let sheets = drawn.map(|unit| Document::UnitSheet(unit.code.as_str()));
    let sheets = sheets.filter(|sheet| exists(site, *sheet));
    let paths = sheets.flat_map(|sheet| {
        let languages = site.config.languages.iter();
        languages.map(move |lang| sheet.path(lang, &site.config.product))
    });
    paths.collect()
}

/// The plan of each unit, by its code.
fn plans(site: &Site) -> HashMap<&str, &Plan> {
    let mut plans = HashMap::new();
    for plan in &site.plans {
        plans.extend(plan.units.iter().map(|unit| (unit.code.as_str(), plan)));
    }
    plans
}
