//! Files that a pull keeps under `.site/`: JSON with a checksum. Each is written whole or not at all, so that a machine
//! that loses power keeps the old or the new one; one that was changed by other hands is recognised.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The file: what is kept, and its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<T> {
    sha256: String,
    #[serde(rename = "content", alias = "snapshot")]
    content: T,
}

/// What is kept at `path`; `None` when nothing is. The error says what is wrong with the file.
pub(super) fn read<T: Serialize + DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read(path) {
        Ok(bytes) => unsealed(&bytes).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Keeps `content` at `path`. A reader, or the machine losing power, sees the old file or the new one.
pub(super) fn write<T: Serialize>(path: &Path, content: &T) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let sealed = Sealed {
        sha256: checksum(content)?,
        content,
    };
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(io::BufWriter::new(file.as_file_mut()), &sealed)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

fn unsealed<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let sealed: Sealed<T> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let checksum = checksum(&sealed.content).map_err(|error| error.to_string())?;
    if checksum == sealed.sha256 {
        Ok(sealed.content)
    } else {
        Err("its checksum does not match".to_owned())
    }
}

/// Over the canonical JSON of the content, so that white space makes no difference and values do.
fn checksum(content: &impl Serialize) -> io::Result<String> {
    let digest = Sha256::digest(serde_json::to_vec(content)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
