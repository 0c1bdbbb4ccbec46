//! Inventory without the network: the last good snapshot, else the inventory shipped in the repository, else the
//! empty list; and the file of `--inventory`.

use platform::amenity::Amenity;
use std::path::Path;

use super::file::{self, Listed};
use super::reason::Reason;
use super::snapshot::Snapshot;
use super::{Project, PullError, Pulled, Request, Source, gates, hidden_price, order};
use model::history::History;
use model::inventory::Inventory;

/// The inventory shipped in the repository.
const UNITS: &str = "content/inventory.json";

/// The amenities shipped in the repository.
const AMENITIES: &str = "content/amenities.json";

/// The best inventory at hand. `amenities` are fresh ones, when at least they came. `warnings` says why it came to this.
pub(super) fn stored(
    project: &Project<'_>,
    request: &Request,
    snapshot: Option<Snapshot>,
    amenities: Option<Vec<Amenity>>,
    mut warnings: Vec<Reason>,
) -> Result<Pulled, PullError> {
    let (listed, kept, source) = match snapshot {
        Some(Snapshot {
            units,
            date,
            amenities,
            ..
        }) => (Listed { units, date }, amenities, Source::Snapshot),
        None => match shipped_units(project, &mut warnings) {
            Some(listed) => (listed, None, Source::Shipped),
            None => {
                warnings.push(Reason::Nothing);
                (
                    Listed {
                        units: Vec::new(),
                        date: project.day(request),
                    },
                    None,
                    Source::Empty,
                )
            }
        },
    };
    let amenities = amenities
        .or(kept)
        .unwrap_or_else(|| shipped_amenities(project, &mut warnings));
    if request.strict && !warnings.is_empty() {
        return Err(PullError::Refused(warnings));
    }
    Ok(pulled(listed, amenities, source, warnings))
}

/// The units of the file at `path`, with the shipped amenities.
pub(super) fn from_file(project: &Project<'_>, path: &Path) -> Result<Pulled, PullError> {
    let missing = || Reason::BadFile {
        path: path.to_owned(),
        detail: "there is no such file".to_owned(),
    };
    let listed = sound(project, path)
        .and_then(|listed| listed.ok_or_else(missing))
        .map_err(PullError::File)?;
    let mut warnings = Vec::new();
    let amenities = shipped_amenities(project, &mut warnings);
    Ok(pulled(listed, amenities, Source::File, warnings))
}

/// The shipped amenities, or none.
pub(super) fn shipped_amenities(project: &Project<'_>, warnings: &mut Vec<Reason>) -> Vec<Amenity> {
    let found = file::amenities(&project.root.join(AMENITIES), &project.platform.field_map());
    told(found, warnings).unwrap_or_default()
}

/// The shipped units, if there is a file of them that can be used.
pub(super) fn shipped_units(project: &Project<'_>, warnings: &mut Vec<Reason>) -> Option<Listed> {
    told(sound(project, &project.root.join(UNITS)), warnings)
}

/// The units of a file, if every code stands for one unit.
fn sound(project: &Project<'_>, path: &Path) -> Result<Option<Listed>, Reason> {
    let listed = file::units(path, &project.platform.field_map(), project.utc_offset)?;
    let duplicate = listed
        .as_ref()
        .and_then(|listed| gates::duplicates(&listed.units).into_iter().next());
    let refused = |detail: String| {
        Err(Reason::BadFile {
            path: path.to_owned(),
            detail,
        })
    };
    let priceless = listed.as_ref().and_then(|listed| {
        let mut units = listed.units.iter();
        units.find(|unit| hidden_price::is_hidden(unit, project))
    });
    match (duplicate, priceless) {
        (Some(reason), _) => refused(reason.to_string()),
        (None, Some(unit)) => refused(format!("unit {} has no price; a file needs each one", unit.code)),
        (None, None) => Ok(listed),
    }
}

fn told<T>(found: Result<Option<T>, Reason>, warnings: &mut Vec<Reason>) -> Option<T> {
    found.unwrap_or_else(|reason| {
        warnings.push(reason);
        None
    })
}

fn pulled(listed: Listed, amenities: Vec<Amenity>, source: Source, warnings: Vec<Reason>) -> Pulled {
    let Listed { mut units, date } = listed;
    order::sort(&mut units);
    Pulled {
        inventory: Inventory {
            date,
            units,
            amenities,
            history: History::default(),
        },
        source,
        warnings,
    }
}
