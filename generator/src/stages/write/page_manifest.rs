//! The manifest of the last site's unit pages and unit sheets: what each was made from, and the state of its file. It is
//! stored under `.site/`; without it, or when it is damaged, all of them are made again.

use std::collections::HashMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cache::file;
use model::fingerprint::Fingerprint;

/// The manifest's file. Another name whenever [`PageManifest`] changes its fields.
const FILE: &str = "page-manifest.bin";

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
}

/// The last modification of a file or folder, in nanoseconds since 1970.
pub(super) fn modified(metadata: &Metadata) -> i64 {
    metadata
        .mtime()
        .wrapping_mul(1_000_000_000)
        .wrapping_add(metadata.mtime_nsec())
}

/// One unit page, its Markdown alternate, or a unit sheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct PageEntry {
    /// The fingerprint of what it was made from.
    pub(super) inputs: Fingerprint,
    /// Whether it was also made from the whole inventory.
    pub(super) uses_whole_inventory: bool,
    pub(super) stamp: Stamp,
}

/// The unit pages of a site.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct PageManifest {
    /// The fingerprint of the whole inventory.
    pub(super) inventory: Fingerprint,
    /// The pages by path below the output folder.
    pub(super) pages: HashMap<String, PageEntry>,
}

impl PageManifest {
    /// The manifest in `folder`; empty when it is missing or damaged.
    pub(super) fn read(folder: &Path) -> PageManifest {
        file::read_value(&folder.join(FILE)).unwrap_or_default()
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        file::replace_with_value(&folder.join(FILE), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_survives_writing_and_a_damaged_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = Stamp {
            length: 3,
            modified: -5,
            inode: 7,
        };
        let page = PageEntry {
            inputs: [9; 16],
            uses_whole_inventory: true,
            stamp,
        };
        let manifest = PageManifest {
            inventory: [1; 16],
            pages: HashMap::from([("inventario/O-301.html".to_owned(), page)]),
        };
        manifest.write(folder.path()).unwrap();
        assert_eq!(PageManifest::read(folder.path()), manifest);
        let file = folder.path().join(FILE);
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(PageManifest::read(folder.path()), PageManifest::default());
    }
}
