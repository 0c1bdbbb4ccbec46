//! Every page has a title and a description, different from those of other pages, and no unfilled placeholder.

use std::collections::HashMap;

use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;
use model::site::PageKind;

pub(super) fn check(pages: &[CheckedPage]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut first_pages = HashMap::new();
    for page in pages {
        let url = &page.page.url;
        for (what, missing, text) in [
            ("title", Code::MissingTitle, &page.facts.title),
            ("description", Code::DescriptionLength, &page.facts.description),
        ] {
            if text.is_empty() {
                problems.push(page.problem(missing, format!("the page has no {what}")));
            } else if page.page.is_listed() {
                let first = first_pages.entry((what, page.page.lang, text)).or_insert(url);
                if *first != url {
                    let message = format!("the {what} `{text}` is also that of {first}");
                    let hint = match page.page.kind {
                        PageKind::Unit(_) => {
                            "two units on one level have the same number: give them different ones on the platform"
                        }
                        PageKind::Content(_) => "write another one",
                    };
                    problems.push(page.problem(Code::DuplicateText, message).hint(hint));
                }
            }
        }
        if let Some(text) = &page.facts.unfilled {
            problems.push(
                page.problem(Code::UnfilledPlaceholder, format!("a placeholder is not filled: `{text}`")),
            );
        }
    }
    problems
}
