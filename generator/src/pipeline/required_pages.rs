//! The pages to which programs lead, not links: visitors of a site with scripts reach them without anybody having written
//! their address.

use std::collections::BTreeSet;

use formats::code::Code;
use formats::problem::Problem;
use model::site::{NOT_FOUND, Site, template};

/// The island that leads to the thank-you page and to the privacy notice.
const FORM: &str = "form";

/// The template of a page that every site with scripts needs, and who leads to it.
const OF_SCRIPTS: [(&str, &str); 1] = [(
    template::OFFLINE,
    "the service worker shows it without a network connection",
)];

/// The templates of pages that a site with forms needs, and who leads to them.
const OF_FORMS: [(&str, &str); 2] = [
    (template::THANKS, "forms lead to it when they were sent"),
    (template::PRIVACY, "forms link to it"),
];

/// The template of a page that a site with third-party scripts needs, and who leads to it.
const OF_TRACKERS: [(&str, &str); 1] = [(template::PRIVACY, "the consent bar links to it")];

/// A problem for each page that is not public. `islands` are the sets of islands on pages; none for a site without scripts.
pub fn check(site: &Site, islands: &BTreeSet<BTreeSet<String>>) -> Vec<Problem> {
    let has_form = islands.iter().any(|names| names.contains(FORM));
    let of_scripts = OF_SCRIPTS.iter().filter(|_| !islands.is_empty());
    let has_trackers = site.config.tracking.is_configured();
    let of_trackers = OF_TRACKERS.iter().filter(|_| has_trackers && !has_form);
    let needed = of_scripts
        .chain(OF_FORMS.iter().filter(|_| has_form))
        .chain(of_trackers);
    let missing = needed.filter(|(template, _)| site.routes.with_template(template).is_none());
    let without_template = |(template, reason): &(&str, &str)| {
        let folder = format!("content/{}", site.config.languages.first());
        let message = format!("no public page has the template `{template}`, and {reason}");
        Problem::in_file(Code::MissingPage, folder, message).hint(format!(
            "write `template: {template}` in a page of each language, or publish it"
        ))
    };
    let not_found = (!islands.is_empty() && !site.routes.contains(NOT_FOUND)).then(|| {
        let file = format!("content/{}{NOT_FOUND}.md", site.config.languages.first());
        let message =
            format!("`{NOT_FOUND}` is not a public page, and hosts show it for addresses that do not exist");
        Problem::in_file(Code::MissingPage, file, message)
            .hint("write the page in each language, or publish it")
    });
    not_found
        .into_iter()
        .chain(missing.map(without_template))
        .collect()
}
