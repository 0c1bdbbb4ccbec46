//! One run of the compiler for a batch of documents. The compiler rejects documents that are not accessible (PDF/UA-1).

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Job, TEMPLATES, TOOL, qr};
use crate::node::Tools;
use crate::project;
use model::build_error::BuildError;
use model::code::Code;
use model::problem::{Place, Problem};

/// Takes memory from the system in large pages and in pieces of 64 MB, which typesets in 5 to 10 % less time. C libraries
/// other than glibc ignore it.
const MEMORY: &str = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864";

#[derive(Serialize)]
struct Request<'a> {
    templates: PathBuf,
    jobs: Vec<RequestJob<'a>>,
}

#[derive(Serialize)]
struct RequestJob<'a> {
    template: &'a str,
    data: Value,
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

/// Makes the documents of one batch, in the order of `jobs`. `threads` is how many the compiler
/// may use.
pub(super) fn run(tools: &Tools, jobs: &[&Job], threads: usize) -> Result<Vec<Bytes>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let outs: Vec<PathBuf> = (0..jobs.len())
        .map(|index| folder.path().join(format!("{index}.pdf")))
        .collect();
    let requested = jobs.iter().zip(&outs).map(|(job, out)| {
        Ok(RequestJob {
            template: job.template,
            data: qr::with_codes(&job.data)?,
            date: seconds(job.date),
            out,
            pictures: pictures(job, folder.path())?,
        })
    });
    let request = Request {
        templates: templates(&tools.root)?,
        jobs: requested.collect::<Result<_, BuildError>>()?,
    };
    let threads = threads.to_string();
    let environment = environment(&threads);
    let answers: Vec<Answer> = TOOL.run(tools, &environment, &request, jobs.len())?;
    let complaints = answers.into_iter().flat_map(|answer| answer.error);
    let problems: Vec<Problem> = complaints
        .map(|complaint| problem(&tools.root, complaint))
        .collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let read = |out: &PathBuf| fs::read(out).map_err(BuildError::at(out));
    outs.iter().map(|out| Ok(Bytes::from(read(out)?))).collect()
}

/// The absolute path of the templates.
fn templates(root: &Path) -> Result<PathBuf, BuildError> {
    let templates = project::path(root, TEMPLATES);
    std::path::absolute(&templates).map_err(BuildError::at(&templates))
}

/// The variables of a compiler that may use so many threads. More threads than processors take a tenth longer, because they
/// wake each other.
fn environment(threads: &str) -> [(&str, &str); 2] {
    [("RAYON_NUM_THREADS", threads), ("GLIBC_TUNABLES", MEMORY)]
}

/// Writes the pictures of a document into the folder, where the compiler reads them.
fn pictures<'a>(job: &'a Job, folder: &Path) -> Result<Vec<RequestPicture<'a>>, BuildError> {
    let written = job.pictures.iter().map(|picture| {
        let path = folder.join(&picture.file);
        fs::write(&path, &picture.bytes).map_err(BuildError::at(&path))?;
        Ok(RequestPicture {
            file: &picture.file,
            path,
        })
    });
    written.collect()
}

fn problem(root: &Path, complaint: Complaint) -> Problem {
    let base = project::base(root, TEMPLATES);
    let base = std::path::absolute(&base).unwrap_or(base);
    let name = match Path::new(&complaint.file).strip_prefix(&base) {
        Ok(inside) => inside.to_string_lossy().into_owned(),
        Err(_) => format!("{TEMPLATES}/{}", complaint.file.trim_start_matches('/')),
    };
    let problem = match (complaint.line, complaint.column) {
        (Some(line), Some(column)) => Problem::at(
            Code::DocumentError,
            name,
            Place { line, column },
            complaint.message,
        ),
        _ => Problem::in_file(Code::DocumentError, name, complaint.message),
    };
    problem.maybe_hint(complaint.hint)
}

/// Noon of a date, UTC, in seconds since 1970: a document's creation time must not depend on the clock.
fn seconds(date: Date) -> i64 {
    date.at(12, 0, 0, 0)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .map_or(0, |noon| noon.timestamp().as_second())
}
