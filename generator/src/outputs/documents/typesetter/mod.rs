//! Typst templates and data to PDF bytes, by the prebuilt compiler of the npm project.
//!
//! One process makes a batch (`compiler`); a document whose template, fonts and data did not change (`key`) comes from
//! the cache and starts none.

mod compiler;
mod key;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::Value;

use crate::cache::unused;
use key::Sources;
use model::build_error::BuildError;
use model::problem::sorted;

/// Where the templates and their fonts are, from the project's root.
pub(super) const TEMPLATES: &str = "templates/documents";
/// Where the finished documents are kept, from the project's root.
const CACHE: &str = ".site/cache/documents";
/// The program that runs the compiler, from the project's root.
const PROGRAM: &str = "islands/tools/typeset.mjs";
/// From so many documents on, a further process pays for its start (0.2 s; a sheet takes 10 ms).
const BATCH: usize = 48;
/// How many documents of earlier builds are kept beside those of the last one.
const UNUSED_KEPT: usize = 600;

/// One document to make.
#[derive(Debug, Clone)]
pub struct Job {
    /// Path in the built site, for instance `pdf/ceibalta-brochure.pdf`.
    pub path: String,
    /// The template's file name below `templates/documents`.
    pub template: &'static str,
    /// What the template shows.
    pub data: Value,
    /// The date that the document carries: that of its data, never the clock.
    pub date: Date,
    /// The pictures that its data names.
    pub pictures: Vec<JobPicture>,
}

/// A picture of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPicture {
    /// What the template calls it, in the folder `pictures`.
    pub file: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its address on the site, which changes with its content.
    pub address: String,
}

/// The bytes of every document, in the order of `jobs`, each with its path in the built site.
///
/// # Errors
/// When a template is wrong, the compiler is missing, or a file cannot be read or written.
pub fn typeset(root: &Path, jobs: &[Job]) -> Result<Vec<(String, Vec<u8>)>, BuildError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let cache = root.join(CACHE);
    fs::create_dir_all(&cache).map_err(BuildError::at(&cache))?;
    let sources = Sources::read(root)?;
    let kept: Vec<PathBuf> = jobs
        .par_iter()
        .map(|job| cache.join(format!("{}.pdf", sources.key(job))))
        .collect();
    let missing: Vec<(&Job, &PathBuf)> = jobs
        .iter()
        .zip(&kept)
        .filter(|(_, file)| !file.is_file())
        .collect();
    if !missing.is_empty() {
        let processes = missing.len().div_ceil(BATCH).min(rayon::current_num_threads());
        let batch = missing.len().div_ceil(processes);
        let done: Vec<Result<(), BuildError>> = missing
            .par_chunks(batch)
            .map(|batch| compiler::run(root, batch))
            .collect();
        all(done)?;
        let used: HashSet<&Path> = kept.iter().map(PathBuf::as_path).collect();
        unused::forget(&cache, UNUSED_KEPT, |path| used.contains(path));
    }
    let bytes =
        |(job, file): (&Job, &PathBuf)| Ok((job.path.clone(), fs::read(file).map_err(BuildError::at(file))?));
    jobs.iter().zip(&kept).map(bytes).collect()
}

/// The problems of all batches together; any other failure comes first.
fn all(done: Vec<Result<(), BuildError>>) -> Result<(), BuildError> {
    let mut problems = Vec::new();
    for error in done.into_iter().filter_map(Result::err) {
        problems.extend(error.problems()?);
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(sorted(problems).into())
    }
}

/// The compiler is missing or did not start.
fn no_compiler(error: &str) -> BuildError {
    BuildError::Tool(format!(
        "the documents need Node and the packages of islands/ (run 'make build'): {error}"
    ))
}
