//! The output folder as the last build left it, before a new site is written there.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::site_manifest::{FileEntry, SiteManifest, Stamp};
use super::{BuildRecord, SiteWriter, Written, compare, is_built, standby, swap};
use crate::cache::file::parent;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;

/// See the module.
#[derive(Debug)]
pub struct LastSite {
    pub(super) out: PathBuf,
    /// Whether there is no last site to compare with.
    pub(super) is_first: bool,
    /// The folder in which the new site is assembled.
    pub(super) staging: PathBuf,
    /// The folder of the manifest and of the standby output; without it neither is stored.
    pub(super) state: Option<PathBuf>,
    /// The paths in which the standby output differs from the last site, when there is a standby output.
    pub(super) standby_differences: Option<BTreeSet<String>>,
    pub(super) manifest: SiteManifest,
    /// Whether nobody changed a file of it; not known before [`LastSite::is_intact`].
    is_intact: OnceLock<bool>,
}

impl LastSite {
    /// The last site at `out`. `state` is a folder below `.site/`. The caller holds the project's lock until the new site
    /// is finished.
    ///
    /// # Errors
    /// `out` holds something else, or the files of a build that was killed cannot be removed.
    pub fn open(out: &Path, state: Option<&Path>) -> Result<LastSite, BuildError> {
        swap::recover(out)?;
        refuse_foreign(out)?;
        let state = state
            .filter(|state| is_same_file_system(state, out))
            .map(Path::to_owned);
        let standby_differences = state.as_ref().and_then(|state| standby::differences(state, out));
        let staging = match &state {
            Some(state) => standby::folder(state),
            None => swap::staging(out),
        };
        if standby_differences.is_none() {
            swap::remove(&staging)?;
        }
        let is_first = !out.exists();
        let manifest = state.as_deref().filter(|_| !is_first).map(SiteManifest::read);
        Ok(LastSite {
            out: out.to_owned(),
            is_first,
            staging,
            state,
            standby_differences,
            manifest: manifest.unwrap_or_default(),
            is_intact: OnceLock::new(),
        })
    }

    /// What its build was made from and reported; empty when nothing is known of it.
    pub fn record(&self) -> &BuildRecord {
        &self.manifest.build
    }

    /// Whether it has the files that its build wrote and no others, and nobody changed one of them. Files that are found
    /// unchanged here are not compared again.
    pub fn is_intact(&self) -> bool {
        *self.is_intact.get_or_init(|| self.manifest.is_intact(&self.out))
    }

    /// The result of a build that makes the same site again.
    pub fn unchanged(&self) -> Written {
        Written {
            changed: Vec::new(),
            unchanged: self.manifest.files.len(),
        }
    }

    /// Whether the file at `path` is as the last build wrote it.
    pub(super) fn has(&self, path: &str, entry: &FileEntry) -> bool {
        self.is_intact.get() == Some(&true) || Stamp::at(&self.out.join(path)) == Some(entry.stamp)
    }

    /// The paths of its files that are not known.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub(super) fn others(&self, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, BuildError> {
        match self.is_intact.get() {
            Some(true) => {
                let files = self.manifest.files.iter();
                let others = files.filter(|(path, entry)| !entry.is_kept() && !is_known(path));
                Ok(others.map(|(path, _)| path.clone()).collect())
            }
            _ => compare::others(&self.out, is_known),
        }
    }

    /// What writes the new site. `units` is the fingerprint of all its units and months.
    pub fn replace(self, units: Fingerprint) -> SiteWriter {
        SiteWriter::new(self, units)
    }
}

/// Whether both are on the same file system, where files can be linked and folders exchanged.
fn is_same_file_system(state: &Path, out: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.dev());
    let existing = if out.exists() { out } else { parent(out) };
    let is_created = fs::create_dir_all(state).is_ok();
    is_created && device(state).is_some() && device(state) == device(existing)
}

fn refuse_foreign(out: &Path) -> Result<(), BuildError> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(BuildError::at(out)(error)),
    };
    if entries.next().is_none() || is_built(out) {
        Ok(())
    } else {
        Err(BuildError::ForeignOutput(out.to_owned()))
    }
}
