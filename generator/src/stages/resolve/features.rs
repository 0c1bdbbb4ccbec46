//! Features of which a part is missing. A feature is absent when nothing of it is there; this reports what was left behind.

use model::code::Code;
use model::config::{Config, FILE};
use model::lang::PerLang;
use model::problem::Problem;
use model::site::template;
use model::source::{EntrySource, PageSource};
use model::strings::Strings;

/// The group of strings with the names of the uses that forms offer.
const OPTIONS: &str = "space_options";

/// A problem for each part of a feature that the rest of the site lacks.
pub(super) fn incomplete(
    config: &Config,
    strings: &PerLang<Strings>,
    pages: &[PageSource],
    months: &[EntrySource],
) -> Vec<Problem> {
    let mut problems = progress(config, pages, months);
    for strings in strings.values() {
        problems.extend(options(config, strings));
    }
    problems
}

/// The months of `site.yaml`, their texts and the page that shows both.
fn progress(config: &Config, pages: &[PageSource], months: &[EntrySource]) -> Vec<Problem> {
    let page = pages
        .iter()
        .find(|page| page.front.template == template::PROGRESS);
    let months = months.first().filter(|_| page.is_none()).map(|month| {
        let message = "no page shows this month";
        let hint = format!(
            "write a page with `template: {}`, or remove the months",
            template::PROGRESS
        );
        Problem::in_file(Code::IncompleteFeature, &month.file, message).hint(hint)
    });
    let key =
        match (page, config.facts.progress) {
            (None, Some(_)) => {
                let message = format!(
                    "`progress` has months, and no page has the template `{}`",
                    template::PROGRESS
                );
                let place = config.place(["facts", "progress"]);
                let problem = Problem::at(Code::IncompleteFeature, FILE, place, message);
                Some(problem.hint("write the page, or remove `progress`"))
            }
            (Some(page), None) => {
                let message = "the page shows the months of `facts.progress`, which site.yaml does not have";
                let problem = Problem::at(
                    Code::IncompleteFeature,
                    &page.file,
                    page.place_of("template"),
                    message,
                );
                Some(problem.hint(
                    "write `progress: { from: 2026-01, to: 2026-12 }` below `facts`, or remove the page",
                ))
            }
            _ => None,
        };
    months.into_iter().chain(key).collect()
}

/// The uses that forms offer and the site does not have.
fn options(config: &Config, strings: &Strings) -> Vec<Problem> {
    let form = strings.groups(&["form".to_owned()]);
    let offered = form["form"][OPTIONS].as_object();
    let offered = offered.into_iter().flat_map(|options| options.keys());
    let undeclared = offered.filter(|key| config.uses.iter().all(|declared| declared.key.key() != *key));
    undeclared
        .map(|key| {
            let message =
                format!("forms offer `form.{OPTIONS}.{key}`, and `uses` in site.yaml has no `{key}`");
            Problem::in_file(Code::IncompleteFeature, &strings.file, message)
                .hint("remove the string, or declare the use")
        })
        .collect()
}
