//! What pulls remember below [`STATE`](crate::cache::stored_file::STATE): the last good inventory, and the history of its changes. Each file is JSON with its project and
//! a checksum, and is replaced as a whole, so that a power failure leaves the old or the new one; a damaged one is not used.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::client::Properties;
use platform::unit::Unit;

use super::reason::Reason;
use super::snapshot::{SNAPSHOT, Snapshot};
use super::{Project, PullRequest, PullResult, Source, fallback, history};
use crate::cache::stored_file::StoredFile;
use model::build_error::BuildError;
use model::history::History;
use model::inventory::Inventory;

/// The history of this project, empty when there is none or when it cannot be used; and the reason why it cannot.
pub(super) fn read_history(root: &Path, project: &str) -> (History, Option<Reason>) {
    match HISTORY.read(root, project) {
        Ok(history) => (history.unwrap_or_default(), None),
        Err(unusable) => (History::default(), Some(unusable)),
    }
}

/// Stores a good pull as the new snapshot, and its changes in the history. When the amenities could not be pulled, those
/// of the last snapshot remain. An example is not stored: nothing invented is a fallback or an earlier state of a platform.
pub(super) fn store(
    project: &Project<'_>,
    request: &PullRequest,
    Properties { units, details, .. }: Properties,
    amenities: Option<Vec<Amenity>>,
    last: Option<Snapshot>,
    mut warnings: Vec<Reason>,
) -> Result<PullResult, BuildError> {
    // The history first: if the process is killed before the snapshot is written, the next pull finds the same changes
    // again, and the history lists each only once.
    let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
    let date = project.config.time_zone.day(request.now);
    let is_example = fallback::are_example(project, &units);
    let history = if is_example {
        History::default()
    } else {
        update_history(project, before, &units, date, &mut warnings)
    };
    let (before, last_amenities) = last
        .map(|last| ((last.date, last.units), last.amenities))
        .unzip();
    let pulled_at = Timestamp::from_second(request.now.as_second()).unwrap_or(request.now);
    let amenities = amenities.or(last_amenities.flatten());
    let snapshot = Snapshot {
        pulled_at,
        date,
        units,
        details,
        amenities,
    };
    if !is_example {
        warnings.extend(
            SNAPSHOT
                .write(project.root, project.code(), &snapshot)
                .err(),
        );
    }
    let amenities = match snapshot.amenities {
        Some(amenities) => amenities,
        None => fallback::shipped_amenities(project, request, &mut warnings)?,
    };
    let inventory = Inventory {
        date,
        units: snapshot.units,
        amenities,
        history,
    };
    let result = fallback::result(project, Source::Platform, inventory);
    Ok(PullResult {
        pulled_at,
        before,
        is_example,
        warnings,
        ..result
    })
}

/// The history with the changes of this pull; stored when it changed.
fn update_history(
    project: &Project<'_>,
    before: Option<&[Unit]>,
    now: &[Unit],
    today: Date,
    warnings: &mut Vec<Reason>,
) -> History {
    let (earlier, unusable) = read_history(project.root, project.code());
    let history = history::after(&earlier, before, now, today);
    if unusable.is_some() || history != earlier {
        if unusable.is_some() {
            let path = HISTORY.path(project.root);
            // So that it can be examined. This is already reported; if the file cannot be renamed, it is replaced.
            let _ = fs::rename(&path, path.with_file_name("history.damaged.json"));
        }
        warnings.extend(HISTORY.write(project.root, project.code(), &history).err());
    }
    warnings.extend(unusable);
    history
}

const HISTORY: StoredFile = StoredFile {
    name: "history.json",
    what: "history",
    damaged: "damaged_history",
    unwritten: "unwritten_history",
    version: 1,
    consequence: ": news and redirects of earlier units begin again with the next good pull",
};
