//! The keys of documents in the store: everything that decides the content of each.

use std::collections::HashMap;
use std::fs;

use rayon::prelude::*;
use walkdir::WalkDir;

use super::{Job, TEMPLATES, TOOL};
use crate::cache::fingerprint::Inputs;
use crate::cache::store::Key;
use crate::node::Tools;
use crate::project;
use model::build_error::BuildError;

/// The key of each document.
pub(super) fn keys(tools: &Tools, jobs: &[Job]) -> Result<Vec<Key>, BuildError> {
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
