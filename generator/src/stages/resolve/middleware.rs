//! Page middleware: changes to a page that its front matter names (S5g).

use formats::code::Code;
use formats::problem::{Problem, did_you_mean};
use formats::yaml::Step;
use model::site::Page;
use model::source::Robots;

/// How a middleware changes a page.
type Change = fn(&mut Page);

/// Every middleware by its name.
const ALL: [(&str, Change); 2] = [
    // Excludes the page from search engines and from the sitemap.
    ("noindex", |page| page.robots = Robots::Noindex),
    // Tells caches not to store the page.
    ("no-store", |page| page.no_store = true),
];

/// Whether there is a middleware of that name.
pub(super) fn is_known(name: &str) -> bool {
    ALL.iter().any(|(known, _)| *known == name)
}

/// Applies each middleware that the page names. A page with an unknown one cannot be shown: visitors of `site serve`
/// see the message instead.
pub(super) fn run(page: &mut Page) -> Vec<Problem> {
    let names = page.source().map(|source| source.front.middleware.clone()).unwrap_or_default();
    let mut problems = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match ALL.iter().find(|(known, _)| known == name) {
            Some((_, apply)) => apply(page),
            None => {
                let message = format!("Unknown middleware \"{name}\"");
                page.refused = Some(message.clone());
                problems.extend(page.source().map(|source| {
                    let place = source.place(&[Step::Key("middleware".to_owned()), Step::Index(index)]);
                    let hint = did_you_mean(name, ALL.map(|(known, _)| known));
                    Problem::at(Code::UnknownMiddleware, &source.file, place, message).maybe_hint(hint)
                }));
            }
        }
    }
    problems
}
