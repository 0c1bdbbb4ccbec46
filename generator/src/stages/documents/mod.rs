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

use std::collections::HashMap;
use std::sync::LazyLock;

use model::document::Document;
use platform::unit::Unit;
use rayon::prelude::*;
pub use typesetter::Job;

use crate::node::Tools;
use crate::outputs::pictures::Pictures;
use edition::Edition;
use model::build_error::BuildError;
use model::building::Plan;
use model::output::OutputFile;
use model::problem::{self, Problem};
use model::site::{Site, template};

/// The folder of the fonts of documents and share pictures, from the project's root.
pub const FONTS: &str = "templates/documents/fonts";

/// The folder that an author edits to change a document.
const ORIGIN: &str = "templates/documents";

/// Makes the data of one document.
type MakeJob<'a> = dyn Fn() -> Result<Job, Problem> + Sync + 'a;

/// Makes every document of the site.
///
/// # Errors
/// Problems in the templates or texts, a missing compiler, or a file that cannot be read or written.
pub fn make(tools: &Tools, site: &Site, pictures: &Pictures) -> Result<Vec<OutputFile>, BuildError> {
    let finished = typesetter::typeset(tools, &jobs(site, pictures)?)?.into_iter();
    let file = |(path, bytes): (String, _)| OutputFile::new(&path, bytes, ORIGIN);
    Ok(finished.map(file).collect())
}

/// Every document of the site with its data, in a fixed order.
///
/// # Errors
/// Each page or text that a document needs and that the site lacks.
pub fn jobs(site: &Site, pictures: &Pictures) -> Result<Vec<Job>, Vec<Problem>> {
    let sheets = sheets(site);
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
        let sheets = sheets.par_iter().map(|(unit, plan)| {
            let common = common.as_ref().map_err(Clone::clone)?;
            unit_sheet::job(edition, common, unit, plan, pictures)
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

/// Every unit that has a sheet, in inventory order, with its plan.
fn sheets(site: &Site) -> Vec<(&Unit, &Plan)> {
    let plans = plans(site);
    let units = site.inventory.units.iter();
    let sheets = units.filter_map(|unit| {
        let code = unit.code.as_str();
        let plan = *plans.get(code)?;
        has_template(site, Document::UnitSheet(code)).then_some((unit, plan))
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
