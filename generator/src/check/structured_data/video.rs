//! A described video is shown on its page, and the Content-Security-Policy allows its source.

use serde_json::Value;

use super::Described;
use formats::code::Code;
use formats::problem::Problem;
use model::config;
use model::site::Site;

pub(super) fn check(site: &Site, page: &Described) -> Vec<Problem> {
    let videos = page.of_type("VideoObject").into_iter();
    videos.filter_map(|video| fault(site, page, video)).collect()
}

fn fault(site: &Site, page: &Described, video: &Value) -> Option<Problem> {
    let id = video["@id"].as_str().unwrap_or_default();
    let (source, directive) = match (video["contentUrl"].as_str(), video["embedUrl"].as_str()) {
        (Some(file), _) => (file, "media-src"),
        (None, Some(embed)) => (embed, "frame-src"),
        (None, None) => {
            return Some(page.problem(format!("the video `{id}` has no contentUrl and no embedUrl")));
        }
    };
    // In a page, the address of a file of this site is a path.
    let own = source.strip_prefix(&site.config.base_url);
    let is_source = |address: &String| Some(address.as_str()) == own || address == source;
    if !page.page.facts.media.iter().any(is_source) {
        let problem = page.problem(format!("the page does not show the video `{id}`"));
        return Some(problem.hint("show it: {% include \"parts/video.html\" %}"));
    }
    let allowed = site.config.csp.get(directive).map_or(&[][..], Vec::as_slice);
    let allows = |place: &String| match own {
        Some(_) => place == "'self'",
        None => source.starts_with(place.as_str()),
    };
    (!allowed.iter().any(allows)).then(|| {
        let url = &page.page.page.url;
        let message = format!("the Content-Security-Policy blocks the video `{id}` of page {url}");
        let place = own.map_or("the player's origin", |_| "\"'self'\"");
        Problem::in_file(Code::BlockedByPolicy, config::FILE, message)
            .hint(format!("write csp: {{ {directive}: [{place}] }}"))
    })
}
