//! Masters to sizes: from the cache, or by one Node process for all that are missing there.
//!
//! A cached set is a folder named by its key; its record is written before the folder gets that name, so that a
//! folder with the name is whole.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::masters::Master;
use super::{Kind, PictureSet, PictureSize, address, no_library};
use crate::cache::part;
use crate::outputs::node_tool;
use model::build_error::BuildError;
use model::problem::Problem;

/// Where finished sizes are kept, from the root.
const CACHE: &str = ".site/cache/pictures";
/// The program that makes them, from the root.
const PROGRAM: &str = "islands/tools/pictures.mjs";
/// The library's own description; its version is part of the key.
const LIBRARY: &str = "islands/node_modules/sharp/package.json";
const RECORD: &str = "record.json";

#[derive(Serialize)]
struct Request<'a> {
    jobs: Vec<RequestJob<'a>>,
}

#[derive(Serialize)]
struct RequestJob<'a> {
    name: &'a str,
    master: PathBuf,
    out: &'a Path,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Refused { error: String },
    Made(Record),
}

#[derive(Deserialize, Serialize)]
struct Record {
    width: u32,
    height: u32,
    colour: String,
    files: Vec<RecordFile>,
}

#[derive(Deserialize, Serialize)]
struct RecordFile {
    file: String,
    kind: Kind,
    width: u32,
}

/// The set of every master, in their order.
pub(super) fn sets(root: &Path, node: &Path, masters: &[Master]) -> Result<Vec<PictureSet>, BuildError> {
    if masters.is_empty() {
        return Ok(Vec::new());
    }
    let cache = std::path::absolute(root.join(CACHE)).map_err(BuildError::at(root))?;
    fs::create_dir_all(&cache).map_err(BuildError::at(&cache))?;
    let maker = maker_digest(root)?;
    let folders: Vec<PathBuf> = masters
        .iter()
        .map(|master| cache.join(key(&maker, master)))
        .collect();
    let missing: Vec<(&Master, &PathBuf)> = masters
        .iter()
        .zip(&folders)
        .filter(|(_, folder)| !folder.join(RECORD).is_file())
        .collect();
    if !missing.is_empty() {
        size(root, node, &missing)?;
    }
    let read = |(master, folder): (&Master, &PathBuf)| read_set(master, folder);
    masters.par_iter().zip(&folders).map(read).collect()
}

fn size(root: &Path, node: &Path, missing: &[(&Master, &PathBuf)]) -> Result<(), BuildError> {
    // Two builds at once do not meet in one folder.
    let part = part::ending();
    let parts: Vec<PathBuf> = missing
        .iter()
        .map(|(_, folder)| folder.with_extension(&part))
        .collect();
    let mut jobs = Vec::with_capacity(missing.len());
    for ((master, _), out) in missing.iter().zip(&parts) {
        // What a build that was stopped left behind.
        let _ = fs::remove_dir_all(out);
        fs::create_dir_all(out).map_err(BuildError::at(out))?;
        jobs.push(RequestJob {
            name: &master.name,
            master: std::path::absolute(root.join(&master.file)).map_err(BuildError::at(out))?,
            out,
        });
    }
    let request = Request { jobs };
    let answers: Vec<Answer> = node_tool::run(node, &root.join(PROGRAM), &request, missing.len())
        .map_err(|error| no_library(&error))?;
    let mut problems = Vec::new();
    for (((master, folder), part), answer) in missing.iter().zip(&parts).zip(answers) {
        match answer {
            Answer::Refused { error } => {
                let message = format!("cannot be read as a picture: {error}");
                problems.push(Problem::in_file(&master.file, message));
                let _ = fs::remove_dir_all(part);
            }
            Answer::Made(record) => keep(&record, part, folder)?,
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(BuildError::Problems(problems)),
    }
}

fn keep(record: &Record, part: &Path, folder: &Path) -> Result<(), BuildError> {
    let path = part.join(RECORD);
    let json = serde_json::to_vec(record).map_err(|error| BuildError::at(&path)(error.into()))?;
    fs::write(&path, json).map_err(BuildError::at(&path))?;
    match fs::rename(part, folder) {
        // Another build was as fast: what it made is the same.
        Err(_) if folder.join(RECORD).is_file() => fs::remove_dir_all(part).map_err(BuildError::at(part)),
        // Somebody emptied it.
        Err(_) if folder.is_dir() => fs::remove_dir_all(folder)
            .and_then(|()| fs::rename(part, folder))
            .map_err(BuildError::at(folder)),
        result => result.map_err(BuildError::at(part)),
    }
}

fn read_set(master: &Master, folder: &Path) -> Result<PictureSet, BuildError> {
    let path = folder.join(RECORD);
    let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
    let record: Record =
        serde_json::from_slice(&bytes).map_err(|error| BuildError::at(&path)(error.into()))?;
    let read = |file: &RecordFile| {
        let kept = folder.join(&file.file);
        let bytes = fs::read(&kept).map_err(BuildError::at(&kept))?;
        let hash = short(&Sha256::digest(&bytes));
        Ok(PictureSize {
            kind: file.kind,
            width: file.width,
            url: address(&master.name, file.width, &hash, file.kind),
            bytes: bytes.into(),
            kept,
        })
    };
    Ok(PictureSet {
        name: master.name.clone(),
        width: record.width,
        height: record.height,
        colour: record.colour,
        sizes: record.files.iter().map(read).collect::<Result<_, BuildError>>()?,
        master: master.file.clone(),
    })
}

/// A digest of what decides how sizes come out, beside the masters.
fn maker_digest(root: &Path) -> Result<Vec<u8>, BuildError> {
    let mut digest = Sha256::new();
    for path in [root.join(PROGRAM), root.join(LIBRARY)] {
        let bytes = fs::read(&path).map_err(|_| no_library(&format!("{} is missing", path.display())))?;
        digest.update(&bytes);
    }
    Ok(digest.finalize().to_vec())
}

fn key(maker: &[u8], master: &Master) -> String {
    let mut digest = Sha256::new();
    digest.update(maker);
    digest.update(master.digest);
    format!("{}-{}", master.name, short(&digest.finalize()))
}

/// The first ten hexadecimal digits.
fn short(digest: &[u8]) -> String {
    digest.iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}
