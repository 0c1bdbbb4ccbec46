//! The pages to which programs lead, not links: visitors of a site with scripts reach them without anybody having written
//! their address.

use std::collections::BTreeSet;

use formats::code::Code;
use formats::problem::Problem;
use model::site::{NOT_FOUND, Site, template};

/// The island that leads to the thank-you page and to the privacy notice.
const FORM: &str = "form";

/// A problem for each page that is not public. `islands` are the sets of islands on pages; none for a site without scripts.
pub fn check(site: &Site, islands: &BTreeSet<BTreeSet<String>>) -> Vec<Problem> {
    let has_scripts = !islands.is_empty();
    let has_form = islands.iter().any(|names| names.contains(FORM));
    let has_trackers = site.config.tracking.is_configured();
    let required = [
        (has_scripts, template::OFFLINE, "the service worker shows it without a network connection"),
        (has_form, template::THANKS, "forms redirect to it after submission"),
        (has_form, template::PRIVACY, "forms link to it"),
        (has_trackers && !has_form, template::PRIVACY, "the consent bar links to it"),
    ];
    let folder = format!("content/{}", site.config.languages.first());
    let missing = required
        .into_iter()
        .filter(|(is_required, template, _)| *is_required && site.routes.with_template(template).is_none())
        .map(|(_, template, reason)| {
            let message = format!("no public page has the template `{template}`, and {reason}");
            Problem::in_file(Code::MissingPage, &folder, message)
                .hint(format!("write `template: {template}` in a page of each language, or publish it"))
        });
    let not_found = (has_scripts && !site.routes.contains(NOT_FOUND)).then(|| {
        let message =
            format!("`{NOT_FOUND}` is not a public page, and hosts show it for addresses that do not exist");
        Problem::in_file(Code::MissingPage, format!("{folder}{NOT_FOUND}.md"), message)
            .hint("write the page in each language, or publish it")
    });
    not_found.into_iter().chain(missing).collect()
}
