//! Typst templates and data to PDF bytes, by the prebuilt compiler of the npm project.
//!
//! One process makes a batch; a document whose template, fonts and data did not change comes from the
//! cache and starts none. The compiler itself refuses what is not accessible (PDF/UA-1).

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::civil::Date;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::node_tool;
use crate::part;
use crate::problem::{Place, Problem, sorted};

/// Where the templates and their fonts are, from the project's root.
pub(super) const TEMPLATES: &str = "templates/documents";
/// Where the finished documents are kept, from the project's root.
const CACHE: &str = ".site/cache/documents";
/// The program that runs the compiler, from the project's root.
const PROGRAM: &str = "islands/tools/typeset.mjs";
/// The compiler's own description; its version is part of the cache's key.
const COMPILER: &str = "islands/node_modules/@myriaddreamin/typst-ts-node-compiler/package.json";

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
    pictures: Vec<RequestPicture<'a>>,
}

#[derive(Serialize)]
struct RequestPicture<'a> {
    file: &'a str,
    path: PathBuf,
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
    let sources = Sources::read(root)?;
    let kept: Vec<PathBuf> = jobs
        .par_iter()
        .map(|job| cache.join(format!("{}.pdf", key(&sources, job))))
        .collect();
    let missing: Vec<(&Job, &PathBuf)> = jobs
        .iter()
        .zip(&kept)
        .filter(|(_, file)| !file.is_file())
        .collect();
    if !missing.is_empty() {
        let processes = missing.len().div_ceil(BATCH).min(rayon::current_num_threads());
        let batch = missing.len().div_ceil(processes);
        let done: Vec<Result<(), TypesetError>> = missing
            .par_chunks(batch)
            .map(|batch| compile(root, batch))
            .collect();
        all(done)?;
        forget_unused(&cache, &kept);
    }
    let bytes =
        |(job, file): (&Job, &PathBuf)| Ok((job.path.clone(), fs::read(file).map_err(file_error(file))?));
    jobs.iter().zip(&kept).map(bytes).collect()
}

/// The problems of all batches together; any other failure comes first.
fn all(done: Vec<Result<(), TypesetError>>) -> Result<(), TypesetError> {
    let mut problems = Vec::new();
    for result in done {
        match result {
            Ok(()) => {}
            Err(TypesetError::Templates(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(TypesetError::Templates(sorted(problems)))
    }
}

/// Keeps what this build used and, for the builds of other data or branches, what is not old. A file that cannot
/// be removed costs only its place.
fn forget_unused(cache: &Path, used: &[PathBuf]) {
    let used: HashSet<&Path> = used.iter().map(PathBuf::as_path).collect();
    let Ok(entries) = fs::read_dir(cache) else { return };
    let mut unused: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter(|entry| !used.contains(entry.path().as_path()))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    unused.sort_unstable_by(|one, other| other.cmp(one));
    for (_, path) in unused.into_iter().skip(UNUSED_KEPT) {
        let _ = fs::remove_file(path);
    }
}

fn compile(root: &Path, missing: &[(&Job, &PathBuf)]) -> Result<(), TypesetError> {
    // Only a whole document gets its name in the cache; two builds at once do not meet in one file.
    let part = part::ending();
    let parts: Vec<PathBuf> = missing
        .iter()
        .map(|(_, file)| file.with_extension(&part))
        .collect();
    let absolute = |path: &Path| std::path::absolute(path).map_err(file_error(path));
    let outs = parts
        .iter()
        .map(|path| absolute(path))
        .collect::<Result<Vec<_>, _>>()?;
    let jobs = missing.iter().zip(&outs).map(|((job, _), out)| {
        Ok(RequestJob {
            template: job.template,
            data: &job.data,
            date: seconds(job.date),
            out,
            pictures: pictures(job)?,
        })
    });
    let request = Request {
        templates: absolute(&root.join(TEMPLATES))?,
        jobs: jobs.collect::<Result<_, TypesetError>>()?,
    };
    let complaints = run(root, &request)?.into_iter().flat_map(|answer| answer.error);
    let problems: Vec<Problem> = complaints.map(|complaint| problem(root, complaint)).collect();
    if !problems.is_empty() {
        return Err(TypesetError::Templates(problems));
    }
    for ((_, file), part) in missing.iter().zip(&parts) {
        fs::rename(part, file).map_err(file_error(part))?;
    }
    Ok(())
}

fn pictures(job: &Job) -> Result<Vec<RequestPicture<'_>>, TypesetError> {
    let asked = job.pictures.iter().map(|picture| {
        Ok(RequestPicture {
            file: &picture.file,
            path: std::path::absolute(&picture.path).map_err(file_error(&picture.path))?,
        })
    });
    asked.collect()
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

/// Digests of everything but the data that decides what a document looks like.
struct Sources {
    /// Parts, fonts, the program and its compiler: what all templates share.
    shared: Vec<u8>,
    /// The template files themselves, by name.
    templates: HashMap<String, Vec<u8>>,
}

impl Sources {
    fn read(root: &Path) -> Result<Sources, TypesetError> {
        let top = root.join(TEMPLATES);
        let files = WalkDir::new(&top).sort_by_file_name().into_iter();
        let mut shared = Sha256::new();
        let mut templates = HashMap::new();
        for entry in files.filter_map(Result::ok) {
            if !entry.file_type().is_file() {
                continue;
            }
            let name = entry.path().strip_prefix(&top).unwrap_or(entry.path());
            let name = name.to_string_lossy().replace('\\', "/");
            if entry.depth() == 1 {
                let mut own = Sha256::new();
                own.update(read(entry.path())?);
                templates.insert(name, own.finalize().to_vec());
            } else {
                add(&mut shared, &name, &read(entry.path())?);
            }
        }
        for name in [PROGRAM, COMPILER] {
            add(&mut shared, name, &read(&root.join(name))?);
        }
        Ok(Sources {
            shared: shared.finalize().to_vec(),
            templates,
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TypesetError> {
    fs::read(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => TypesetError::NoCompiler(format!("{} is missing", path.display())),
        _ => file_error(path)(source),
    })
}

fn add(digest: &mut Sha256, name: &str, bytes: &[u8]) {
    digest.update(name);
    digest.update(bytes.len().to_le_bytes());
    digest.update(bytes);
}

fn key(sources: &Sources, job: &Job) -> String {
    let mut digest = Sha256::new();
    digest.update(&sources.shared);
    digest.update(sources.templates.get(job.template).map_or(&[][..], Vec::as_slice));
    add(&mut digest, job.template, job.date.to_string().as_bytes());
    digest.update(job.data.to_string());
    for picture in &job.pictures {
        add(&mut digest, &picture.file, picture.address.as_bytes());
    }
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
