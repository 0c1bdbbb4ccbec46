//! What builds remember in the project: JSON with its project and a checksum, replaced as a whole, so that a power failure leaves the
//! old or the new file; a damaged one is not used.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::file;
use model::build_error::InventoryReason;
use model::fingerprint::hex;

/// The folder of what builds remember, from the project's root.
pub const STATE: &str = ".site/snapshot";

/// A file below [`STATE`], and the kinds of reasons why it is not used.
#[derive(Debug)]
pub struct StoredFile {
    /// Its name below [`STATE`].
    pub name: &'static str,
    /// What it holds, in messages.
    pub what: &'static str,
    /// The kind of the reason why it is not used when it is damaged.
    pub damaged: &'static str,
    /// The kind of the reason when it cannot be written.
    pub unwritten: &'static str,
    /// Its version; a file of another one is not used.
    pub version: u32,
    /// What follows when it is damaged.
    pub consequence: &'static str,
}

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
    /// Its path in the project at `root`.
    pub fn path(&self, root: &Path) -> PathBuf {
        root.join(STATE).join(self.name)
    }

    /// The content of the file, which must belong to the project with this code; `None` when there is no file.
    pub fn read<T: Serialize + DeserializeOwned>(
        &self,
        root: &Path,
        project: &str,
    ) -> Result<Option<T>, InventoryReason> {
        let path = self.path(root);
        let StoredFile {
            what, consequence, ..
        } = self;
        let damaged = |error: &dyn ToString| {
            let detail = error.to_string();
            let message = format!(
                "{}: the {what} is damaged ({detail}){consequence}",
                path.display()
            );
            reason(self.damaged, message)
        };
        let bytes = system::read_optional(&path).map_err(|error| damaged(&error))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let file: Checksummed<T> =
            serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        if file.version != self.version {
            return Err(damaged(&format!(
                "its version is {}, not {}",
                file.version, self.version
            )));
        }
        if self
            .checksum(&file.project, &file.content)
            .map_err(|error| damaged(&error))?
            != file.sha256
        {
            return Err(damaged(&"its checksum does not match"));
        }
        if file.project == project {
            return Ok(Some(file.content));
        }
        let message = format!(
            "{}: was stored for the project `{}`, and `platform.project_code` of site.yaml is `{project}`, so it is not used: \
             run `site build` to replace it, or correct the code",
            path.display(),
            file.project
        );
        Err(reason("foreign_snapshot", message))
    }

    /// Replaces the file as a whole.
    pub fn write<T: Serialize>(
        &self,
        root: &Path,
        project: &str,
        content: &T,
    ) -> Result<(), InventoryReason> {
        let path = self.path(root);
        let write = || -> io::Result<()> {
            let sha256 = self.checksum(project, content)?;
            let file = Checksummed {
                sha256,
                version: self.version,
                project: project.to_owned(),
                content,
            };
            let mut text = serde_json::to_vec_pretty(&file)?;
            text.push(b'\n');
            file::replace_durably(&path, &text)
        };
        write().map_err(|error| {
            let message = format!(
                "{}: the {} cannot be written: {error}",
                path.display(),
                self.what
            );
            reason(self.unwritten, message)
        })
    }

    fn checksum(&self, project: &str, content: &impl Serialize) -> serde_json::Result<String> {
        let summed = serde_json::to_vec(&(self.version, project, content))?;
        Ok(hex(&Sha256::digest(summed)))
    }
}

fn reason(kind: &'static str, message: String) -> InventoryReason {
    InventoryReason {
        kind,
        message,
        is_implausible: false,
    }
}
