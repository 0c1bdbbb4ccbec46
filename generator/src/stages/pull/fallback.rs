//! An inventory without the network: the last good snapshot, else the one shipped in the repository; or the file of `--inventory`.

use jiff::Timestamp;
use platform::amenity::Amenity;
use platform::unit::Unit;
use std::path::Path;
use std::sync::Arc;

use super::file::{self, AMENITIES, UNITS};
use super::reason::{Reason, bad_file, lines, reason};
use super::snapshot::Snapshot;
use super::{Origin, Project, PullRequest, PullResult, Source, sort};
use model::build_error::BuildError;
use model::history::History;
use model::inventory::Inventory;

/// The best stored inventory. `amenities` are those of this pull, if they could be pulled. `warnings` are the reasons why the units
/// could not, which `strict` does not allow. A site without units would replace the published one, so none is an error.
pub(super) fn stored(
    project: &Project<'_>,
    request: &PullRequest,
    snapshot: Option<Snapshot>,
    amenities: Option<Vec<Amenity>>,
    mut warnings: Vec<Reason>,
) -> Result<PullResult, BuildError> {
    let (date, units, stored_amenities, source, pulled_at) = match snapshot {
        Some(last) => (
            last.date,
            last.units,
            last.amenities,
            Source::Snapshot,
            Some(last.pulled_at),
        ),
        None => {
            let shipped = refuse_example(project, request, UNITS)
                .and_then(|()| file::units(project, &project.root.join(UNITS)));
            let Some((date, units)) = or_warn(shipped, &mut warnings) else {
                let message = "there is neither a good pull nor a usable content/inventory.json: run `site pull`, or write the file";
                warnings.push(reason("nothing", message));
                return Err(unusable(request, warnings));
            };
            (date, units, None, Source::Shipped, None)
        }
    };
    let amenities = match amenities.or(stored_amenities) {
        Some(amenities) => amenities,
        None => shipped_amenities(project, request, &mut warnings)?,
    };
    if request.strict && !warnings.is_empty() {
        return Err(unusable(request, warnings));
    }
    let is_example = source == Source::Shipped && project.is_example(UNITS);
    let inventory = Inventory {
        date,
        units,
        amenities,
        history: History::default(),
    };
    let result = result(project, source, inventory);
    Ok(PullResult {
        pulled_at: pulled_at.unwrap_or(result.pulled_at),
        is_example,
        warnings,
        ..result
    })
}

/// The error of what `--strict` refuses, or else when there is no inventory, or are no amenities, at all.
pub(super) fn unusable(request: &PullRequest, reasons: Vec<Reason>) -> BuildError {
    let lines = lines(&reasons).join("\n  ");
    if request.strict {
        let message = format!("the inventory is refused (--strict):\n  {lines}");
        BuildError::InventoryRefused(message, reasons)
    } else {
        BuildError::NoInventory(format!("there is no inventory:\n  {lines}"), reasons)
    }
}

/// The units of the file at `path`, with the shipped amenities.
pub(super) fn from_file(
    project: &Project<'_>,
    request: &PullRequest,
    path: &Path,
) -> Result<PullResult, BuildError> {
    let (date, units) = file::units(project, path)
        .and_then(|listed| listed.ok_or_else(|| bad_file(path, "the file does not exist")))
        .map_err(BuildError::InventoryFile)?;
    let mut warnings = Vec::new();
    let amenities = shipped_amenities(project, request, &mut warnings)?;
    let inventory = Inventory {
        date,
        units,
        amenities,
        history: History::default(),
    };
    Ok(PullResult {
        warnings,
        ..result(project, Source::File, inventory)
    })
}

/// Whether most units of a pull are those of an example that the project ships, as `site platform-stub` sends them.
pub(super) fn are_example(project: &Project<'_>, units: &[Unit]) -> bool {
    let example = project
        .is_example(UNITS)
        .then(|| file::units(project, &project.root.join(UNITS)));
    let Some(Ok(Some((_, example)))) = example else {
        return false;
    };
    units.iter().filter(|unit| example.contains(unit)).count() * 2 > units.len()
}

/// The shipped amenities, unless they are an example in place of a platform; none when there is no usable file.
pub(super) fn shipped_amenities(
    project: &Project<'_>,
    request: &PullRequest,
    warnings: &mut Vec<Reason>,
) -> Result<Vec<Amenity>, BuildError> {
    // A source without amenities shows those of the project.
    let has_own = project.config.platform.is_local() || project.config.platform.amenities.is_none();
    if let Err(example) = refuse_example(project, request, AMENITIES)
        && !has_own
    {
        warnings.push(example);
        return Err(unusable(request, std::mem::take(warnings)));
    }
    Ok(own_amenities(project, warnings))
}

/// The amenities of the project; none when there is no usable file.
pub(super) fn own_amenities(project: &Project<'_>, warnings: &mut Vec<Reason>) -> Vec<Amenity> {
    let found = file::amenities(&project.root.join(AMENITIES), &project.config.platform);
    or_warn(found, warnings).unwrap_or_default()
}

/// Refuses a shipped file that is marked as an example in place of a platform that failed.
fn refuse_example(
    project: &Project<'_>,
    request: &PullRequest,
    file: &'static str,
) -> Result<(), Reason> {
    let has_source = project.config.platform.has_source();
    let has_failed =
        matches!(&request.origin, Origin::Platform { url } if has_source || url.is_some());
    if !has_failed || !project.is_example(file) {
        return Ok(());
    }
    let message = format!(
        "{file} is an example (`examples` of site.yaml) and is not used in place of the platform: correct what prevents the \
         pull and run `site pull`, or use it all the same with `--inventory {UNITS}`"
    );
    Err(reason("example_inventory", message))
}

/// The value; or nothing, and the reason as a warning.
pub(super) fn or_warn<T>(
    found: Result<Option<T>, Reason>,
    warnings: &mut Vec<Reason>,
) -> Option<T> {
    found.map_err(|reason| warnings.push(reason)).ok().flatten()
}

/// A result with the units that are on sale, in the site's order.
pub(super) fn result(
    project: &Project<'_>,
    source: Source,
    mut inventory: Inventory,
) -> PullResult {
    project.retain_on_sale(&mut inventory.units);
    sort(&mut inventory.units, &project.config.buildings);
    PullResult {
        // A day whose moments cannot be represented, at the ends of the calendar, counts as the earliest one.
        pulled_at: project
            .config
            .time_zone
            .start(inventory.date)
            .unwrap_or(Timestamp::MIN),
        inventory: Arc::new(inventory),
        source,
        before: None,
        overdue: None,
        is_example: false,
        warnings: Vec::new(),
    }
}
