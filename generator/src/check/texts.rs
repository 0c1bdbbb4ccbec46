//! Every page has a title and a description, different from those of other pages, and no unfilled placeholder.

use std::collections::BTreeMap;

use super::page::CheckedPage;
use model::lang::Lang;
use model::problem::Problem;

pub(super) fn check(pages: &[CheckedPage]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in pages {
        if page.facts.title.is_empty() {
            problems.push(page.problem("the page has no title"));
        }
        if page.facts.description.is_empty() {
            problems.push(page.problem("the page has no description"));
        }
        if let Some(text) = &page.facts.unfilled {
            problems.push(page.problem(format!("a placeholder is not filled: `{text}`")));
        }
    }
    problems.extend(shared(pages, "title", |page| &page.facts.title));
    problems.extend(shared(pages, "description", |page| &page.facts.description));
    problems
}

fn shared<'a>(
    pages: &'a [CheckedPage],
    what: &str,
    text: impl Fn(&'a CheckedPage) -> &'a String,
) -> Vec<Problem> {
    let mut owners: BTreeMap<(Lang, &str), Vec<&CheckedPage>> = BTreeMap::new();
    for page in pages
        .iter()
        .filter(|page| page.page.is_listed() && !text(page).is_empty())
    {
        owners.entry((page.page.lang, text(page))).or_default().push(page);
    }
    let shared = owners.into_iter().filter(|(_, pages)| pages.len() > 1);
    shared
        .flat_map(|((_, text), pages)| {
            let first = pages[0].page.url.clone();
            pages[1..]
                .iter()
                .map(|page| page.problem(format!("the {what} `{text}` is also that of {first}")))
                .collect::<Vec<_>>()
        })
        .collect()
}
