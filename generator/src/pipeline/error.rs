//! Why a build gave no new site. What the author's files caused is one list of problems, whichever stage found it; the
//! rest keeps its stage's own error.

use crate::outputs::documents::TypesetError;
use crate::outputs::pictures::PictureError;
use crate::outputs::share::ShareError;
use crate::stages::prerender::bundle::BundleError;
use crate::stages::prerender::esbuild::EsbuildError;
use crate::stages::pull::PullError;
use crate::stages::render::RenderError;
use model::page_sink::WriteError;
use model::problem::{Bug, Problem};

/// Why there is no new site. The last one is untouched.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The author's files must change (exit status 1).
    #[error("{} problems", .0.problems.len())]
    Problems(Box<Refusal>),
    /// The data is refused under `--strict`, or its file cannot be used.
    #[error(transparent)]
    Pull(#[from] PullError),
    /// The site could not be written (exit status 4).
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A tool that the build needs is missing or failed.
    #[error(transparent)]
    Tool(BundleError),
    /// The documents could not be made.
    #[error(transparent)]
    Documents(TypesetError),
    /// The pictures could not be made.
    #[error(transparent)]
    Pictures(PictureError),
    /// The share pictures could not be made.
    #[error(transparent)]
    Share(ShareError),
    /// The generator itself is at fault.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// The problems of a build, and what `site serve` must answer meanwhile.
#[derive(Debug, Default)]
pub struct Refusal {
    /// All problems, sorted.
    pub problems: Vec<Problem>,
    /// Pages that cannot be shown, by address, with the message (S5g).
    pub refused_pages: Vec<(String, String)>,
}

impl From<Vec<Problem>> for BuildError {
    fn from(problems: Vec<Problem>) -> BuildError {
        BuildError::Problems(Box::new(Refusal {
            problems,
            refused_pages: Vec::new(),
        }))
    }
}

impl From<RenderError> for BuildError {
    fn from(error: RenderError) -> BuildError {
        match error {
            RenderError::Problems(problems) => problems.into(),
            RenderError::Bug(bug) => bug.into(),
            RenderError::Write(error) => error.into(),
        }
    }
}

impl From<TypesetError> for BuildError {
    fn from(error: TypesetError) -> BuildError {
        match error {
            TypesetError::Templates(problems) => problems.into(),
            other => BuildError::Documents(other),
        }
    }
}

impl From<PictureError> for BuildError {
    fn from(error: PictureError) -> BuildError {
        match error {
            PictureError::Masters(problems) => problems.into(),
            other => BuildError::Pictures(other),
        }
    }
}

impl From<ShareError> for BuildError {
    fn from(error: ShareError) -> BuildError {
        match error {
            ShareError::Problems(problems) => problems.into(),
            other => BuildError::Share(other),
        }
    }
}

impl From<BundleError> for BuildError {
    fn from(error: BundleError) -> BuildError {
        match error {
            BundleError::Esbuild(EsbuildError::Problems(problems)) => problems.into(),
            other => BuildError::Tool(other),
        }
    }
}
