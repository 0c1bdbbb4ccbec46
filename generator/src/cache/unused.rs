//! Room in a cache: what earlier builds made is kept for a while, for the builds of other data or branches.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Removes the oldest files of a folder that `is_used` does not know, beyond the newest `kept` of them. A file that
/// cannot be removed costs only its room.
pub(crate) fn forget(folder: &Path, kept: usize, is_used: impl Fn(&Path) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut unused: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter(|entry| !is_used(&entry.path()))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    unused.sort_unstable_by(|one, other| other.cmp(one));
    for (_, path) in unused.into_iter().skip(kept) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_newest_and_what_is_used_stay() {
        let folder = tempfile::tempdir().unwrap();
        for age in 0..5 {
            let file = File::create(folder.path().join(format!("{age}.pdf"))).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            file.set_modified(time).unwrap();
        }
        forget(folder.path(), 2, |path| path.ends_with("4.pdf"));
        let stays = |age| folder.path().join(format!("{age}.pdf")).exists();
        assert_eq!([0, 1, 2, 3, 4].map(stays), [true, true, false, false, true]);
        forget(&folder.path().join("none"), 0, |_| false);
    }
}
