//! The small programs of `islands/tools` that make documents and pictures: a Node process gets a request as one line of
//! JSON and answers with one line of JSON for each job.

mod threads;
mod tool;

pub(crate) use threads::run_all;
pub use threads::run_concurrently;
pub(crate) use tool::{Answer, NodeTool};

use std::path::{Path, PathBuf};

use crate::cache::store::Store;

/// What stages work with that make files by programs.
#[derive(Debug)]
pub struct Tools {
    /// The project's root.
    pub root: PathBuf,
    /// The results of earlier builds.
    pub store: Store,
    /// The program `node`.
    pub node: PathBuf,
}

impl Tools {
    /// The tools of one build of the project at `root`.
    #[must_use]
    pub fn new(root: &Path) -> Tools {
        Tools {
            root: root.to_owned(),
            store: Store::open(root),
            node: "node".into(),
        }
    }
}
