//! Links that can be checked only after rendering.

use crate::problem::Place;

/// A link to an anchor of a page. It is checked when the page is rendered.
#[derive(Debug)]
pub struct AnchorLink {
    /// The file that contains the link.
    pub file: String,
    /// Its position in that file.
    pub place: Place,
    /// The link as written.
    pub written: String,
    /// The file below `dist/` to which it links.
    pub target: String,
    /// The anchor in that file.
    pub anchor: String,
}

/// A link to a file that the build generates. It is checked at the end of the build.
#[derive(Debug)]
pub struct FileLink {
    /// The file that contains the link.
    pub file: String,
    /// Its position in that file.
    pub place: Place,
    /// The link as written.
    pub written: String,
    /// The path to which it links.
    pub target: String,
}
