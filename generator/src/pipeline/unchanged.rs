//! Recognizes that the last build made the same site, so that nothing is rendered again: the author's files, the engine,
//! the settings and the inventory are the same, no page is published or unpublished meanwhile, and nobody changed a file
//! of the site. The inventory is pulled as for every build.

use platform::unit::Unit;
use rayon::prelude::*;

use super::Request;
use super::prepared::{Known, load_all, pulled_project};
use super::progress::{Stage, StageTimer};
use super::report::Report;
use crate::cache::fingerprint::{Inputs, SourceFingerprints};
use crate::stages::load::{self, Unsaved};
use crate::stages::pull::{self, Pulled};
use crate::stages::write::{BuildRecord, LastSite};
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::inventory::Inventory;

/// The least number of units that a thread fingerprints at once.
const UNITS_AT_ONCE: usize = 500;

/// The fingerprints of a pulled inventory.
pub(super) struct InventoryFingerprints {
    /// That of all of it.
    pub(super) all: Fingerprint,
    /// Those of the units, in their order.
    pub(super) units: Vec<Fingerprint>,
}

/// The result of [`check`].
pub(super) enum Check {
    /// The site is as the last build left it, and so would be a new one: its report and its inventory.
    Unchanged(Box<(Report, Pulled)>),
    /// It must be built.
    Changed(Box<Known>),
}

/// Compares what a build would be made from with what the last one was made from. `sources` is the fingerprint of
/// [`sources`].
///
/// # Errors
/// Those of the pull.
pub(super) fn check(
    request: &Request,
    timer: &StageTimer,
    last: &LastSite,
    sources: &Fingerprint,
) -> Result<Check, BuildError> {
    let record = last.record();
    let report: Option<Report> = serde_json::from_str(&record.report).ok();
    // Sources that are those of a finished build have no problem.
    let (true, Some(report), Ok(config)) = (
        record.sources == *sources,
        report,
        load::read_config(&request.root),
    ) else {
        return Ok(Check::Changed(Box::default()));
    };
    let ((loaded, is_intact), pulled) = timer.run_both(
        // On one thread, because the pull takes as long.
        (Stage::Load, || {
            (load_all(&request.root, &Unsaved::new()), last.is_intact())
        }),
        (Stage::Pull, || {
            pull::pull(&pulled_project(&request.root, &config), &request.pull)
        }),
    );
    let pulled = pulled?;
    let inventory = inventory(&pulled.inventory);
    let is_same =
        record.inventory == inventory.all && report.holds_at(config.time_zone.local(request.pull.now));
    if is_same && is_intact {
        return Ok(Check::Unchanged(Box::new((report, pulled))));
    }
    Ok(Check::Changed(Box::new(Known {
        sources: loaded.ok(),
        pulled: Some(pulled),
        inventory: Some(inventory),
        report: Some(report),
    })))
}

/// The fingerprint of all that decides a site, except its inventory and the clock.
pub(super) fn sources(request: &Request, files: &SourceFingerprints) -> Fingerprint {
    let Request {
        root: _,
        out: _,
        pull: _,
        base_url,
        unpublished,
        debug_islands,
    } = request;
    let mut inputs = Inputs::default();
    inputs.add(files.all);
    inputs.add_value(base_url);
    inputs.add_value(&(unpublished, debug_islands));
    inputs.finish()
}

/// The record of a build, from which a later build recognizes that nothing changed.
pub(super) fn record(sources: Fingerprint, inventory: Fingerprint, report: &Report) -> BuildRecord {
    BuildRecord {
        sources,
        inventory,
        report: serde_json::to_string(report).unwrap_or_default(),
    }
}

/// The fingerprints of a pulled inventory.
pub(super) fn inventory(inventory: &Inventory) -> InventoryFingerprints {
    let Inventory {
        date,
        units,
        amenities,
        history,
    } = inventory;
    let mut inputs = Inputs::default();
    inputs.add_value(date);
    let of_unit = |unit: &Unit| {
        let mut own = Inputs::default();
        own.add_value(unit);
        own.finish()
    };
    let units: Vec<Fingerprint> = units
        .par_iter()
        .with_min_len(UNITS_AT_ONCE)
        .map(of_unit)
        .collect();
    units.iter().for_each(|unit| inputs.add(unit));
    inputs.add_value(amenities);
    inputs.add_value(history);
    InventoryFingerprints {
        all: inputs.finish(),
        units,
    }
}
