//! Stage 7: the PDFs: brochure, price list, a sheet for each unit, the privacy notice; each in every language.
//!
//! The data of each document is made here from the resolved site; its layout is a template in `templates/documents`. See
//! docs/documents.md.

mod base_data;
mod brochure;
mod context;
mod job_pictures;
mod levels;
mod payments;
mod price_list;
mod privacy;
pub mod typesetter;
mod unit_sheet;

use std::collections::HashMap;
use std::sync::LazyLock;

use model::document::Document;
use platform::unit::Unit;
use rayon::prelude::*;
pub use typesetter::Job;

use crate::node::{Tools, run_concurrently};
use crate::outputs::share::{self, SharePictures};
use crate::stages::pictures::Pictures;
use building::Plan;
use context::DocumentContext;
use formats::problem::{self, Problem};
use model::build_error::BuildError;
use model::output::OutputFile;
use model::site::Site;
use model::strings::needed_by;

/// The folder that an author edits to change a document.
const ORIGIN: &str = "templates/documents";

/// Makes every document of the site.
///
/// # Errors
/// Problems in the templates or texts, a missing compiler, or a file that cannot be read or written.
pub fn make(tools: &Tools, site: &Site, pictures: &Pictures) -> Result<Vec<OutputFile>, BuildError> {
    let finished = typesetter::typeset(tools, &jobs(site, pictures)?)?.into_iter();
    let file = |(path, bytes): (String, _)| OutputFile::new(&path, bytes, ORIGIN);
    Ok(finished.map(file).collect())
}

/// Stage 7: the documents and the share pictures.
///
/// # Errors
/// Those of [`make`] and [`share::render`].
pub fn documents(
    tools: &Tools,
    site: &Site,
    pictures: &Pictures,
    share: &SharePictures,
) -> Result<Vec<OutputFile>, BuildError> {
    let (documents, shared) =
        run_concurrently(|| make(tools, site, pictures), || share::render(tools, share));
    let mut files = documents?;
    files.extend(shared?);
    Ok(files)
}

/// Every document of the site with its data, in a fixed order.
///
/// # Errors
/// Each page or text that a document needs and that the site lacks.
pub fn jobs(site: &Site, pictures: &Pictures) -> Result<Vec<Job>, Vec<Problem>> {
    let sheets = sheets(site);
    let languages = site.config.languages.iter();
    let jobs = languages.flat_map(|lang| {
        let context = &DocumentContext::new(site, lang);
        let others = [Document::Brochure, Document::PriceList, Document::PrivacyNotice];
        let others = others.into_par_iter().filter(|document| site.has_document(*document));
        let others = others.map(|document| match document {
            Document::Brochure => brochure::job(context, pictures),
            Document::PriceList => price_list::job(context),
            _ => privacy::job(context),
        });
        let common = LazyLock::new(|| unit_sheet::Common::new(context));
        let sheets = sheets.par_iter().map(|(unit, plan)| {
            let common = common.as_ref().map_err(Clone::clone)?;
            unit_sheet::job(context, common, unit, plan, pictures)
        });
        others.chain(sheets).collect::<Vec<_>>()
    });
    problem::collect(jobs.map(|job| job.map_err(|problem| needed_by(problem, "the PDF documents"))))
}

/// Every unit that has a sheet, in inventory order, with its plan.
fn sheets(site: &Site) -> Vec<(&Unit, &Plan)> {
    if !site.has_template(Document::UnitSheet("")) {
        return Vec::new();
    }
    let places = site.plans.iter().flat_map(|plan| plan.units.iter().map(move |unit| (unit, plan)));
    let plans: HashMap<&str, &Plan> = places.map(|(unit, plan)| (unit.code.as_str(), plan)).collect();
    let units = site.inventory.units.iter();
    units.filter_map(|unit| Some((unit, *plans.get(unit.code.as_str())?))).collect()
}
