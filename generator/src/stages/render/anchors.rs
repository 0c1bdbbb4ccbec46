//! Checks that the anchors in links exist. A heading or a template creates an anchor, so only the rendered page shows
//! whether it is there.

use std::collections::HashMap;

use model::code::Code;
use model::output::OutputFile;
use model::problem::Problem;
use model::site::UncheckedLink;

pub(super) fn check(links: &[UncheckedLink], files: &[OutputFile]) -> Vec<Problem> {
    if links.is_empty() {
        return Vec::new();
    }
    let by_path: HashMap<&str, &OutputFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    let broken = links.iter().filter_map(|link| {
        let page = by_path.get(link.target.as_str())?;
        let (_, anchor) = link.written.split_once('#')?;
        let message = format!(
            "the link `{}` leads to no anchor: {} has no element with the id `{anchor}`",
            link.written, page.url
        );
        let problem = Problem::at(Code::BrokenAnchor, &link.file, link.place, message);
        (!has_id(&String::from_utf8_lossy(&page.bytes), anchor))
            .then(|| problem.hint("correct the link, or give a heading this id"))
    });
    broken.collect()
}

fn has_id(html: &str, id: &str) -> bool {
    [format!(" id=\"{id}\""), format!("\nid=\"{id}\"")]
        .iter()
        .any(|attribute| html.contains(attribute))
}
