//! Makes PDFs from Typst templates and data, with the prebuilt compiler of the npm project.
//!
//! One process makes a batch (`compiler`); a document whose template, fonts and data did not change comes from
//! the store.

mod compiler;
mod qr;

use std::collections::HashMap;
use std::fs;

use bytes::Bytes;
use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::Value;
use walkdir::WalkDir;

use crate::cache::fingerprint::Inputs;
use crate::cache::store::{Key, Kind};
use crate::node::{NodeTool, Tools, run_all};
use crate::project::{self, packages};
use formats::problem::sorted;
use model::build_error::BuildError;
pub use qr::{QR, with_codes};

/// Where the templates and their fonts are, from the project's root.
pub(super) const TEMPLATES: &str = "templates/documents";
/// With this many bytes of data for each, another process is worth its start (0.04 s): a brochure of 180 KB takes 0.1 s,
/// a sheet of 25 KB 0.02 s.
const BATCH_BYTES: usize = 200_000;

const TOOL: NodeTool = NodeTool {
    makes: "the documents",
    program: "islands/tools/typeset.cjs",
    library: packages::TYPESETTER,
    results: Kind {
        name: "documents",
        // What one run of all tests makes is found again in the next: 700 documents of 95 KB.
        unused_kept: 800,
    },
};

/// One document to make.
#[derive(Debug, Clone)]
pub struct Job {
    /// Path in the built site, for instance `pdf/Muestra-brochure.pdf`.
    pub path: String,
    /// The template's file name below `templates/documents`.
    pub template: &'static str,
    /// The data of the template.
    pub data: Value,
    /// The date in the document: that of its data, not of the clock.
    pub date: Date,
    /// The pictures that its data refers to.
    pub pictures: Vec<JobPicture>,
}

/// A picture of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPicture {
    /// Its file name in the folder `pictures` of the documents' parts.
    pub file: String,
    /// The file.
    pub bytes: Bytes,
    /// Its address on the site, which changes with its content.
    pub address: String,
}

/// The bytes of every document, in the order of `jobs`, each with its path in the built site.
///
/// # Errors
/// When a template is wrong, the compiler is missing, or a file cannot be read or written.
pub fn typeset(tools: &Tools, jobs: &[Job]) -> Result<Vec<(String, Bytes)>, BuildError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let keys = keys(tools, jobs)?;
    let wanted: Vec<_> = jobs.iter().map(|job| job.path.as_str()).zip(keys).collect();
    let documents = tools.store.results(TOOL.results, &wanted, |missing| {
        let bytes = missing.iter().map(|index| jobs[*index].data.to_string().len());
        let worthwhile = bytes.sum::<usize>().div_ceil(BATCH_BYTES);
        let processors = rayon::current_num_threads();
        let processes = worthwhile.min(processors);
        let batches = missing.chunks(missing.len().div_ceil(processes)).map(|batch| {
            let batch: Vec<&Job> = batch.iter().map(|index| &jobs[*index]).collect();
            move || compiler::run(tools, &batch, processors / processes)
        });
        all(run_all(batches))
    })?;
    let with_path = |(job, bytes): (&Job, Bytes)| (job.path.clone(), bytes);
    Ok(jobs.iter().zip(documents).map(with_path).collect())
}

/// The documents of all batches, or the problems of all batches; any other failure comes first.
fn all(batches: Vec<Result<Vec<Bytes>, BuildError>>) -> Result<Vec<Bytes>, BuildError> {
    let (mut documents, mut problems) = (Vec::new(), Vec::new());
    for batch in batches {
        match batch {
            Ok(made) => documents.extend(made),
            Err(error) => problems.extend(error.problems()?),
        }
    }
    if problems.is_empty() { Ok(documents) } else { Err(sorted(problems).into()) }
}

/// The key of each document.
fn keys(tools: &Tools, jobs: &[Job]) -> Result<Vec<Key>, BuildError> {
    // All documents share parts, fonts, the program and its compiler; each has a template of its own.
    let mut parts = Inputs::default();
    let mut templates = HashMap::new();
    let folder = project::path(&tools.root, TEMPLATES);
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let Some(entry) = entry.ok().filter(|entry| entry.file_type().is_file()) else {
            continue;
        };
        let bytes = fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
        let name = system::slashed(entry.path().strip_prefix(&folder).unwrap_or(entry.path()));
        if entry.depth() == 1 {
            templates.insert(name, bytes);
        } else {
            parts.add(name);
            parts.add(bytes);
        }
    }
    let shared = TOOL.key(tools)?.with("parts and fonts", parts.finish());
    let key = |job: &Job| {
        let template = templates.get(job.template).map_or(&[][..], Vec::as_slice);
        let pictures = job.pictures.iter();
        let pictures: Vec<_> = pictures.map(|picture| (&picture.file, &picture.address)).collect();
        let key = shared.clone().with("template name", job.template);
        let key = key.with("template", template).with("date", job.date.to_string());
        key.with_value("data", &job.data).with_value("pictures", &pictures)
    };
    Ok(jobs.par_iter().map(key).collect())
}
