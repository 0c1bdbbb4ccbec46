//! What is known of the last site's unit pages: what each was made from, and how its file was left. Lies under
//! `.site/`; a damaged or missing file only means that every page is made again.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use model::fingerprint::Fingerprint;

/// Raised when the file's shape changes.
const VERSION: &[u8] = b"pages 1\n";
const FILE: &str = "pages.bin";

/// How a file was left. Whoever touches it leaves it otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    length: u64,
    modified: i64,
    inode: u64,
}

impl Stamp {
    pub(super) fn of(about: &Metadata) -> Stamp {
        Stamp {
            length: about.len(),
            modified: nanoseconds(about),
            inode: about.ino(),
        }
    }
}

/// When a file or folder was changed last, in nanoseconds since 1970.
pub(super) fn nanoseconds(about: &Metadata) -> i64 {
    about
        .mtime()
        .wrapping_mul(1_000_000_000)
        .wrapping_add(about.mtime_nsec())
}

/// One unit page, or its twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptPage {
    /// What it was made from.
    pub(super) inputs: Fingerprint,
    /// Whether it was also made from the whole inventory.
    pub(super) whole_inventory: bool,
    pub(super) stamp: Stamp,
}

/// The pages by path below the site's folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    /// The whole inventory that they were made from.
    pub(super) inventory: Fingerprint,
    pub(super) pages: HashMap<String, KeptPage>,
}

impl Kept {
    pub(super) fn read(folder: &Path) -> Kept {
        let bytes = fs::read(folder.join(FILE)).unwrap_or_default();
        decode(&bytes).unwrap_or_default()
    }

    /// Replaces the file whole.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
        fresh.write_all(&encode(self))?;
        fresh.persist(folder.join(FILE))?;
        Ok(())
    }
}

fn encode(kept: &Kept) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(kept.pages.len() * 80 + 32);
    bytes.extend_from_slice(VERSION);
    bytes.extend_from_slice(&kept.inventory);
    for (path, page) in &kept.pages {
        // A path too long for its length's two bytes is not kept.
        let Ok(length) = u16::try_from(path.len()) else {
            continue;
        };
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(path.as_bytes());
        bytes.extend_from_slice(&page.inputs);
        bytes.push(u8::from(page.whole_inventory));
        bytes.extend_from_slice(&page.stamp.length.to_le_bytes());
        bytes.extend_from_slice(&page.stamp.modified.to_le_bytes());
        bytes.extend_from_slice(&page.stamp.inode.to_le_bytes());
    }
    bytes
}

fn decode(bytes: &[u8]) -> Option<Kept> {
    let (inventory, mut rest) = bytes.strip_prefix(VERSION)?.split_first_chunk::<16>()?;
    let mut pages = HashMap::with_capacity(rest.len() / 70);
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<2>()?;
        let (path, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        let (inputs, after) = after.split_first_chunk::<16>()?;
        let (whole, after) = after.split_first()?;
        let (length, after) = after.split_first_chunk::<8>()?;
        let (modified, after) = after.split_first_chunk::<8>()?;
        let (inode, after) = after.split_first_chunk::<8>()?;
        let stamp = Stamp {
            length: u64::from_le_bytes(*length),
            modified: i64::from_le_bytes(*modified),
            inode: u64::from_le_bytes(*inode),
        };
        let page = KeptPage {
            inputs: *inputs,
            whole_inventory: *whole == 1,
            stamp,
        };
        pages.insert(std::str::from_utf8(path).ok()?.to_owned(), page);
        rest = after;
    }
    Some(Kept {
        inventory: *inventory,
        pages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_a_damaged_file_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = Stamp {
            length: 3,
            modified: -5,
            inode: 7,
        };
        let page = KeptPage {
            inputs: [9; 16],
            whole_inventory: true,
            stamp,
        };
        let kept = Kept {
            inventory: [1; 16],
            pages: HashMap::from([("inventario/O-301.html".to_owned(), page)]),
        };
        kept.write(folder.path()).unwrap();
        assert_eq!(Kept::read(folder.path()), kept);
        let file = folder.path().join(FILE);
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(Kept::read(folder.path()), Kept::default());
    }
}
