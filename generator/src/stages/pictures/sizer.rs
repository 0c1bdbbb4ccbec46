//! Makes the sizes of masters: from the store, or in one Node process for all that the store lacks.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::masters::Master;
use super::{PictureKind, PictureSet, PictureSize};
use crate::cache::store::{Key, Kind};
use crate::node::{NodeTool, Tools};
use formats::code::Code;
use formats::problem::{self, Problem};
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::output::ASSETS;

const TOOL: NodeTool = NodeTool {
    makes: "the pictures",
    program: "islands/tools/pictures.mjs",
    library: "sharp",
    results: Kind { name: "picture-sets", unused_kept: 60 },
};
/// How many bytes of a file's hash its address shows.
const HASH: usize = 5;

#[derive(Deserialize)]
#[serde(untagged)]
enum SizerAnswer {
    Refused { error: String },
    Made(SizedPicture),
}

#[derive(Deserialize)]
struct SizedPicture {
    width: u32,
    height: u32,
    colour: String,
    files: Vec<SizedFile>,
}

#[derive(Deserialize)]
struct SizedFile {
    file: String,
    kind: PictureKind,
    width: u32,
}

/// The set of every master, in their order.
pub(super) fn sets(tools: &Tools, masters: &[Master]) -> Result<Vec<PictureSet>, BuildError> {
    if masters.is_empty() {
        return Ok(Vec::new());
    }
    let tool = TOOL.key(tools)?;
    let wanted = masters.iter().map(|master| (master.file.as_str(), key(&tool, master)));
    let wanted: Vec<(&str, Key)> = wanted.collect();
    tools.store.results(TOOL.results, &wanted, |missing| {
        let missing: Vec<&Master> = missing.iter().map(|index| &masters[*index]).collect();
        size(tools, &missing)
    })
}

fn size(tools: &Tools, masters: &[&Master]) -> Result<Vec<PictureSet>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let outs: Vec<PathBuf> = masters.iter().map(|master| folder.path().join(&master.name)).collect();
    let jobs = masters.iter().zip(&outs).map(|(master, out)| {
        fs::create_dir(out).map_err(BuildError::at(out))?;
        let file = tools.root.join(&master.file);
        let file = std::path::absolute(&file).map_err(BuildError::at(&file))?;
        Ok(json!({
            "name": master.name,
            "master": file.to_string_lossy(),
            "out": out.to_string_lossy(),
            "widest": master.widest,
        }))
    });
    let request = json!({ "jobs": jobs.collect::<Result<Vec<_>, BuildError>>()? });
    let answers: Vec<SizerAnswer> = TOOL.run(tools, &[], &request, masters.len())?;
    let made = masters.iter().zip(&outs).zip(answers);
    let made = made.map(|((master, out), answer)| match answer {
        SizerAnswer::Made(record) => Ok((master, record, out)),
        SizerAnswer::Refused { error } => {
            let message = format!("cannot be read as a picture: {error}");
            Err(Problem::in_file(Code::InvalidPicture, &master.file, message))
        }
    });
    let made = problem::collect(made)?.into_iter();
    made.map(|(master, record, out)| read_set(master, record, out)).collect()
}

fn read_set(master: &Master, record: SizedPicture, folder: &Path) -> Result<PictureSet, BuildError> {
    let read = |file: &SizedFile| {
        let path = folder.join(&file.file);
        let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
        let hash = hex(&Sha256::digest(&bytes)[..HASH]);
        let ending = match file.kind {
            PictureKind::Avif => "avif",
            PictureKind::Webp => "webp",
            PictureKind::Document => "jpg",
        };
        Ok(PictureSize {
            kind: file.kind,
            width: file.width,
            url: format!("{ASSETS}{}-{}-{hash}.{ending}", master.name, file.width),
            bytes: bytes.into(),
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

fn key(tool: &Key, master: &Master) -> Key {
    let key = tool.clone().with("file", &master.file);
    let key = key.with("content", master.digest);
    key.with("widest", master.widest.unwrap_or_default().to_le_bytes())
}
