//! Checks the links of authors to files that the build generates: documents, data, feeds. `generated` are the addresses of
//! all of them.

use std::collections::HashSet;

use formats::code::Code;
use formats::problem::{Problem, did_you_mean};
use model::site::{Page, UncheckedLink};

/// A problem for each alias whose redirect would hide a file of the site.
pub fn check_aliases(pages: &[Page], generated: &HashSet<&str>) -> Vec<Problem> {
    let sources = pages.iter().filter_map(Page::source);
    let aliases = sources.flat_map(|source| source.front.aliases.iter().map(move |alias| (source, alias)));
    let hidden = aliases.filter(|(source, alias)| generated.contains(source.lang.path(alias).as_str()));
    hidden
        .map(|(source, alias)| {
            let message = format!("the alias `{alias}` is the address of a file");
            Problem::at(
                Code::InvalidAlias,
                &source.file,
                source.place_of("aliases"),
                message,
            )
            .hint("remove it")
        })
        .collect()
}

/// A problem for each link to a file that was not generated, at its place in the author's text.
pub fn check(links: &[UncheckedLink], generated: &HashSet<&str>) -> Vec<Problem> {
    let broken = links
        .iter()
        .filter(|link| !generated.contains(link.target.as_str()));
    broken
        .map(|link| {
            let message = format!("the link `{}` leads to no file", link.written);
            let folder = link.target.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut near: Vec<&str> = generated
                .iter()
                .filter(|url| url.starts_with(folder) && url.contains('.') && !url.starts_with("/_"))
                .copied()
                .collect();
            near.sort_unstable();
            Problem::at(Code::BrokenLink, &link.file, link.place, message)
                .maybe_hint(did_you_mean(&link.target, near))
        })
        .collect()
}
