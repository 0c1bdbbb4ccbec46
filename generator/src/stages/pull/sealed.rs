//! Files that a pull stores under `.site/`: JSON with a checksum. Each is replaced as a whole, so that a power failure
//! leaves the old or the new one; the checksum shows that a file was edited or damaged.

use model::fingerprint::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::Path;

use crate::cache::file;

/// The file: its content and the content's checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<T> {
    sha256: String,
    #[serde(rename = "content", alias = "snapshot")]
    content: T,
}

/// The content of the file at `path`; `None` when there is no file. The error says what is wrong with the file.
pub(super) fn read<T: Serialize + DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read(path) {
        Ok(bytes) => unsealed(&bytes).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes `content` to `path`. A reader, also after a power failure, sees the old file or the new one.
pub(super) fn write<T: Serialize>(path: &Path, content: &T) -> io::Result<()> {
    let sealed = Sealed {
        sha256: checksum(content)?,
        content,
    };
    let mut text = serde_json::to_vec_pretty(&sealed)?;
    text.push(b'\n');
    file::replace_durably(path, &text)
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
    Ok(hex(&Sha256::digest(serde_json::to_vec(content)?)))
}
