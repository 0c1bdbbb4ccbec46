//! Checks that the anchors in links exist. A heading or a template creates an anchor, so only the rendered page shows
//! whether it is there.

use std::collections::HashMap;

use formats::code::Code;
use formats::problem::Problem;
use model::output::OutputFile;
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
    let quoted = format!("id=\"{id}\"");
    let plain = format!("id={id}");
    html.match_indices("id=").any(|(at, _)| {
        let is_attribute = html[..at].ends_with([' ', '\n']);
        let written = &html[at..];
        let ends = |rest: &str| rest.starts_with([' ', '\n', '>']);
        is_attribute && (written.starts_with(&quoted) || written.strip_prefix(&plain).is_some_and(ends))
    })
}
