//! Stage 7: the PDFs: brochure, price list, a sheet for each unit, the privacy notice; each in both languages.
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

use std::collections::HashMap;
use std::path::Path;

use model::document::Document;
pub use typesetter::Job;

use crate::outputs::pictures::Pictures;
use edition::Edition;
use model::build_error::BuildError;
use model::building::Plan;
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::{self, Problem};
use model::site::{Site, template};

/// The folder that an author edits to change a document.
const ORIGIN: &str = "templates/documents";

/// Makes every document of the site.
///
/// # Errors
/// Problems in the templates or texts, a missing compiler, or a file that cannot be read or written.
pub fn make(root: &Path, site: &Site, pictures: &Pictures) -> Result<Vec<OutputFile>, BuildError> {
    let jobs = jobs(site, pictures)?;
    let finished = typesetter::typeset(root, &jobs)?.into_iter();
    Ok(finished
        .map(|(path, bytes)| OutputFile::new(&path, bytes, ORIGIN))
        .collect())
}

/// Every document of the site with its data, in a fixed order.
///
/// # Errors
/// Each page or text that a document needs and that the site lacks.
pub fn jobs(site: &Site, pictures: &Pictures) -> Result<Vec<Job>, Vec<Problem>> {
    let plans = plans(site);
    let mut jobs = Vec::new();
    for edition in Lang::ALL.map(|lang| Edition::of(site, lang)) {
        let mut make = |document: Document, job: &dyn Fn() -> Result<Job, Problem>| {
            if exists(site, document) {
                jobs.push(job());
            }
        };
        make(Document::Brochure, &|| brochure::job(&edition, pictures));
        make(Document::PriceList, &|| price_list::job(&edition));
        make(Document::PrivacyNotice, &|| privacy::job(&edition));
        for unit in &site.inventory.units {
            if let Some(plan) = plans.get(unit.code.as_str()) {
                make(Document::UnitSheet(unit.code.as_str()), &|| {
                    unit_sheet::job(&edition, unit, plan, pictures)
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

/// The plan of each unit, by its code.
fn plans(site: &Site) -> HashMap<&str, &Plan> {
    let mut plans = HashMap::new();
    for plan in &site.plans {
        plans.extend(plan.units.iter().map(|unit| (unit.code.as_str(), plan)));
    }
    plans
}
