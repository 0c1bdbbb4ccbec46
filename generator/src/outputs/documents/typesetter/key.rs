//! The cache key of a document: a digest of everything that decides its content.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use model::fingerprint::hex;

use super::{Job, PROGRAM, TEMPLATES, no_compiler};
use model::build_error::BuildError;

/// The compiler's own description; its version is part of the cache's key.
const COMPILER: &str = "islands/node_modules/@myriaddreamin/typst-ts-node-compiler/package.json";

/// Digests of everything that decides the content of a document, except its data.
pub(super) struct Sources {
    /// Of parts, fonts, the program and its compiler, which all templates share.
    shared: Vec<u8>,
    /// Of each template file, by its name.
    templates: HashMap<String, Vec<u8>>,
}

impl Sources {
    /// Reads and digests the files.
    pub(super) fn read(root: &Path) -> Result<Sources, BuildError> {
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

    /// The name of a document in the cache: the same name, the same bytes.
    pub(super) fn key(&self, job: &Job) -> String {
        let mut digest = Sha256::new();
        digest.update(&self.shared);
        digest.update(self.templates.get(job.template).map_or(&[][..], Vec::as_slice));
        add(&mut digest, job.template, job.date.to_string().as_bytes());
        digest.update(job.data.to_string());
        for picture in &job.pictures {
            add(&mut digest, &picture.file, picture.address.as_bytes());
        }
        format!("{}.pdf", hex(&digest.finalize()[..16]))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, BuildError> {
    fs::read(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => no_compiler(&format!("{} is missing", path.display())),
        _ => BuildError::at(path)(source),
    })
}

fn add(digest: &mut Sha256, name: &str, bytes: &[u8]) {
    digest.update(name);
    digest.update(bytes.len().to_le_bytes());
    digest.update(bytes);
}
