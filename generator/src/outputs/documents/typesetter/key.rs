//! The cache keys of documents: a digest of everything that decides the content of each.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use walkdir::WalkDir;

use super::{Job, TEMPLATES, TOOL};
use crate::cache::fingerprint::Inputs;
use crate::project;
use model::build_error::BuildError;
use model::fingerprint::{Fingerprint, hex};

/// The name of each document in the cache: the same name, the same bytes. Then the digest of what all documents share.
pub(super) fn keys(root: &Path, jobs: &[Job]) -> Result<(Vec<String>, Fingerprint), BuildError> {
    // All documents share parts, fonts, the program and its compiler; each has a template of its own.
    let mut shared = Inputs::default();
    let mut templates = HashMap::new();
    TOOL.sources(root)?.iter().for_each(|source| shared.add(source));
    let templates_folder = project::path(root, TEMPLATES);
    for entry in WalkDir::new(&templates_folder).sort_by_file_name() {
        let Some(entry) = entry.ok().filter(|entry| entry.file_type().is_file()) else {
            continue;
        };
        let bytes = fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
        let name = entry.path().strip_prefix(&templates_folder);
        let name = name.unwrap_or(entry.path()).to_string_lossy().into_owned();
        if entry.depth() == 1 {
            templates.insert(name, bytes);
        } else {
            shared.add(name);
            shared.add(bytes);
        }
    }
    let shared = shared.finish();
    let key = |job: &Job| {
        let mut inputs = Inputs::default();
        inputs.add(shared);
        inputs.add(job.template);
        inputs.add(templates.get(job.template).map_or(&[][..], Vec::as_slice));
        inputs.add(job.date.to_string());
        inputs.add_value(&job.data);
        for picture in &job.pictures {
            inputs.add(&picture.file);
            inputs.add(&picture.address);
        }
        hex(&inputs.finish())
    };
    Ok((jobs.par_iter().map(key).collect(), shared))
}
