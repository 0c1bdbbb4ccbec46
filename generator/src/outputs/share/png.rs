//! Drawings to PNG files: from the cache, or by Node and the image library of the npm project. A drawing has few
//! colours and chat apps like small files, so that the PNG has a palette.

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::Serialize;

use super::{Drawn, SharePicture};
use crate::outputs::documents::FONTS;
use crate::outputs::node_tool::{Answer, NodeTool, key};
use crate::project;
use model::build_error::BuildError;
use model::code::Code;
use model::problem::Problem;

/// Width of every share picture in pixels, as chat apps and social networks ask for.
pub const WIDTH: u32 = 1200;
/// Height of every share picture in pixels.
pub const HEIGHT: u32 = 630;

/// How many drawings one process renders: some 10 MB of SVG.
const BATCH: usize = 1000;

const TOOL: NodeTool = NodeTool {
    makes: "the share pictures",
    program: "islands/tools/share-pictures.cjs",
    library: "islands/node_modules/sharp/package.json",
    store: "share-pictures",
    // What one run of all tests makes is found again in the next: 1,000 pictures of 30 KB.
    unused_kept: 1200,
};

#[derive(Serialize)]
struct Request<'a> {
    fonts: PathBuf,
    width: u32,
    height: u32,
    jobs: Vec<RequestJob<'a>>,
}

#[derive(Serialize)]
struct RequestJob<'a> {
    svg: &'a str,
    out: PathBuf,
}

/// The name of each drawing's PNG in the cache: the same name, the same bytes. `fonts` is the fingerprint of the fonts.
///
/// # Errors
/// The program or its library is missing.
pub(super) fn keys<'a>(
    root: &Path,
    fonts: &[u8],
    drawings: impl Iterator<Item = &'a Drawn>,
) -> Result<Vec<String>, BuildError> {
    let sources = TOOL.sources(root)?;
    let key = |drawn: &Drawn| {
        let sources = sources.iter().map(Vec::as_slice);
        key(sources.chain([fonts, drawn.svg.as_bytes()]))
    };
    Ok(drawings.map(key).collect())
}

/// The PNG of each picture, in their order, and how many were not in the cache. `fonts` is the fingerprint of the fonts.
///
/// # Errors
/// Drawings that cannot be rendered, a missing library, or a file that cannot be read or written.
pub(super) fn render(
    root: &Path,
    fonts: &[u8],
    pictures: &[SharePicture],
) -> Result<(Vec<Bytes>, usize), BuildError> {
    let keys: Vec<String> = pictures.iter().map(|picture| picture.key.clone()).collect();
    let folder = project::path(root, FONTS);
    TOOL.results(root, &keys, |missing| {
        let sources = TOOL.sources(root)?;
        let start = sources.iter().map(Vec::as_slice);
        let start = key(start.chain([fonts, folder.as_os_str().as_encoded_bytes()]));
        let batches = missing.chunks(BATCH).map(|batch| {
            let batch: Vec<&Drawn> = batch.iter().map(|index| &pictures[*index].drawn).collect();
            run(root, &start, &batch)
        });
        Ok(batches.collect::<Result<Vec<_>, _>>()?.concat())
    })
}

/// Renders one batch in one process.
fn run(root: &Path, start: &str, drawings: &[&Drawn]) -> Result<Vec<Bytes>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let out = |index: usize| folder.path().join(format!("{index}.png"));
    let jobs = drawings.iter().enumerate().map(|(index, drawn)| RequestJob {
        svg: &drawn.svg,
        out: out(index),
    });
    let fonts = project::path(root, FONTS);
    let request = Request {
        fonts: std::path::absolute(&fonts).map_err(BuildError::at(&fonts))?,
        width: WIDTH,
        height: HEIGHT,
        jobs: jobs.collect(),
    };
    let answers: Vec<Answer> = TOOL.run(
        root,
        Path::new("node"),
        Some(start.as_bytes()),
        &request,
        drawings.len(),
    )?;
    let problems: Vec<Problem> = drawings
        .iter()
        .zip(answers)
        .filter_map(|(drawn, answer)| {
            let problem = Problem::in_file(Code::InvalidDrawing, drawn.origin(), answer.error?);
            Some(problem.hint(format!("while making {}", drawn.url)))
        })
        .collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let read = |index| fs::read(out(index)).map_err(BuildError::at(&out(index)));
    (0..drawings.len())
        .map(|index| Ok(Bytes::from(read(index)?)))
        .collect()
}
