//! The manifest of the last site: what it was made from, what its build reported, and the state of each file. It is
//! stored under `.site/`; without it, or when it is damaged, the whole site is made again.

use std::collections::HashMap;
use std::fs::{self, DirEntry, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::file;
use model::fingerprint::Fingerprint;

/// The manifest's file. Another name whenever [`SiteManifest`] changes its fields.
const FILE: &str = "site-manifest.bin";

/// How many entries of a folder a thread compares at once.
const ENTRIES_AT_ONCE: usize = 256;

/// The state of a file. Any change to the file changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Stamp {
    length: u64,
    modified: i64,
    inode: u64,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Stamp {
        Stamp {
            length: metadata.len(),
            modified: modified(metadata),
            inode: metadata.ino(),
        }
    }

    /// The state of the file at `path`; nothing when there is none.
    pub(super) fn at(path: &Path) -> Option<Stamp> {
        fs::symlink_metadata(path)
            .ok()
            .map(|metadata| Stamp::of(&metadata))
    }
}

/// The last modification of a file or folder, in nanoseconds since 1970.
pub(super) fn modified(metadata: &Metadata) -> i64 {
    metadata
        .mtime()
        .wrapping_mul(1_000_000_000)
        .wrapping_add(metadata.mtime_nsec())
}

/// One file of a site.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct FileEntry {
    pub(super) stamp: Stamp,
    /// What a unit's page, its Markdown alternate or a unit's sheet was made from; nothing for all other files.
    pub(super) page: Option<PageInputs>,
    /// Whether the next site takes it over.
    #[serde(skip)]
    is_kept: AtomicBool,
}

impl FileEntry {
    pub(super) fn new(stamp: Stamp, page: Option<PageInputs>) -> FileEntry {
        FileEntry {
            stamp,
            page,
            is_kept: AtomicBool::new(false),
        }
    }

    /// Takes the file over into the next site.
    pub(super) fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// Whether the next site takes it over.
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept.load(Ordering::Relaxed)
    }
}

/// What a page was made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct PageInputs {
    /// Their fingerprint.
    pub(super) fingerprint: Fingerprint,
    /// Whether it was also made from the whole inventory.
    pub(super) uses_whole_inventory: bool,
}

/// What a build was made from and what it reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct BuildRecord {
    /// The fingerprint of the author's files, of the program and of the settings.
    pub sources: Fingerprint,
    /// The fingerprint of the pulled inventory.
    pub inventory: Fingerprint,
    /// The report, in a form that the pipeline reads.
    pub report: String,
}

/// See the module.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct SiteManifest {
    pub(super) build: BuildRecord,
    /// The fingerprint of all units and months together.
    pub(super) units: Fingerprint,
    /// The files by path below the output folder.
    pub(super) files: HashMap<String, FileEntry>,
}

impl SiteManifest {
    /// The manifest in `folder`; empty when it is missing or damaged.
    pub(super) fn read(folder: &Path) -> SiteManifest {
        file::read_value(&folder.join(FILE)).unwrap_or_default()
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        file::replace_with_value(&folder.join(FILE), self)
    }

    /// The paths of the files that the next site takes over.
    pub(super) fn kept(&self) -> impl Iterator<Item = &str> {
        let kept = self.files.iter().filter(|(_, entry)| entry.is_kept());
        kept.map(|(path, _)| path.as_str())
    }

    /// Whether the next site takes over the file at this path.
    pub(super) fn keeps(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(FileEntry::is_kept)
    }

    /// Whether the site at `out` has these files and no others, and nobody changed one of them.
    pub(super) fn is_intact(&self, out: &Path) -> bool {
        !self.files.is_empty() && self.unchanged_in(out, "") == Some(self.files.len())
    }

    /// How many files the folder has, which is at `below` in the site; none if one is unknown or was changed.
    fn unchanged_in(&self, folder: &Path, below: &str) -> Option<usize> {
        let entries: Vec<DirEntry> = fs::read_dir(folder).ok()?.collect::<io::Result<_>>().ok()?;
        let parts = entries.par_chunks(ENTRIES_AT_ONCE);
        parts.map(|part| self.unchanged_of(part, below)).sum()
    }

    /// The same for some entries of a folder.
    fn unchanged_of(&self, entries: &[DirEntry], below: &str) -> Option<usize> {
        let mut count = 0;
        let mut path = below.to_owned();
        for entry in entries {
            path.truncate(below.len());
            path.push_str(entry.file_name().to_str()?);
            if entry.file_type().ok()?.is_dir() {
                path.push('/');
                count += self.unchanged_in(&entry.path(), &path)?;
                continue;
            }
            // Within its folder a file is found faster than by its whole path.
            let stamp = Stamp::of(&entry.metadata().ok()?);
            self.files.get(&path).filter(|known| known.stamp == stamp)?;
            count += 1;
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(stamp: Stamp) -> FileEntry {
        let page = PageInputs {
            fingerprint: [9; 16],
            uses_whole_inventory: true,
        };
        FileEntry::new(stamp, Some(page))
    }

    fn manifest(files: impl IntoIterator<Item = (String, FileEntry)>) -> SiteManifest {
        SiteManifest {
            build: BuildRecord {
                sources: [1; 16],
                inventory: [2; 16],
                report: "{}".to_owned(),
            },
            units: [3; 16],
            files: files.into_iter().collect(),
        }
    }

    #[test]
    fn a_manifest_survives_writing_and_a_damaged_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = Stamp {
            length: 3,
            modified: -5,
            inode: 7,
        };
        let manifest = manifest([("inventario/O-301.html".to_owned(), entry(stamp))]);
        manifest.write(folder.path()).unwrap();
        let content = |manifest: SiteManifest| postcard::to_stdvec(&manifest).unwrap();
        let empty = content(SiteManifest::default());
        assert_eq!(content(SiteManifest::read(folder.path())), content(manifest));
        let file = folder.path().join(FILE);
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(content(SiteManifest::read(folder.path())), empty);
    }

    #[test]
    fn a_site_is_intact_until_a_file_is_changed_added_or_removed() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        let paths = ["a.html", "en/b.html"].map(|path| out.join(path));
        fs::create_dir(out.join("en")).unwrap();
        let write = || {
            paths.iter().for_each(|path| fs::write(path, "one").unwrap());
            manifest(paths.iter().map(|path| {
                let name = path.strip_prefix(out).unwrap().to_string_lossy().into_owned();
                (name, entry(Stamp::at(path).unwrap()))
            }))
        };
        assert!(write().is_intact(out));
        let site = write();
        fs::write(&paths[1], "three").unwrap();
        assert!(!site.is_intact(out), "changed");
        let site = write();
        fs::write(out.join("en/c.html"), "").unwrap();
        assert!(!site.is_intact(out), "added");
        fs::remove_file(out.join("en/c.html")).unwrap();
        assert!(site.is_intact(out));
        fs::remove_file(&paths[0]).unwrap();
        assert!(!site.is_intact(out), "removed");
        assert!(
            !SiteManifest::default().is_intact(&out.join("missing")),
            "no site"
        );
    }
}
