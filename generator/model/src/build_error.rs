//! Why a build made no new site: one error type for every stage.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::renamed::name_replacement;
use formats::problem::{Bug, Problem, ok_unless, sorted};

/// Why there is no new site. The last site is unchanged, unless the variant says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The author's files must change.
    #[error("{} problem{}", .0.len(), if .0.len() == 1 { "" } else { "s" })]
    Problems(Vec<Problem>),
    /// What is marked as an example, in a site that would be published.
    #[error("{} open example{}", .0.len(), if .0.len() == 1 { "" } else { "s" })]
    Examples(Vec<Problem>),
    /// The inventory is refused under `--strict`: all reasons as text for people, and one by one.
    #[error("{0}")]
    InventoryRefused(String, Vec<InventoryReason>),
    /// The platform sent no inventory that can be used, and no earlier one is stored: the reasons in the same forms.
    #[error("{0}")]
    NoInventory(String, Vec<InventoryReason>),
    /// The file of `--inventory` cannot be used.
    #[error(transparent)]
    InventoryFile(InventoryReason),
    /// The arguments of the command are wrong, or do not fit together.
    #[error("{0}")]
    Usage(String),
    /// A program or package that the build needs is missing or failed.
    #[error("{0}")]
    Tool(String),
    /// A file or folder could not be read or written.
    #[error("{path}: {source}{}", remedy(.source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Something else is where a file or folder would be written, or only a part of the files could be.
    #[error("{0}")]
    NotWritten(String),
    /// An error in the generator itself.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// Why an inventory, or a part of it, is not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct InventoryReason {
    /// A stable word for reports read by machines, such as `price_jump`.
    pub kind: &'static str,
    /// What is wrong and what to do.
    pub message: String,
    /// Whether it is a readable value that is only implausible, which `--accept-inventory` can accept.
    #[serde(skip)]
    pub is_implausible: bool,
}

/// What to do about an error of the operating system.
fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            ": it belongs to another user or may not be changed: delete it or give it to this user (`chown -R`)"
        }
        io::ErrorKind::StorageFull => ": the disk is full: free space and build again",
        _ => "",
    }
}

impl BuildError {
    /// Adds the path to an error of the operating system.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> BuildError + use<> {
        let path = path.to_owned();
        move |source| BuildError::File { path, source }
    }

    /// Every problem on its own line, or the message of any other error.
    pub fn details(&self) -> String {
        match self {
            BuildError::Problems(problems) | BuildError::Examples(problems) => problems
                .iter()
                .map(Problem::to_string)
                .collect::<Vec<_>>()
                .join("\n"),
            other => other.to_string(),
        }
    }

    /// Separates the problems, which are collected from every page or batch, from any other error, which ends the build at once.
    pub fn problems(self) -> Result<Vec<Problem>, BuildError> {
        match self {
            BuildError::Problems(problems) => Ok(problems),
            other => Err(other),
        }
    }

    /// The values of all, or else the problems of all, sorted; any other error ends the build at once.
    pub fn collect<T>(
        results: impl IntoIterator<Item = Result<T, BuildError>>,
    ) -> Result<Vec<T>, BuildError> {
        let (mut values, mut problems) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(value) => values.push(value),
                Err(error) => problems.extend(error.problems()?),
            }
        }
        Ok(ok_unless(sorted(problems), values)?)
    }
}

impl From<Vec<Problem>> for BuildError {
    fn from(problems: Vec<Problem>) -> BuildError {
        BuildError::Problems(problems.into_iter().map(name_replacement).collect())
    }
}

impl From<Problem> for BuildError {
    fn from(problem: Problem) -> BuildError {
        vec![problem].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_another_user_and_a_full_disk_have_a_remedy() {
        let message =
            |kind: io::ErrorKind| BuildError::at(Path::new("dist.new"))(kind.into()).to_string();
        assert!(message(io::ErrorKind::PermissionDenied).ends_with("(`chown -R`)"));
        assert!(message(io::ErrorKind::StorageFull).ends_with("free space and build again"));
        assert!(!message(io::ErrorKind::NotFound).contains("again"));
    }
}
