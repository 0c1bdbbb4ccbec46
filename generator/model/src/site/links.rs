//! Links whose target is known only when the site is finished.

use crate::problem::Place;

/// A link to an anchor. Which anchors a page has is known when it is rendered.
#[derive(Debug)]
pub struct AnchorLink {
    /// The file with the link.
    pub file: String,
    /// Where in that file.
    pub place: Place,
    /// The link as written.
    pub written: String,
    /// The file below `dist/` that it leads to.
    pub target: String,
    /// The anchor it names there.
    pub anchor: String,
}

/// A link to a file that the build makes. Which ones it makes is known at its end.
#[derive(Debug)]
pub struct FileLink {
    /// The file with the link.
    pub file: String,
    /// Where in that file.
    pub place: Place,
    /// The link as written.
    pub written: String,
    /// The address it leads to.
    pub target: String,
}
