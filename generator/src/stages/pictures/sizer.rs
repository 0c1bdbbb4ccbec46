//! The masters, the original pictures in `content/images`, and their sizes: from the store, or in one Node process for all that the store lacks.

use std::fs;
use std::path::{Path, PathBuf};

use platform::amenity::Amenity;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::{PictureKind, PictureSet, PictureSize};
use crate::cache::{Key, Kind};
use crate::node::{NodeTool, ToolAnswer, Tools};
use crate::stages::load::{PICTURES, name_problem, picture_files, picture_name};
use formats::problem::{Code, Problem, ok_unless, sorted};
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::output::ASSETS;

const TOOL: NodeTool = NodeTool {
    makes: "the pictures",
    program: "islands/tools/pictures.mjs",
    library: "sharp",
    results: Kind {
        name: "picture-sets",
        unused_kept: 60,
    },
};
/// How many bytes of a file's hash its address shows.
const HASH: usize = 5;

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

pub(super) fn sets(tools: &Tools, masters: &[Master]) -> Result<Vec<PictureSet>, BuildError> {
    if masters.is_empty() {
        return Ok(Vec::new());
    }
    let tool = TOOL.key(tools)?;
    let wanted: Vec<(&str, Key)> = masters
        .iter()
        .map(|master| {
            let key = tool
                .clone()
                .with("file", &master.file)
                .with("content", master.digest);
            (
                &*master.file,
                key.with("widest", master.widest.unwrap_or_default().to_le_bytes()),
            )
        })
        .collect();
    tools
        .store
        .results(TOOL.results, &wanted, masters, |missing| {
            size(tools, missing)
        })
}

/// The sizes of each master, in their order, or what is wrong with it.
fn size(
    tools: &Tools,
    masters: &[&Master],
) -> Result<Vec<Result<PictureSet, BuildError>>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let outs: Vec<PathBuf> = masters
        .iter()
        .map(|master| folder.path().join(&master.name))
        .collect();
    let jobs = masters.iter().zip(&outs).map(|(master, out)| {
        fs::create_dir(out).map_err(BuildError::at(out))?;
        let path = tools.root.join(&master.file);
        let file = std::path::absolute(&path).map_err(BuildError::at(&path))?;
        Ok(json!({
            "name": master.name,
            "master": file.to_string_lossy(),
            "out": out.to_string_lossy(),
            "widest": master.widest,
        }))
    });
    let request = json!({ "jobs": jobs.collect::<Result<Vec<_>, BuildError>>()? });
    let answers: Vec<ToolAnswer<SizedPicture>> = TOOL.run(tools, &[], &request, masters.len())?;
    let made = masters.iter().zip(&outs).zip(answers);
    let sets = made.map(|((master, out), answer)| match answer {
        ToolAnswer::Made(record) => read_set(master, record, out),
        ToolAnswer::Refused { error } => {
            let message = "cannot be read as a picture";
            let problem = Problem::in_file(Code::InvalidPicture, &master.file, message);
            Err(problem.hint(remedy(&error)).into())
        }
    });
    Ok(sets.collect())
}

/// What to do about a picture that the library cannot read, for this reason of it.
fn remedy(reason: &str) -> String {
    if reason.contains("pixel limit") {
        return "it has more than 268 million pixels: make it smaller, best 2,560 pixels wide"
            .to_owned();
    }
    if reason.contains("unsupported image format") {
        return "it is of another format than its name says: save it again as JPEG, PNG or WebP"
            .to_owned();
    }
    format!("it may be damaged ({reason}): save it again as JPEG, PNG or WebP")
}

fn read_set(
    master: &Master,
    record: SizedPicture,
    folder: &Path,
) -> Result<PictureSet, BuildError> {
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
        sizes: record
            .files
            .iter()
            .map(read)
            .collect::<Result<_, BuildError>>()?,
        master: master.file.clone(),
    })
}

/// The widest size of an amenity's picture in pixels: 30 % of a window of 2,133 CSS pixels with two device pixels each.
const AMENITY_WIDTH: u32 = 1280;

#[derive(Debug)]
pub(super) struct Master {
    /// Its file name without the extension.
    pub name: String,
    /// Its path from the root, with `/`.
    pub file: String,
    /// The SHA-256 digest of its content.
    pub digest: [u8; 32],
    /// The widest size that pages show, in pixels, if it is less than the master's width.
    pub widest: Option<u32>,
}

/// Every master, sorted by name. A project without the folder has none.
pub(super) fn read_masters(root: &Path, amenities: &[Amenity]) -> Result<Vec<Master>, BuildError> {
    let folder = root.join(PICTURES);
    let names = picture_files(root);
    let read = |name: &String| {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
        Ok(Master {
            name: picture_name(name).to_owned(),
            file: format!("{PICTURES}/{name}"),
            digest: Sha256::digest(&bytes).into(),
            widest: amenities
                .iter()
                .any(|amenity| amenity.code == picture_name(name))
                .then_some(AMENITY_WIDTH),
        })
    };
    let mut masters: Vec<Master> = names
        .par_iter()
        .map(read)
        .collect::<Result<_, BuildError>>()?;
    masters.sort_by(|one, other| one.name.cmp(&other.name));
    let problems = wrong_masters(&masters);
    Ok(ok_unless(sorted(problems), masters)?)
}

fn wrong_masters(masters: &[Master]) -> Vec<Problem> {
    let file_names = masters
        .iter()
        .filter_map(|master| master.file.rsplit('/').next());
    let mut problems: Vec<Problem> = file_names.filter_map(name_problem).collect();
    for pair in masters
        .windows(2)
        .filter(|pair| pair[0].name == pair[1].name)
    {
        let message = format!("has the same name as {}", pair[0].file);
        let problem = Problem::in_file(Code::DuplicateAddress, &pair[1].file, message);
        problems.push(problem.hint("rename or remove one of them"));
    }
    problems
}
