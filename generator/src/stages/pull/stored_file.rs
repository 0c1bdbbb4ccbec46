//! Files that a pull stores under `.site/snapshot/`: JSON with the project that it belongs to and a checksum. Each is
//! replaced as a whole, so that a power failure leaves the old or the new one; the checksum shows that a file was edited or
//! damaged.

use std::fs;
use std::io;
use std::path::Path;

use model::fingerprint::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cache::file;

/// Files of another version are not used.
const VERSION: u32 = 1;

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

/// Why a stored file is not used.
pub(super) enum Unusable {
    /// It cannot be read, or its checksum does not match; what is wrong.
    Damaged(String),
    /// It belongs to the project with this code.
    OtherProject(String),
}

/// The content of the file at `path`, which must belong to the project with this code; `None` when there is no file.
pub(super) fn read<T: Serialize + DeserializeOwned>(
    path: &Path,
    project: &str,
) -> Result<Option<T>, Unusable> {
    let damaged = |error: &dyn ToString| Unusable::Damaged(error.to_string());
    let bytes = match fs::read(path) {
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
        false => Err(Unusable::OtherProject(file.project)),
    }
}

/// Writes `content` of the project with this code to `path`.
pub(super) fn write<T: Serialize>(path: &Path, project: &str, content: &T) -> io::Result<()> {
    let file = Checksummed {
        sha256: checksum(project, content)?,
        version: VERSION,
        project: project.to_owned(),
        content,
    };
    let mut text = serde_json::to_vec_pretty(&file)?;
    text.push(b'\n');
    file::replace_durably(path, &text)
}

fn checksum(project: &str, content: &impl Serialize) -> serde_json::Result<String> {
    Ok(hex(&Sha256::digest(serde_json::to_vec(&(VERSION, project, content))?)))
}
