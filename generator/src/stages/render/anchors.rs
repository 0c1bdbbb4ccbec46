//! Checks that the anchors in links exist. A heading or a template creates an anchor, so only the rendered page shows
//! whether it is there.

use std::collections::HashMap;

use model::output::OutputFile;
use model::problem::Problem;
use model::site::AnchorLink;

pub(super) fn check(links: &[AnchorLink], files: &[OutputFile]) -> Vec<Problem> {
    if links.is_empty() {
        return Vec::new();
    }
    let by_path: HashMap<&str, &OutputFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    let broken = links.iter().filter(|link| {
        by_path
            .get(link.target.as_str())
            .is_some_and(|file| !has_id(&String::from_utf8_lossy(&file.bytes), &link.anchor))
    });
    broken
        .map(|link| {
            let page = by_path
                .get(link.target.as_str())
                .map_or("", |file| file.url.as_str());
            let message = format!(
                "the link `{}` leads to no anchor: {page} has no element with the id `{}`",
                link.written, link.anchor
            );
            Problem::at(&link.file, link.place, message).hint("correct the link, or give a heading this id")
        })
        .collect()
}

fn has_id(html: &str, id: &str) -> bool {
    [format!(" id=\"{id}\""), format!("\nid=\"{id}\"")]
        .iter()
        .any(|attribute| html.contains(attribute))
}
