//! Files that are replaced as a whole: a reader sees the old content or the new one, never a part. Or that are created.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use system::{flush_names, parent};

/// Replaces the file at `path`, and creates its folder where there is none.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    system::replace(path, bytes, |_| Ok(()))
}

/// Replaces the file at `path` like [`replace`]; after a power failure, too, the old or the new content is there.
pub(crate) fn replace_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    system::replace(path, bytes, File::sync_all)?;
    flush_names(parent(path))
}

/// Creates the file at `path`, and its folder where there is none.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(parent(path))?;
    File::create_new(path)?.write_all(bytes)
}

/// The value that [`replace_with_value`] wrote at `path`; nothing when the file is missing or damaged.
pub(crate) fn read_value<T: DeserializeOwned>(path: &Path) -> Option<T> {
    match postcard::take_from_bytes(&fs::read(path).ok()?) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}

/// Replaces the file at `path` with a value. Its binary form does not describe itself: a type that changes needs another path.
pub(crate) fn replace_with_value(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_extend(value, Vec::new()).map_err(io::Error::other)?;
    replace(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_file_is_replaced_and_no_temporary_file_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("below/a.txt");
        replace(&path, b"one").unwrap();
        replace_durably(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let ordinary = folder.path().join("ordinary");
        fs::write(&ordinary, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&ordinary));
    }

    #[test]
    fn a_truncated_or_extended_value_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value");
        let value = vec!["a".to_owned(), "ñ".to_owned()];
        replace_with_value(&path, &value).unwrap();
        assert_eq!(read_value(&path), Some(value));
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(read_value::<Vec<String>>(&path), None);
        fs::write(&path, [&bytes[..], b"x"].concat()).unwrap();
        assert_eq!(read_value::<Vec<String>>(&path), None);
    }
}
