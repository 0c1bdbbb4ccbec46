//! Drawings to PNG files: from the cache, or by Node and the image library of the npm project. A drawing has few
//! colours and chat apps like small files, so that the PNG has a palette.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Drawn;
use super::font_metrics::FOLDER as FONTS;
use crate::cache::fingerprint::Inputs;
use crate::cache::{self, store::Store};
use crate::outputs::node_tool;
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::problem::Problem;

/// Width of every share picture in pixels, as chat apps and social networks ask for.
pub const WIDTH: u32 = 1200;
/// Height of every share picture in pixels.
pub const HEIGHT: u32 = 630;

/// The store of rendered pictures.
const STORE: &str = "share";
/// How many pictures of earlier builds are kept.
const UNUSED_KEPT: usize = 600;
/// The program that renders drawings, from the project's root.
const PROGRAM: &str = "islands/tools/share-pictures.mjs";
/// The image library's own description; its version is part of a picture's key.
const LIBRARY: &str = "islands/node_modules/sharp/package.json";
/// How many drawings one process renders: some 10 MB of SVG.
const BATCH: usize = 1000;

/// The PNG files of some drawings.
#[derive(Debug)]
pub(super) struct Rendered {
    /// Key and content of each file, in the order of the drawings.
    pub(super) files: Vec<(String, Arc<[u8]>)>,
    /// How many were not in the cache.
    pub(super) new: usize,
}

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

#[derive(Deserialize)]
struct Answer {
    error: Option<String>,
}

/// Renders the drawings that the cache lacks. `fonts` is the fingerprint of the fonts.
///
/// # Errors
/// Drawings that cannot be rendered, a missing library, or a file that cannot be read or written.
pub(super) fn render(root: &Path, fonts: &[u8], drawings: &[&Drawn]) -> Result<Rendered, BuildError> {
    if drawings.is_empty() {
        return Ok(Rendered {
            files: Vec::new(),
            new: 0,
        });
    }
    let store = Store::new(&root.join(cache::FOLDER), STORE);
    let tools = tools(root)?;
    let keys = drawings.iter().map(|drawn| key(&tools, fonts, &drawn.svg));
    let mut files: Vec<(String, Option<Arc<[u8]>>)> = keys
        .map(|key| {
            let bytes = store.get_bytes(&key).map(Arc::from);
            (key, bytes)
        })
        .collect();
    let missing: Vec<usize> = (0..files.len())
        .filter(|index| files[*index].1.is_none())
        .collect();
    for batch in missing.chunks(BATCH) {
        let batch_drawings: Vec<&Drawn> = batch.iter().map(|index| drawings[*index]).collect();
        for (index, bytes) in batch.iter().zip(run(root, &batch_drawings)?) {
            let (key, file) = &mut files[*index];
            store.put_bytes(key, &bytes);
            *file = Some(bytes.into());
        }
    }
    if !missing.is_empty() {
        let used: HashSet<&str> = files.iter().map(|(key, _)| key.as_str()).collect();
        store.remove_oldest(&used, UNUSED_KEPT);
    }
    Ok(Rendered {
        files: files
            .into_iter()
            .filter_map(|(key, file)| Some((key, file?)))
            .collect(),
        new: missing.len(),
    })
}

/// Renders one batch in one process.
fn run(root: &Path, drawings: &[&Drawn]) -> Result<Vec<Vec<u8>>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let out = |index: usize| folder.path().join(format!("{index}.png"));
    let jobs = drawings.iter().enumerate().map(|(index, drawn)| RequestJob {
        svg: &drawn.svg,
        out: out(index),
    });
    let fonts = root.join(FONTS);
    let request = Request {
        fonts: std::path::absolute(&fonts).map_err(BuildError::at(&fonts))?,
        width: WIDTH,
        height: HEIGHT,
        jobs: jobs.collect(),
    };
    let answers: Vec<Answer> =
        node_tool::run(Path::new("node"), &root.join(PROGRAM), &request, drawings.len())
            .map_err(|error| no_library(&error))?;
    let problems: Vec<Problem> = drawings
        .iter()
        .zip(answers)
        .filter_map(|(drawn, answer)| {
            let problem = Problem::in_file(drawn.origin(), answer.error?);
            Some(problem.hint(format!("while making {}", drawn.url)))
        })
        .collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let read = |index| fs::read(out(index)).map_err(BuildError::at(&out(index)));
    (0..drawings.len()).map(read).collect()
}

/// The content of the program and of the library's description, which decide how pictures come out.
fn tools(root: &Path) -> Result<Vec<Vec<u8>>, BuildError> {
    let read =
        |path: PathBuf| fs::read(&path).map_err(|_| no_library(&format!("{} is missing", path.display())));
    [PROGRAM, LIBRARY]
        .iter()
        .map(|path| read(root.join(path)))
        .collect()
}

/// The name of a picture in the cache: the same name, the same bytes.
fn key(tools: &[Vec<u8>], fonts: &[u8], svg: &str) -> String {
    let mut inputs = Inputs::default();
    tools.iter().for_each(|tool| inputs.add(tool));
    inputs.add(fonts);
    inputs.add(svg);
    hex(&inputs.finish())
}

/// Node or the image library is missing or did not start.
fn no_library(error: &str) -> BuildError {
    BuildError::Tool(format!(
        "the share pictures need Node and the packages of islands/ (run 'make build'): {error}"
    ))
}
