//! A video that a page describes is one that it shows.

use super::Told;
use crate::problem::Problem;

pub(super) fn check(told: &Told) -> Vec<Problem> {
    let nodes = told.nodes();
    let videos = nodes.iter().filter(|node| node.is("VideoObject"));
    let hidden = videos.filter(|video| {
        let source = video.text("contentUrl").or_else(|| video.text("embedUrl"));
        let shown = &told.page.facts.media;
        source.is_none_or(|source| !shown.iter().any(|shown| is_same(shown, source)))
    });
    hidden
        .map(|video| {
            told.problem(format!(
                "the page describes the {}, and does not show it",
                video.label()
            ))
            .hint("show it: {% include \"parts/video.html\" %}")
        })
        .collect()
}

/// A page names its own files without the site's address.
fn is_same(shown: &str, described: &str) -> bool {
    !shown.is_empty() && described.ends_with(shown)
}
