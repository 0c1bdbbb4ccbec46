//! The pages to which programs lead, not links: visitors of a site with scripts reach them without anybody having written
//! their address.

use std::collections::BTreeSet;

use model::code::Code;
use model::lang::Lang;
use model::problem::Problem;
use model::site::{NOT_FOUND, OFFLINE, PRIVACY_NOTICE, Site, THANKS};

/// The island that leads to the thank-you page and to the privacy notice.
const FORM: &str = "form";

/// Who leads to a page of every site with scripts.
const OF_SCRIPTS: [(&str, &str); 2] = [
    (NOT_FOUND, "hosts show it for addresses that do not exist"),
    (
        OFFLINE,
        "the service worker shows it without a network connection",
    ),
];

/// Who leads to a page of a site with forms.
const OF_FORMS: [(&str, &str); 2] = [
    (THANKS, "forms lead to it when they were sent"),
    (PRIVACY_NOTICE, "forms link to it"),
];

/// A problem for each page that is not public. `islands` are the sets of islands on pages; none for a site without scripts.
pub fn check(site: &Site, islands: &BTreeSet<BTreeSet<String>>) -> Vec<Problem> {
    let has_form = islands.iter().any(|names| names.contains(FORM));
    let of_scripts = OF_SCRIPTS.iter().filter(|_| !islands.is_empty());
    let needed = of_scripts.chain(OF_FORMS.iter().filter(|_| has_form));
    let missing = needed.filter(|(path, _)| !site.routes.contains(path));
    let problem = |(path, reason): &(&str, &str)| {
        let file = format!("content/{}{path}.md", Lang::FALLBACK);
        Problem::in_file(
            Code::MissingPage,
            file,
            format!("`{path}` is no public page, and {reason}"),
        )
        .hint("write the page in each language, or publish it")
    };
    missing.map(problem).collect()
}
