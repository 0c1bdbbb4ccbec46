//! One run of the compiler for a batch of documents. The compiler rejects documents that are not accessible (PDF/UA-1).

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Job, TEMPLATES, TOOL, qr};
use crate::node::Tools;
use crate::project;
use formats::code::Code;
use formats::problem::{Place, Problem};
use model::build_error::BuildError;

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    error: Vec<TypstDiagnostic>,
}

#[derive(Deserialize)]
struct TypstDiagnostic {
    message: String,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    hint: Option<String>,
}

/// Makes the documents of one batch, in the order of `jobs`. `threads` is
/// how many the compiler may use.
pub(super) fn run(tools: &Tools, jobs: &[&Job], threads: usize) -> Result<Vec<Bytes>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let outs: Vec<PathBuf> =
        (0..jobs.len()).map(|index| folder.path().join(format!("{index}.pdf"))).collect();
    let templates = project::path(&tools.root, TEMPLATES);
    let templates = std::path::absolute(&templates).map_err(BuildError::at(&templates))?;
    let requested = jobs.iter().zip(&outs).map(|(job, out)| {
        Ok(json!({
            "template": job.template,
            "data": qr::with_codes(&job.data)?,
            "date": seconds(job.date),
            "out": out,
            "pictures": pictures(job, folder.path())?,
        }))
    });
    let requested = requested.collect::<Result<Vec<_>, BuildError>>()?;
    let request = json!({"templates": templates, "jobs": requested});
    let threads = threads.to_string();
    // More threads than processors take a tenth longer, because they wake each other.
    let environment = [("RAYON_NUM_THREADS", threads.as_str())];
    let answers: Vec<Answer> = TOOL.run(tools, &environment, &request, jobs.len())?;
    let diagnostics = answers.into_iter().flat_map(|answer| answer.error);
    let problems: Vec<Problem> = diagnostics.map(|diagnostic| problem(&tools.root, diagnostic)).collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let read = |out: &PathBuf| fs::read(out).map_err(BuildError::at(out));
    outs.iter().map(|out| Ok(Bytes::from(read(out)?))).collect()
}

/// Writes the pictures of a document into the folder, where the compiler reads them.
fn pictures(job: &Job, folder: &Path) -> Result<Vec<Value>, BuildError> {
    let written = job.pictures.iter().map(|picture| {
        let path = folder.join(&picture.file);
        fs::write(&path, &picture.bytes).map_err(BuildError::at(&path))?;
        Ok(json!({"file": picture.file, "path": path}))
    });
    written.collect()
}

fn problem(root: &Path, diagnostic: TypstDiagnostic) -> Problem {
    let base = project::base(root, TEMPLATES);
    let base = std::path::absolute(&base).unwrap_or(base);
    let name = match Path::new(&diagnostic.file).strip_prefix(&base) {
        Ok(inside) => system::slashed(inside),
        Err(_) => format!("{TEMPLATES}/{}", diagnostic.file.trim_start_matches('/')),
    };
    let problem = match (diagnostic.line, diagnostic.column) {
        (Some(line), Some(column)) => {
            Problem::at(Code::DocumentError, name, Place { line, column }, diagnostic.message)
        }
        _ => Problem::in_file(Code::DocumentError, name, diagnostic.message),
    };
    problem.maybe_hint(diagnostic.hint)
}

/// Noon of a date, UTC, in seconds since 1970: a document's creation time must not depend on the clock.
fn seconds(date: Date) -> i64 {
    date.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |noon| noon.timestamp().as_second())
}
