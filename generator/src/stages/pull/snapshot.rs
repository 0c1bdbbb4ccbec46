//! The last good pull, stored at `.site/snapshot/inventory.json`: the fields that the site shows, and the date. A file
//! that was edited or damaged is not used.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

use super::reason::{Reason, foreign, reason};
use super::sealed;

/// Its path from the project's root.
const PATH: &str = ".site/snapshot/inventory.json";

/// Snapshots of another version are not read.
const VERSION: u32 = 1;

/// A good pull.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    version: u32,
    /// `platform.project_code` of the pull; absent in snapshots of earlier versions of this command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    project: Option<String>,
    /// When the pull was, in whole seconds; absent in snapshots of earlier versions of this command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pulled_at: Option<Timestamp>,
    /// The date of the pull in the development's time zone.
    pub(super) date: Date,
    /// The units, in the site's order.
    pub(super) units: Vec<Unit>,
    /// The amenities of the last good amenity list; `None` when there never was one.
    pub(super) amenities: Option<Vec<Amenity>>,
}

impl Snapshot {
    /// The snapshot of a good pull of the project with this code at that time, which was that date in the development's time zone.
    pub(super) fn new(
        project: &str,
        pulled_at: Timestamp,
        date: Date,
        units: Vec<Unit>,
        amenities: Option<Vec<Amenity>>,
    ) -> Self {
        Self {
            version: VERSION,
            project: Some(project.to_owned()),
            pulled_at: Timestamp::from_second(pulled_at.as_second()).ok(),
            date,
            units,
            amenities,
        }
    }

    /// The path of the file under `root`.
    pub(super) fn path(root: &Path) -> PathBuf {
        root.join(PATH)
    }

    /// The snapshot under `root` of the project with this code, if there is one.
    pub(super) fn read(root: &Path, project: &str) -> Result<Option<Self>, Reason> {
        let path = Self::path(root);
        let damaged = |detail| {
            let message = format!(
                "{}: the snapshot is damaged ({detail}) and is not used: run `site pull` to replace it",
                path.display()
            );
            reason("damaged_snapshot", message)
        };
        match sealed::read::<Self>(&path).map_err(damaged)? {
            Some(snapshot) if snapshot.version != VERSION => Err(damaged(format!(
                "its version is {}, not {VERSION}",
                snapshot.version
            ))),
            Some(Snapshot {
                project: Some(other), ..
            }) if other != project => Err(foreign(&path, &other, project)),
            read => Ok(read),
        }
    }

    /// Stores it under `root`.
    pub(super) fn write(&self, root: &Path) -> Result<(), Reason> {
        let path = Self::path(root);
        sealed::write(&path, self).map_err(|error| {
            let message = format!("{}: the snapshot cannot be written: {error}", path.display());
            reason("unwritten_snapshot", message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::area::Area;
    use platform::money::Money;
    use platform::unit::{Level, Status, UnitCode, UnitUse};
    use std::fs;

    fn snapshot() -> Snapshot {
        let unit = Unit {
            code: UnitCode::new("O-301").unwrap(),
            unit: "301".to_owned(),
            level: Level(3),
            unit_use: UnitUse::new("oficina").unwrap(),
            bathrooms: 1,
            interior: Area(6255),
            terrace: Area(0),
            area: Area(6255),
            price: Money(425_000_050),
            typology: "\"</script>".to_owned(),
            status: Status::Reserved,
        };
        let noon = "2026-11-20T12:00:00.5Z".parse().unwrap();
        Snapshot::new("MUESTRA", noon, "2026-11-20".parse().unwrap(), vec![unit], None)
    }

    #[test]
    fn a_written_snapshot_is_read() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Snapshot::read(root.path(), "MUESTRA"), Ok(None));
        snapshot().write(root.path()).unwrap();
        assert_eq!(Snapshot::read(root.path(), "MUESTRA"), Ok(Some(snapshot())));
        let left: Vec<_> = fs::read_dir(root.path().join(".site/snapshot"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1, "no temporary file remains");
    }

    #[test]
    fn a_snapshot_without_a_time_is_read() {
        let root = tempfile::tempdir().unwrap();
        let earlier = Snapshot {
            pulled_at: None,
            ..snapshot()
        };
        earlier.write(root.path()).unwrap();
        let text = fs::read_to_string(Snapshot::path(root.path())).unwrap();
        assert!(!text.contains("pulled_at"), "{text}");
        assert_eq!(Snapshot::read(root.path(), "MUESTRA"), Ok(Some(earlier)));
    }

    #[test]
    fn a_snapshot_of_another_project_is_not_used() {
        let root = tempfile::tempdir().unwrap();
        snapshot().write(root.path()).unwrap();
        let reason = Snapshot::read(root.path(), "TORRE").unwrap_err();
        assert_eq!(reason.kind, "foreign_snapshot");
        let words =
            "was stored for the project `MUESTRA`, and `platform.project_code` of site.yaml is `TORRE`";
        assert!(reason.message.contains(words), "{reason}");
        let earlier = Snapshot {
            project: None,
            ..snapshot()
        };
        earlier.write(root.path()).unwrap();
        assert_eq!(
            Snapshot::read(root.path(), "TORRE"),
            Ok(Some(earlier)),
            "before codes were stored"
        );
    }

    #[test]
    fn equal_pulls_give_equal_bytes() {
        let root = tempfile::tempdir().unwrap();
        snapshot().write(root.path()).unwrap();
        let first = fs::read(Snapshot::path(root.path())).unwrap();
        snapshot().write(root.path()).unwrap();
        assert_eq!(fs::read(Snapshot::path(root.path())).unwrap(), first);
    }

    #[test]
    fn any_damage_is_detected() {
        let root = tempfile::tempdir().unwrap();
        snapshot().write(root.path()).unwrap();
        let path = Snapshot::path(root.path());
        let whole = fs::read_to_string(&path).unwrap();
        let damaged = [
            whole.replace("425000050", "425000051"),
            whole.replace("reservado", "vendido"),
            whole.replace("\"date\": \"2026-11-20", "\"date\": \"2026-11-21"),
            whole.replace("T12:00:00Z", "T13:00:00Z"),
            whole[..whole.len() / 2].to_owned(),
            String::new(),
            "[".repeat(100_000),
            whole.replace("\"version\": 1", "\"version\": 2"),
            whole.replace("MUESTRA", "OTRA"),
        ];
        for text in damaged {
            fs::write(&path, text).unwrap();
            assert_eq!(
                Snapshot::read(root.path(), "MUESTRA").unwrap_err().kind,
                "damaged_snapshot"
            );
        }
        fs::write(&path, whole.replace('\n', "\n\n")).unwrap();
        assert_eq!(
            Snapshot::read(root.path(), "MUESTRA"),
            Ok(Some(snapshot())),
            "white space is not damage"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_reason() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(".site"), "a file, not a folder").unwrap();
        assert_eq!(
            snapshot().write(root.path()).unwrap_err().kind,
            "unwritten_snapshot"
        );
    }
}
