//! The `editor:` section of `site.yaml`: the hosted editor for authors without a copy of the project.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The hosted editor at `/admin`, which changes the files of a repository.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostedEditor {
    /// Where the repository is.
    pub backend: EditorBackend,
    /// The repository, as `owner/name`.
    pub repo: String,
    /// The branch that is edited.
    pub branch: String,
    /// The folder of the project in the repository, `sites/torre`; the repository itself without it.
    pub folder: Option<String>,
    /// The origin of the program that signs authors in with OAuth; without it they sign in with an access token.
    pub sign_in: Option<String>,
}

/// A host of repositories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditorBackend {
    /// GitHub.
    Github,
}

/// Whether a text is a repository's owner and name.
pub(super) fn is_repository(text: &str) -> bool {
    let is_name = |name: &str| {
        let mut letters = name.chars();
        !name.is_empty()
            && !name.starts_with('.')
            && letters.all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
    };
    text.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}
