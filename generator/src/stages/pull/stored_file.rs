//! Files that pulls and builds store under `.site/snapshot/`: JSON with the project that it belongs to and a checksum. Each is
//! replaced as a whole, so that a power failure leaves the old or the new one; the checksum shows that a file was edited or
//! damaged.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use model::fingerprint::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::STATE;
use super::reason::{Reason, other_project, reason};
use crate::cache::file;

/// Files of another version are not used.
const VERSION: u32 = 1;

/// The last good inventory.
pub(super) const SNAPSHOT: StoredFile = StoredFile {
    name: "inventory.json",
    what: "snapshot",
    damaged: "damaged_snapshot",
    unwritten: "unwritten_snapshot",
    consequence: " and is not used: run `site pull` to replace it",
};

/// The history of its changes.
pub(super) const HISTORY: StoredFile = StoredFile {
    name: "history.json",
    what: "history",
    damaged: "damaged_history",
    unwritten: "unwritten_history",
    consequence: ": news and redirects of earlier units begin again with the next good pull",
};

/// The contents of pages at the last build.
pub(super) const PAGES: StoredFile = StoredFile {
    name: "pages.json",
    what: "list of pages",
    damaged: "damaged_pages",
    unwritten: "unwritten_pages",
    consequence: ": the sitemap has days again from the next change of each page",
};

/// A file below [`STATE`], and the kinds of reasons why it is not used.
pub(super) struct StoredFile {
    name: &'static str,
    what: &'static str,
    damaged: &'static str,
    unwritten: &'static str,
    /// What follows when it is damaged.
    consequence: &'static str,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checksummed<T> {
    /// Of the canonical JSON of the rest, so that white space makes no difference and values do.
    sha256: String,
    version: u32,
    /// `platform.project_code` of the pull.
    project: String,
    content: T,
}

impl StoredFile {
    /// Where it is in the project at `root`.
    pub(super) fn path(&self, root: &Path) -> PathBuf {
        root.join(STATE).join(self.name)
    }

    /// The content of the file, which must belong to the project with this code; `None` when there is no file.
    pub(super) fn read<T: Serialize + DeserializeOwned>(
        &self,
        root: &Path,
        project: &str,
    ) -> Result<Option<T>, Reason> {
        let path = self.path(root);
        let StoredFile { what, consequence, .. } = self;
        let damaged = |error: &dyn ToString| {
            let detail = error.to_string();
            let message = format!("{}: the {what} is damaged ({detail}){consequence}", path.display());
            reason(self.damaged, message)
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(damaged(&error)),
        };
        let file: Checksummed<T> = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        if file.version != VERSION {
            return Err(damaged(&format!("its version is {}, not {VERSION}", file.version)));
        }
        if checksum(&file.project, &file.content).map_err(|error| damaged(&error))? != file.sha256 {
            return Err(damaged(&"its checksum does not match"));
        }
        match file.project == project {
            true => Ok(Some(file.content)),
            false => Err(other_project(&path, &file.project, project)),
        }
    }

    /// Writes `content` of the project with this code.
    pub(super) fn write<T: Serialize>(&self, root: &Path, project: &str, content: &T) -> Result<(), Reason> {
        let path = self.path(root);
        let write = || -> io::Result<()> {
            let sha256 = checksum(project, content)?;
            let file = Checksummed { sha256, version: VERSION, project: project.to_owned(), content };
            let mut text = serde_json::to_vec_pretty(&file)?;
            text.push(b'\n');
            file::replace_durably(&path, &text)
        };
        write().map_err(|error| {
            let message = format!("{}: the {} cannot be written: {error}", path.display(), self.what);
            reason(self.unwritten, message)
        })
    }
}

fn checksum(project: &str, content: &impl Serialize) -> serde_json::Result<String> {
    Ok(hex(&Sha256::digest(serde_json::to_vec(&(VERSION, project, content))?)))
}
