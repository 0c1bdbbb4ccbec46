//! Typst templates and data to PDF bytes, by the prebuilt compiler of the npm project.
//!
//! One process makes a whole batch; a document whose template, fonts and data did not change comes from the
//! cache and starts none. The compiler itself refuses what is not accessible (PDF/UA-1).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::node_tool;
use crate::problem::{Place, Problem, sorted};

/// Where the templates and their fonts are, from the project's root.
pub(super) const TEMPLATES: &str = "templates/documents";
/// Where the finished documents are kept, from the project's root.
const CACHE: &str = ".site/cache/documents";
/// The program that runs the compiler, from the project's root.
const PROGRAM: &str = "islands/tools/typeset.mjs";
/// The compiler's own description; its version is part of the cache's key.
const COMPILER: &str = "islands/node_modules/@myriaddreamin/typst-ts-node-compiler/package.json";

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
}

/// Why documents could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TypesetError {
    /// A template is wrong, or its document is not accessible.
    #[error("{} problems in the documents' templates", .0.len())]
    Templates(Vec<Problem>),
    /// The compiler is not there or did not start.
    #[error("the documents need Node and the packages of islands/ (run 'make build'): {0}")]
    NoCompiler(String),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

#[derive(Serialize)]
struct Request<'a> {
    templates: PathBuf,
    jobs: Vec<RequestJob<'a>>,
}

#[derive(Serialize)]
struct RequestJob<'a> {
    template: &'a str,
    data: &'a Value,
    date: i64,
    out: &'a Path,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    error: Vec<Complaint>,
}

#[derive(Deserialize)]
struct Complaint {
    message: String,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    hint: Option<String>,
}

/// The bytes of every document, in the order of `jobs`, each with its path in the built site.
///
/// # Errors
/// When a template is wrong, the compiler is missing, or a file cannot be read or written.
pub fn typeset(root: &Path, jobs: &[Job]) -> Result<Vec<(String, Vec<u8>)>, TypesetError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let cache = root.join(CACHE);
    fs::create_dir_all(&cache).map_err(file_error(&cache))?;
    let sources = sources_digest(root)?;
    let kept: Vec<PathBuf> = jobs
        .iter()
        .map(|job| cache.join(format!("{}.pdf", key(&sources, job))))
        .collect();
    let missing: Vec<(&Job, &PathBuf)> = jobs
        .iter()
        .zip(&kept)
        .filter(|(_, file)| !file.is_file())
        .collect();
    if !missing.is_empty() {
        compile(root, &missing)?;
    }
    let bytes =
        |(job, file): (&Job, &PathBuf)| Ok((job.path.clone(), fs::read(file).map_err(file_error(file))?));
    jobs.iter().zip(&kept).map(bytes).collect()
}

fn compile(root: &Path, missing: &[(&Job, &PathBuf)]) -> Result<(), TypesetError> {
    // Only a whole document gets its name in the cache; two builds at once do not meet in one file.
    let part = format!("{}.part", std::process::id());
    let parts: Vec<PathBuf> = missing
        .iter()
        .map(|(_, file)| file.with_extension(&part))
        .collect();
    let absolute = |path: &Path| std::path::absolute(path).map_err(file_error(path));
    let outs = parts
        .iter()
        .map(|path| absolute(path))
        .collect::<Result<Vec<_>, _>>()?;
    let jobs = missing.iter().zip(&outs).map(|((job, _), out)| RequestJob {
        template: job.template,
        data: &job.data,
        date: seconds(job.date),
        out,
    });
    let request = Request {
        templates: absolute(&root.join(TEMPLATES))?,
        jobs: jobs.collect(),
    };
    let complaints = run(root, &request)?.into_iter().flat_map(|answer| answer.error);
    let problems: Vec<Problem> = complaints.map(|complaint| problem(root, complaint)).collect();
    if !problems.is_empty() {
        return Err(TypesetError::Templates(sorted(problems)));
    }
    for ((_, file), part) in missing.iter().zip(&parts) {
        fs::rename(part, file).map_err(file_error(part))?;
    }
    Ok(())
}

fn run(root: &Path, request: &Request<'_>) -> Result<Vec<Answer>, TypesetError> {
    let program = root.join(PROGRAM);
    node_tool::run(Path::new("node"), &program, request, request.jobs.len()).map_err(TypesetError::NoCompiler)
}

fn problem(root: &Path, complaint: Complaint) -> Problem {
    let base = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let name = match Path::new(&complaint.file).strip_prefix(&base) {
        Ok(inside) => inside.to_string_lossy().into_owned(),
        Err(_) => format!("{TEMPLATES}/{}", complaint.file.trim_start_matches('/')),
    };
    let problem = match (complaint.line, complaint.column) {
        (Some(line), Some(column)) => Problem::at(name, Place { line, column }, complaint.message),
        _ => Problem::in_file(name, complaint.message),
    };
    problem.maybe_hint(complaint.hint)
}

/// A digest of everything but the data that decides what a document looks like.
fn sources_digest(root: &Path) -> Result<Vec<u8>, TypesetError> {
    let mut digest = Sha256::new();
    let files = WalkDir::new(root.join(TEMPLATES))
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok);
    let files = files
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path);
    for path in files.chain([root.join(PROGRAM), root.join(COMPILER)]) {
        let bytes = fs::read(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => TypesetError::NoCompiler(format!("{} is missing", path.display())),
            _ => TypesetError::File {
                path: path.clone(),
                source,
            },
        })?;
        digest.update(
            path.file_name()
                .map(std::ffi::OsStr::as_encoded_bytes)
                .unwrap_or_default(),
        );
        digest.update(bytes.len().to_le_bytes());
        digest.update(&bytes);
    }
    Ok(digest.finalize().to_vec())
}

fn key(sources: &[u8], job: &Job) -> String {
    let mut digest = Sha256::new();
    digest.update(sources);
    digest.update(job.template);
    digest.update(job.date.to_string());
    digest.update(job.data.to_string());
    digest
        .finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Noon of a date, UTC, in seconds since 1970: a document's creation time must not depend on the clock.
fn seconds(date: Date) -> i64 {
    date.at(12, 0, 0, 0)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .map_or(0, |noon| noon.timestamp().as_second())
}

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> TypesetError + use<> {
    let path = path.to_owned();
    move |source| TypesetError::File { path, source }
}
