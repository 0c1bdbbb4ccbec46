//! Links that can be checked only after rendering.

use formats::problem::Place;

/// A link to an anchor of a page, checked when the page is rendered, or to a file that the build generates, checked at
/// the end of the build.
#[derive(Debug)]
pub struct UncheckedLink {
    /// The file that contains the link.
    pub file: String,
    /// Its position in that file.
    pub place: Place,
    /// The link as written.
    pub written: String,
    /// For an anchor the file below `dist/` that must have it, for a file the path to which the link leads.
    pub target: String,
}
