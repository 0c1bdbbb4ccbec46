//! Stores a good pull: the snapshot and the history of changes.

use std::sync::Arc;

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;

use super::reason::Reason;
use super::snapshot::Snapshot;
use super::{Before, Project, Pulled, Request, Source, fallback, history_file};
use model::history::History;
use model::inventory::Inventory;

/// Stores a good pull as the new snapshot, and its changes in the history. When the amenities could not be pulled, those
/// of the last snapshot remain.
pub(super) fn store(
    project: &Project<'_>,
    request: &Request,
    units: Vec<Unit>,
    amenities: Option<Vec<Amenity>>,
    last: Option<Snapshot>,
    mut warnings: Vec<Reason>,
) -> Pulled {
    // The history first: if the process is killed before the snapshot is written, the next pull finds the same changes
    // again, and the history lists each only once.
    let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
    let today = project.day(request);
    let history = update_history(project, before, &units, today, &mut warnings);
    let (before, last_amenities) = match last {
        Some(Snapshot {
            date,
            units,
            amenities,
            ..
        }) => (Some(Before { date, units }), amenities),
        None => (None, None),
    };
    let amenities = amenities.or(last_amenities);
    let snapshot = Snapshot::new(project.code(), request.now, today, units, amenities);
    if let Err(reason) = snapshot.write(project.root) {
        warnings.push(reason);
    }
    let stored = snapshot.amenities;
    let amenities = stored.unwrap_or_else(|| fallback::shipped_amenities(project, &mut warnings));
    Pulled {
        inventory: Arc::new(Inventory {
            date: snapshot.date,
            units: snapshot.units,
            amenities,
            history,
        }),
        source: Source::Platform,
        pulled_at: snapshot.pulled_at,
        before,
        overdue: None,
        warnings,
    }
}

/// The history with the changes of this pull; stored when it changed.
fn update_history(
    project: &Project<'_>,
    before: Option<&[Unit]>,
    now: &[Unit],
    today: Date,
    warnings: &mut Vec<Reason>,
) -> History {
    let (earlier, damage) = history_file::read(project.root, project.code());
    let history = earlier.after(before, now, today);
    if damage.is_some() || history != earlier {
        let written = history_file::write(project.root, project.code(), &history, damage.is_some());
        warnings.extend(written.err());
    }
    warnings.extend(damage);
    history
}
