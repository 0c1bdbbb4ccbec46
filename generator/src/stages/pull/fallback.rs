//! An inventory without the network: the last good snapshot, else the inventory shipped in the repository; or the file
//! of `--inventory`.

use jiff::Timestamp;
use platform::amenity::Amenity;
use std::path::Path;
use std::sync::Arc;

use super::file::{self, UnitsFile};
use super::reason::{Reason, bad_file, lines, reason};
use super::store::Snapshot;
use super::{Project, PullRequest, PullResult, Source, gates, order, refused};
use model::build_error::BuildError;
use model::history::History;
use model::inventory::Inventory;

/// The inventory shipped in the repository.
const UNITS: &str = "content/inventory.json";

/// The amenities shipped in the repository.
const AMENITIES: &str = "content/amenities.json";

/// The best stored inventory. `amenities` are those of this pull, if they could be pulled. `warnings` are the reasons
/// why the units could not.
///
/// # Errors
/// [`BuildError::NoInventory`] when none is stored: a site without units would replace the published one. Under `strict`
/// also when there is a warning.
pub(super) fn stored(
    project: &Project<'_>,
    request: &PullRequest,
    snapshot: Option<Snapshot>,
    amenities: Option<Vec<Amenity>>,
    mut warnings: Vec<Reason>,
) -> Result<PullResult, BuildError> {
    let (listed, stored_amenities, source, pulled_at) = match snapshot {
        Some(Snapshot { pulled_at, date, units, amenities, .. }) => {
            (UnitsFile { units, date }, amenities, Source::Snapshot, Some(pulled_at))
        }
        None => match or_warn(checked_units(project, &project.root.join(UNITS)), &mut warnings) {
            Some(listed) => {
                let pulled_at = project.time_zone.start(listed.date);
                (listed, None, Source::Shipped, pulled_at)
            }
            None => {
                warnings.push(reason(
                    "nothing",
                    "there is neither a good pull nor a usable content/inventory.json: run `site pull`, or write \
                     the file",
                ));
                let error = if request.strict { refused } else { no_inventory };
                return Err(error(warnings));
            }
        },
    };
    let amenities =
        amenities.or(stored_amenities).unwrap_or_else(|| shipped_amenities(project, &mut warnings));
    if request.strict && !warnings.is_empty() {
        return Err(refused(warnings));
    }
    Ok(pulled(project, listed, amenities, source, pulled_at, warnings))
}

/// The error when there is no inventory at all.
fn no_inventory(reasons: Vec<Reason>) -> BuildError {
    let lines = lines(&reasons).join("\n  ");
    BuildError::NoInventory { message: format!("there is no inventory:\n  {lines}"), reasons }
}

/// The units of the file at `path`, with the shipped amenities.
pub(super) fn from_file(project: &Project<'_>, path: &Path) -> Result<PullResult, BuildError> {
    let listed = checked_units(project, path)
        .and_then(|listed| listed.ok_or_else(|| bad_file(path, "the file does not exist")))
        .map_err(BuildError::InventoryFile)?;
    let mut warnings = Vec::new();
    let amenities = shipped_amenities(project, &mut warnings);
    let pulled_at = project.time_zone.start(listed.date);
    Ok(pulled(project, listed, amenities, Source::File, pulled_at, warnings))
}

/// The shipped amenities; none when there is no usable file.
pub(super) fn shipped_amenities(project: &Project<'_>, warnings: &mut Vec<Reason>) -> Vec<Amenity> {
    let found = file::amenities(&project.root.join(AMENITIES), project.platform);
    or_warn(found, warnings).unwrap_or_default()
}

/// The units of a file, if each has its own code and a price.
fn checked_units(project: &Project<'_>, path: &Path) -> Result<Option<UnitsFile>, Reason> {
    let listed = file::units(path, project.platform, project.time_zone)?;
    let units = listed.as_ref().map_or(&[][..], |listed| &listed.units);
    match gates::duplicates(units).first() {
        Some(duplicate) => Err(bad_file(path, duplicate)),
        None => Ok(listed),
    }
}

fn or_warn<T>(found: Result<Option<T>, Reason>, warnings: &mut Vec<Reason>) -> Option<T> {
    found.unwrap_or_else(|reason| {
        warnings.push(reason);
        None
    })
}

fn pulled(
    project: &Project<'_>,
    listed: UnitsFile,
    amenities: Vec<Amenity>,
    source: Source,
    pulled_at: Option<Timestamp>,
    warnings: Vec<Reason>,
) -> PullResult {
    let UnitsFile { mut units, date } = listed;
    project.retain_on_sale(&mut units);
    order::sort(&mut units, project.buildings);
    PullResult {
        inventory: Arc::new(Inventory { date, units, amenities, history: History::default() }),
        source,
        pulled_at,
        before: None,
        overdue: None,
        warnings,
    }
}
