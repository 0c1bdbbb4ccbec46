//! Links of authors to files that the build makes (documents, data, feeds), compared with the files that it made.

use std::collections::HashSet;

use model::output::OutputFile;
use model::problem::{Problem, did_you_mean};
use model::site::FileLink;

/// Every link that leads to no file, at its place in the author's text.
pub fn check(links: &[FileLink], files: &[OutputFile]) -> Vec<Problem> {
    if links.is_empty() {
        return Vec::new();
    }
    let made: HashSet<&str> = files.iter().map(|file| file.url.as_str()).collect();
    let lost = links.iter().filter(|link| !made.contains(link.target.as_str()));
    lost.map(|link| {
        let message = format!("the link \"{}\" leads to no file", link.written);
        let folder = link.target.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut near: Vec<&str> = made
            .iter()
            .filter(|url| url.starts_with(folder) && url.contains('.') && !url.starts_with("/_"))
            .copied()
            .collect();
        near.sort_unstable();
        Problem::at(&link.file, link.place, message).maybe_hint(did_you_mean(&link.target, near))
    })
    .collect()
}
