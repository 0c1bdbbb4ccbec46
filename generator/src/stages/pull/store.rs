//! What pulls remember below [`STATE`](super::STATE): the last good inventory, and the history of its changes. A file that was
//! edited or damaged is not used.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::{Unit, UnitCode};
use serde::{Deserialize, Serialize};

use super::reason::Reason;
use super::stored_file::{HISTORY, PAGES, SNAPSHOT};
use super::{PreviousInventory, Project, PullRequest, PullResult, Source, fallback};
use model::build_error::BuildError;
use model::history::History;
use model::inventory::Inventory;
use model::page_content::PageContents;

/// The last good pull: the fields that the site shows, and the date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    /// When the pull was, in whole seconds.
    pub(super) pulled_at: Timestamp,
    /// The date of the pull in the development's time zone.
    pub(super) date: Date,
    /// The units, in the site's order.
    pub(super) units: Vec<Unit>,
    /// The fingerprint of the list entry of each unit that has its detail (call 4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) details: BTreeMap<UnitCode, String>,
    /// The amenities of the last good amenity list; `None` when there never was one.
    pub(super) amenities: Option<Vec<Amenity>>,
}

/// The history of the project at `root` with this code, empty when there is none or when it cannot be used; and the reason
/// why it cannot.
pub(super) fn read_history(root: &Path, project: &str) -> (History, Option<Reason>) {
    match HISTORY.read(root, project) {
        Ok(history) => (history.unwrap_or_default(), None),
        Err(unusable) => (History::default(), Some(unusable)),
    }
}

/// The contents of pages at the last build of the project at `root` with this code; none, and a warning, when they cannot
/// be used.
pub fn read_pages(root: &Path, project: &str) -> Option<PageContents> {
    PAGES.read(root, project).unwrap_or_else(|unusable| {
        tracing::warn!("{unusable}");
        None
    })
}

/// Stores the contents of pages of this build, unless the file has them, or it is a trial with another inventory than that
/// of the platform. A failure is only a warning: the next build compares with older contents.
pub fn write_pages(root: &Path, project: &str, source: Source, pages: &PageContents) {
    let is_trial = source == Source::File && SNAPSHOT.path(root).exists();
    if !is_trial
        && PAGES.read(root, project).ok().flatten().as_ref() != Some(pages)
        && let Err(unwritten) = PAGES.write(root, project, pages)
    {
        tracing::warn!("{unwritten}");
    }
}

/// Stores a good pull as the new snapshot, and its changes in the history. When the amenities could not be pulled, those
/// of the last snapshot remain. An example is not stored: nothing invented is a fallback or an earlier state of a platform.
pub(super) fn store(
    project: &Project<'_>,
    request: &PullRequest,
    units: Vec<Unit>,
    details: BTreeMap<UnitCode, String>,
    amenities: Option<Vec<Amenity>>,
    last: Option<Snapshot>,
    mut warnings: Vec<Reason>,
) -> Result<PullResult, BuildError> {
    // The history first: if the process is killed before the snapshot is written, the next pull finds the same changes
    // again, and the history lists each only once.
    let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
    let date = project.day(request);
    let is_example = fallback::are_example(project, &units);
    let history = match is_example {
        true => History::default(),
        false => update_history(project, before, &units, date, &mut warnings),
    };
    let (previous, last_amenities) = match last {
        Some(last) => {
            let (date, units) = (last.date, last.units);
            (Some(PreviousInventory { date, units }), last.amenities)
        }
        None => (None, None),
    };
    let snapshot = Snapshot {
        pulled_at: Timestamp::from_second(request.now.as_second()).unwrap_or(request.now),
        date,
        units,
        details,
        amenities: amenities.or(last_amenities),
    };
    if !is_example {
        warnings.extend(SNAPSHOT.write(project.root, project.code(), &snapshot).err());
    }
    let amenities = match snapshot.amenities {
        Some(amenities) => amenities,
        None => fallback::shipped_amenities(project, request, &mut warnings)?,
    };
    Ok(PullResult {
        inventory: Arc::new(Inventory { date, units: snapshot.units, amenities, history }),
        source: Source::Platform,
        pulled_at: Some(snapshot.pulled_at),
        before: previous,
        overdue: None,
        is_example,
        warnings,
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
    let history = earlier.after(before, now, today);
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

#[cfg(test)]
mod tests {
    use super::*;
    use platform::area::Area;
    use platform::money::Money;
    use platform::unit::{Level, Status, UnitUse};

    const PROJECT: &str = "MUESTRA";

    fn snapshot() -> Snapshot {
        let unit = Unit {
            code: UnitCode::new("O-301").unwrap(),
            unit: "301".to_owned(),
            level: Level(3),
            unit_use: UnitUse::new("oficina").unwrap(),
            bathrooms: Some(1),
            interior: Area(6255),
            terrace: Area(0),
            area: Area(6255),
            price: Money(425_000_050),
            typology: "\"</script>".to_owned(),
            status: Status::Reserved,
            fields: Default::default(),
        };
        Snapshot {
            pulled_at: "2026-11-20T12:00:00Z".parse().unwrap(),
            date: "2026-11-20".parse().unwrap(),
            units: vec![unit],
            details: BTreeMap::from([(UnitCode::new("O-301").unwrap(), "0fa0".to_owned())]),
            amenities: None,
        }
    }

    #[test]
    fn a_written_snapshot_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(SNAPSHOT.read::<Snapshot>(root, PROJECT), Ok(None));
        SNAPSHOT.write(root, PROJECT, &snapshot()).unwrap();
        assert_eq!(SNAPSHOT.read::<Snapshot>(root, PROJECT), Ok(Some(snapshot())));
        let first = fs::read(SNAPSHOT.path(root)).unwrap();
        SNAPSHOT.write(root, PROJECT, &snapshot()).unwrap();
        let second = fs::read(SNAPSHOT.path(root)).unwrap();
        assert_eq!(second, first, "equal pulls give equal bytes");
        let left = fs::read_dir(root.join(super::super::STATE)).unwrap().count();
        assert_eq!(left, 1, "no temporary file remains");
        let reason = SNAPSHOT.read::<Snapshot>(root, "TORRE").unwrap_err();
        assert_eq!(reason.kind, "foreign_snapshot");
        let words =
            "was stored for the project `MUESTRA`, and `platform.project_code` of site.yaml is `TORRE`";
        assert!(reason.message.contains(words), "{reason}");
    }

    #[test]
    fn any_damage_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        SNAPSHOT.write(root, PROJECT, &snapshot()).unwrap();
        let path = SNAPSHOT.path(root);
        let whole = fs::read_to_string(&path).unwrap();
        for text in [
            whole.replace("425000050", "425000051"),
            whole.replace("reservado", "vendido"),
            whole.replace("\"date\": \"2026-11-20", "\"date\": \"2026-11-21"),
            whole.replace("0fa0", "0fa1"),
            whole.replace("T12:00:00Z", "T13:00:00Z"),
            whole[..whole.len() / 2].to_owned(),
            String::new(),
            "[".repeat(100_000),
            whole.replace("\"version\": 1", "\"version\": 2"),
            whole.replace("MUESTRA", "OTRA"),
        ] {
            fs::write(&path, text).unwrap();
            let reason = SNAPSHOT.read::<Snapshot>(root, PROJECT).unwrap_err();
            assert_eq!(reason.kind, "damaged_snapshot");
        }
        fs::write(&path, whole.replace('\n', "\n\n")).unwrap();
        let read = SNAPSHOT.read::<Snapshot>(root, PROJECT);
        assert_eq!(read, Ok(Some(snapshot())), "white space is not damage");
    }
}
