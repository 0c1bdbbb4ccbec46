//! What pages describe agrees with what the site has: a unit's page has one offer, with the availability of the inventory
//! and its price in pesos, with and without tax; a described video is shown, and the Content-Security-Policy allows its
//! source.

use serde_json::{Value, json};

use super::Described;
use crate::outputs::structured_data::{amount, availability};
use formats::code::Code;
use formats::problem::Problem;
use model::config;
use model::site::{PageKind, Site};

/// The only currency of prices (ISO 4217).
const CURRENCY: &str = "MXN";

pub(super) fn check_offer(site: &Site, page: &Described) -> Vec<Problem> {
    let PageKind::Unit(index) = page.page.page.kind else {
        return Vec::new();
    };
    if page.blocks.is_empty() {
        return Vec::new();
    }
    let unit = &site.inventory.units[index];
    let Some(price) = site.config.price(unit) else {
        return vec![page.problem(format!("the price of unit {} cannot be computed", unit.code))];
    };
    let offers = page.of_type("Offer");
    let [offer] = offers[..] else {
        return vec![page.problem(format!("the page of one unit has {} offers", offers.len()))];
    };
    let mut compared = vec![
        ("availability", offer, json!(availability(unit.status))),
        ("price", offer, json!(amount(price.total))),
        ("priceCurrency", offer, json!(CURRENCY)),
    ];
    for part in offer["priceSpecification"].as_array().into_iter().flatten() {
        let with_tax = part["valueAddedTaxIncluded"] == true;
        let expected = if with_tax { price.total } else { price.net };
        compared.push(("price", part, json!(amount(expected))));
        compared.push(("priceCurrency", part, json!(CURRENCY)));
    }
    let problems = compared.into_iter().filter_map(|(key, object, expected)| {
        let kind = object["@type"].as_str().unwrap_or_default();
        let given: &Value = &object[key];
        let message = format!("`{key}` of the {kind} is {given}, but {expected} in the inventory");
        (*given != expected).then(|| page.problem(message))
    });
    problems.collect()
}

pub(super) fn check_videos(site: &Site, page: &Described) -> Vec<Problem> {
    let videos = page.of_type("VideoObject").into_iter();
    videos
        .filter_map(|video| video_problem(site, page, video))
        .collect()
}

fn video_problem(site: &Site, page: &Described, video: &Value) -> Option<Problem> {
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
        return Some(problem.hint("include it: {% include \"parts/video.html\" %}"));
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
