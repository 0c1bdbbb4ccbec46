//! The aliases of pages: old addresses that redirect to them. Each is language-neutral, like a link.

use std::collections::BTreeMap;

use crate::outputs::reserved_for;
use formats::code::Code;
use formats::problem::Problem;
use model::lang::Lang;
use model::site::{Page, Routes, template};
use model::source::PageSource;

/// The problems of all aliases: not an address, or that of something else.
pub(super) fn check(pages: &[Page], routes: &Routes) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut owners: BTreeMap<(Lang, String), &str> = BTreeMap::new();
    let sources = pages.iter().filter_map(|page| page.source());
    for (source, alias) in
        sources.flat_map(|source| source.front.aliases.iter().map(move |alias| (source, alias)))
    {
        let owner = owners.entry((source.lang, alias.to_lowercase())).or_insert(&source.file);
        let problem = match fault(alias, routes) {
            Some((what, hint)) => refuse(source, alias, what, hint),
            None if *owner != source.file => {
                let what = format!("is also an alias of {owner}");
                refuse(source, alias, &what, "remove one of them")
            }
            None => continue,
        };
        problems.push(problem);
    }
    problems
}

fn refuse(source: &PageSource, alias: &str, what: &str, hint: &str) -> Problem {
    let message = format!("the alias `{alias}` {what}");
    source.problem(Code::InvalidAlias, "aliases", message).hint(hint)
}

/// What is wrong with an alias, and what to do.
fn fault(alias: &str, routes: &Routes) -> Option<(&'static str, &'static str)> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~%".contains(&byte);
    let has_form =
        alias.len() > 1 && alias.starts_with('/') && !alias.starts_with("//") && !alias.contains("..");
    if !has_form || !alias.bytes().all(is_plain) {
        return Some(("is not an address", "write a path like `/old-name`, without a query"));
    }
    let lower = alias.to_lowercase();
    if routes.without_language(&lower).is_some() {
        return Some(("has the prefix of a language", "remove the language prefix; the build adds it"));
    }
    let is_index = lower.ends_with("/index") || lower.ends_with("/index.html") || lower.ends_with('/');
    let inventory = routes.with_template(template::INVENTORY);
    let is_of_unit = inventory.is_some_and(|inventory| lower.starts_with(&format!("{inventory}/")));
    if is_index
        || is_of_unit
        || routes.is_static(alias)
        || routes.is_generated(alias)
        || reserved_for(&lower).is_some()
    {
        return Some(("is an address that the build answers", "use another one, or remove it"));
    }
    let is_page = [lower.as_str(), lower.trim_end_matches(".html")].iter().any(|path| routes.contains(path));
    is_page.then_some(("is the address of a page", "remove it, or rename the page"))
}
