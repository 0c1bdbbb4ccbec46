//! Where esbuild finds its sources: it runs in the engine's `islands/`, and the style sheets are below `../templates/`, or
//! where the templates of the engine and of the project are together.

use std::path::{Path, PathBuf};

use crate::project;
use model::build_error::BuildError;

/// The folder of templates, from `islands/`.
const TEMPLATES: &str = "../templates/";

/// The folders of a project's scripts and styles.
#[derive(Debug)]
pub(super) struct Sources {
    /// `islands/`, where esbuild runs.
    pub(super) islands: PathBuf,
    /// The folder of the templates, if it is not beside `islands/`.
    templates: Option<PathBuf>,
}

impl Sources {
    /// The sources of the project at `root`.
    ///
    /// # Errors
    /// The current folder does not exist, so that relative paths have no meaning.
    pub(super) fn find(root: &Path) -> Result<Sources, BuildError> {
        let absolute = |path: PathBuf| std::path::absolute(&path).map_err(BuildError::at(&path));
        let templates = project::engine(root).map(|_| absolute(project::path(root, project::TEMPLATES)));
        Ok(Sources {
            islands: absolute(project::path(root, project::ISLANDS))?,
            templates: templates.transpose()?,
        })
    }

    /// The path, for esbuild, of a source that is named from `islands/`.
    pub(super) fn argument(&self, source: &str) -> String {
        match (source.strip_prefix(TEMPLATES), &self.templates) {
            (Some(file), Some(templates)) => templates.join(file).to_string_lossy().into_owned(),
            _ => source.to_owned(),
        }
    }

    /// Where a source is that is named from `islands/`.
    pub(super) fn path(&self, source: &str) -> PathBuf {
        self.islands.join(self.argument(source))
    }

    /// What esbuild printed, with all templates named as if they were beside `islands/`.
    pub(super) fn plain(&self, printed: String) -> String {
        match &self.templates {
            Some(templates) => {
                let folder = project::relative(&self.islands, templates);
                printed.replace(&format!("{folder}/"), TEMPLATES)
            }
            None => printed,
        }
    }
}
