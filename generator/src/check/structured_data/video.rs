//! A video that a page describes is one that it shows, from a place that the Content-Security-Policy allows.

use super::Told;
use super::node::Node;
use model::config;
use model::problem::Problem;
use model::site::Site;

pub(super) fn check(site: &Site, told: &Told) -> Vec<Problem> {
    let nodes = told.nodes();
    let videos = nodes.iter().filter(|node| node.is("VideoObject"));
    videos.filter_map(|video| wrong(site, told, video)).collect()
}

fn wrong(site: &Site, told: &Told, video: &Node) -> Option<Problem> {
    let base = site.config.base_url.as_str();
    let (source, directive) = match (video.text("contentUrl"), video.text("embedUrl")) {
        (Some(file), _) => (file, "media-src"),
        (None, Some(embed)) => (embed, "frame-src"),
        (None, None) => {
            return Some(told.problem(format!("{} has no contentUrl, no embedUrl", video.label())));
        }
    };
    // A page names its own files without the site's address.
    let own = source.strip_prefix(base);
    let shown = |address: &String| Some(address.as_str()) == own || address == source;
    if !told.page.facts.media.iter().any(shown) {
        let problem = told.problem(format!("the page does not show {}", video.label()));
        return Some(problem.hint("show it: {% include \"parts/video.html\" %}"));
    }
    let allowed = site.config.csp.get(directive).map_or(&[][..], Vec::as_slice);
    let allows = |place: &String| match own {
        Some(_) => place == "'self'",
        None => source.starts_with(place.as_str()),
    };
    (!allowed.iter().any(allows)).then(|| {
        let message = format!(
            "the Content-Security-Policy stops {} of page {}",
            video.label(),
            told.page.page.url
        );
        let place = if own.is_some() {
            "\"'self'\""
        } else {
            "the player's origin"
        };
        Problem::in_file(config::FILE, message).hint(format!("write csp: {{ {directive}: [{place}] }}"))
    })
}
