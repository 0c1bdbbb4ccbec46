//! Features of which a part is missing. A feature is absent when nothing of it is there; this reports what was left behind.

use formats::code::Code;
use formats::problem::Problem;
use model::config::Config;
use model::lang::{Lang, Languages, PerLang};
use model::site::template;
use model::source::{EntrySource, PageSource};
use model::strings::Strings;
use platform::amenity::Amenity;

/// The group of strings with the names of the uses that forms offer.
const OPTIONS: &str = "space_options";
/// The groups of strings with the answers to who the visitor is: in every form, and in that of a page with this template.
const IDENTITIES: [(&str, Option<&str>); 2] =
    [("identity_options", None), ("identity_brochure_options", Some(template::BROCHURE))];

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
    let page = pages.iter().find(|page| page.front.template == template::PROGRESS);
    let hidden = |month: &&EntrySource| page.is_none_or(|page| month.folder() != page.slug);
    let months = months.iter().find(hidden).map(|month| {
        let message = "no page shows this month";
        let hint = match page {
            Some(page) => format!("move it to content/{}/{}/", month.lang, page.slug),
            None => format!("write a page with `template: {}`, or remove the months", template::PROGRESS),
        };
        Problem::in_file(Code::IncompleteFeature, &month.file, message).hint(hint)
    });
    let key =
        match (page, config.facts.progress) {
            (None, Some(_)) => {
                let message =
                    format!("`progress` has months, and no page has the template `{}`", template::PROGRESS);
                let problem = config.problem(Code::IncompleteFeature, "facts.progress", message);
                Some(problem.hint("write the page, or remove `progress`"))
            }
            (Some(page), None) => {
                let message = "the page shows the months of `facts.progress`, which site.yaml does not have";
                let problem = page.problem(Code::IncompleteFeature, "template", message);
                Some(problem.hint(
                    "write `progress: { from: 2026-01, to: 2026-12 }` below `facts`, or remove the page",
                ))
            }
            _ => None,
        };
    months.into_iter().chain(key).collect()
}

/// The amenities of the platform without a text in a language other than the first: pages show the platform's own text.
pub(super) fn untranslated_amenities(
    languages: Languages,
    strings: &PerLang<Strings>,
    amenities: &[Amenity],
) -> Vec<Problem> {
    let problem = |lang: Lang, amenity: &Amenity| {
        let strings = strings.get(lang);
        let texts = [("name", &amenity.name), ("description", &amenity.description)].into_iter();
        let texts = texts.filter(|(_, text)| !text.is_empty());
        let mut keys = texts.map(|(field, _)| format!("amenity.{}.{field}", amenity.code));
        let missing = keys.find(|key| strings.plain(key).is_none())?;
        let message = format!("the amenity `{}` of the platform has no text `{missing}`", amenity.code);
        let problem = Problem::in_file(Code::Untranslated, &strings.file, message);
        Some(problem.hint("add it: without it, pages show the platform's text"))
    };
    let others = languages.others(languages.first());
    others.flat_map(|lang| amenities.iter().filter_map(move |amenity| problem(lang, amenity))).collect()
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

/// The groups of answers that a form needs and the strings do not have: nobody could send it.
pub(super) fn missing_identities(strings: &Strings, pages: &[PageSource]) -> Vec<Problem> {
    let form = strings.groups(&["form".to_owned()])["form"].clone();
    let is_empty = |group: &str| form[group].as_object().is_none_or(serde_json::Map::is_empty);
    let is_shown = |name: &str| pages.iter().any(|page| page.front.template == name);
    IDENTITIES
        .into_iter()
        .filter(|(group, name)| form["identity"].is_string() && name.is_none_or(is_shown) && is_empty(group))
        .map(|(group, _)| {
            let message = format!("`form.{group}` has no options, and a form asks who the visitor is");
            Problem::in_file(Code::MissingString, &strings.file, message)
                .hint("add one, like `\"investor\": \"Inversionista\"`, in every language")
        })
        .collect()
}
