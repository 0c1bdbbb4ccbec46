//! Page middleware: changes to a page that its front matter names (S5g). This is the only list of them.

use model::formats::yaml::Step;
use model::problem::{Problem, did_you_mean};
use model::site::Page;
use model::source::Robots;

/// A change that a page's front matter requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Middleware {
    /// Excludes the page from search engines and from the sitemap.
    Noindex,
    /// Tells caches not to store the page.
    NoStore,
}

impl Middleware {
    const ALL: [Middleware; 2] = [Middleware::Noindex, Middleware::NoStore];

    /// Whether there is a middleware of that name.
    pub fn is_known(name: &str) -> bool {
        Middleware::ALL
            .into_iter()
            .any(|middleware| middleware.name() == name)
    }

    /// The name that front matter uses.
    pub const fn name(self) -> &'static str {
        match self {
            Middleware::Noindex => "noindex",
            Middleware::NoStore => "no-store",
        }
    }

    fn apply(self, page: &mut Page) {
        match self {
            Middleware::Noindex => page.robots = Robots::Noindex,
            Middleware::NoStore => page.no_store = true,
        }
    }
}

/// Applies each middleware that the page names. A page with an unknown one cannot be shown: visitors of `site serve`
/// see the message instead.
pub(super) fn run(page: &mut Page) -> Vec<Problem> {
    let names = page
        .source()
        .map(|source| source.front.middleware.clone())
        .unwrap_or_default();
    let mut problems = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match Middleware::ALL
            .into_iter()
            .find(|middleware| middleware.name() == name)
        {
            Some(middleware) => middleware.apply(page),
            None => {
                let message = format!("Unknown middleware \"{name}\"");
                page.refused = Some(message.clone());
                problems.extend(page.source().map(|source| {
                    let place = source.place(&[Step::Key("middleware".to_owned()), Step::Index(index)]);
                    let known = Middleware::ALL.map(Middleware::name);
                    Problem::at(&source.file, place, message).maybe_hint(did_you_mean(name, known))
                }));
            }
        }
    }
    problems
}
