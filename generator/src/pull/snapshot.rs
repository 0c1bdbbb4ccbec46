//! The last good pull, kept at `.site/snapshot/inventory.json`: only the fields that the site shows, the day, and a
//! checksum. It is written whole or not at all; one that was changed by other hands is recognised and not used.

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::reason::Reason;

/// Where it stands under the project's root.
const PATH: &str = ".site/snapshot/inventory.json";

/// Snapshots of another shape are not read.
const VERSION: u32 = 1;

/// A good pull.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    version: u32,
    /// The day of the pull.
    pub(super) date: Date,
    /// The units, in the site's order.
    pub(super) units: Vec<Unit>,
    /// The amenities of the last good amenity list; `None` when there never was one.
    pub(super) amenities: Option<Vec<Amenity>>,
}

/// The file: the snapshot and its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    sha256: String,
    snapshot: Snapshot,
}

impl Snapshot {
    /// What a good pull of `date` is kept as.
    pub(super) fn new(date: Date, units: Vec<Unit>, amenities: Option<Vec<Amenity>>) -> Self {
        Self {
            version: VERSION,
            date,
            units,
            amenities,
        }
    }

    /// The path of the file under `root`.
    pub(super) fn path(root: &Path) -> PathBuf {
        root.join(PATH)
    }

    /// The snapshot under `root`, if there is one.
    pub(super) fn read(root: &Path) -> Result<Option<Self>, Reason> {
        let path = Self::path(root);
        match fs::read(&path) {
            Ok(bytes) => unsealed(&bytes)
                .map(Some)
                .map_err(|detail| Reason::DamagedSnapshot { path, detail }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Reason::DamagedSnapshot {
                path,
                detail: error.to_string(),
            }),
        }
    }

    /// Keeps it under `root`. A reader, or the machine losing power, sees the old file or the new one.
    pub(super) fn write(&self, root: &Path) -> Result<(), Reason> {
        let path = Self::path(root);
        self.write_to(&path).map_err(|error| Reason::UnwrittenSnapshot {
            path,
            detail: error.to_string(),
        })
    }

    fn write_to(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(folder)?;
        let sealed = Sealed {
            sha256: self.checksum()?,
            snapshot: self.clone(),
        };
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(io::BufWriter::new(file.as_file_mut()), &sealed)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    }

    /// Over the canonical JSON of the content, so that white space makes no difference and values do.
    fn checksum(&self) -> io::Result<String> {
        let digest = Sha256::digest(serde_json::to_vec(self)?);
        Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

fn unsealed(bytes: &[u8]) -> Result<Snapshot, String> {
    let sealed: Sealed = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let checksum = sealed.snapshot.checksum().map_err(|error| error.to_string())?;
    if checksum != sealed.sha256 {
        return Err("its checksum does not match".to_owned());
    }
    if sealed.snapshot.version != VERSION {
        return Err(format!(
            "its version is {}, not {VERSION}",
            sealed.snapshot.version
        ));
    }
    Ok(sealed.snapshot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::area::Area;
    use platform::money::Money;
    use platform::unit::{Level, Status, UnitCode, UnitUse};

    fn snapshot() -> Snapshot {
        let unit = Unit {
            code: UnitCode::new("O-301").unwrap(),
            unit: "301".to_owned(),
            level: Level(3),
            unit_use: UnitUse::Oficina,
            bathrooms: 1,
            interior: Area(6255),
            terrace: Area(0),
            area: Area(6255),
            price: Money(425_000_050),
            typology: "\"</script>".to_owned(),
            status: Status::Reservado,
        };
        Snapshot::new("2026-11-20".parse().unwrap(), vec![unit], None)
    }

    #[test]
    fn what_is_kept_is_read() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Snapshot::read(root.path()), Ok(None));
        snapshot().write(root.path()).unwrap();
        assert_eq!(Snapshot::read(root.path()), Ok(Some(snapshot())));
        let left: Vec<_> = fs::read_dir(root.path().join(".site/snapshot"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1, "no temporary file stays");
    }

    #[test]
    fn equal_pulls_are_equal_bytes() {
        let root = tempfile::tempdir().unwrap();
        snapshot().write(root.path()).unwrap();
        let first = fs::read(Snapshot::path(root.path())).unwrap();
        snapshot().write(root.path()).unwrap();
        assert_eq!(fs::read(Snapshot::path(root.path())).unwrap(), first);
    }

    #[test]
    fn any_damage_is_seen() {
        let root = tempfile::tempdir().unwrap();
        snapshot().write(root.path()).unwrap();
        let path = Snapshot::path(root.path());
        let whole = fs::read_to_string(&path).unwrap();
        let damaged = [
            whole.replace("425000050", "425000051"),
            whole.replace("reservado", "vendido"),
            whole.replace("2026-11-20", "2026-11-21"),
            whole[..whole.len() / 2].to_owned(),
            String::new(),
            "[".repeat(100_000),
            whole.replace("\"version\": 1", "\"version\": 2"),
        ];
        for text in damaged {
            fs::write(&path, text).unwrap();
            assert!(matches!(
                Snapshot::read(root.path()),
                Err(Reason::DamagedSnapshot { .. })
            ));
        }
        fs::write(&path, whole.replace('\n', "\n\n")).unwrap();
        assert_eq!(
            Snapshot::read(root.path()),
            Ok(Some(snapshot())),
            "white space is no damage"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_reason() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(".site"), "a file, not a folder").unwrap();
        assert!(matches!(
            snapshot().write(root.path()),
            Err(Reason::UnwrittenSnapshot { .. })
        ));
    }
}
