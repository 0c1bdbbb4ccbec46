//! `site check`: what only the finished pages show. Links, anchors and assets; titles and descriptions; mark-up that the
//! Content-Security-Policy blocks; pictures without size or alternative text; differences between the languages; share
//! pictures; structured data; and the facts that the law requires.
//!
//! Each check is a function from pages to problems. A problem names the file that an author opens, and the page's path in
//! its message.

pub mod budgets;
pub mod content;
pub mod explain;
mod facts;
mod files;
mod legal;
pub mod links;
mod page;
mod pages;
pub mod required_pages;
mod share;
mod structured_data;

pub use facts::{contradictions, missing_facts};
pub use legal::{check_counts_notice, check_documents, check_drawings};

use std::sync::Arc;

use rayon::prelude::*;

use files::SiteFiles;
use formats::problem::{Problem, sorted};
use model::output::OutputFile;
use model::site::Site;
use page::CheckedPage;

/// Checks a finished site; the problems are sorted.
pub fn check(site: &Arc<Site>, outputs: &[OutputFile]) -> Vec<Problem> {
    let files = SiteFiles::from_outputs(outputs);
    let pages: Vec<CheckedPage> = site
        .pages
        .par_iter()
        .filter_map(|page| Some(CheckedPage::read(page, files.get(&page.url)?)))
        .collect();
    let mut problems: Vec<Problem> =
        pages.par_iter().flat_map_iter(|page| pages::check_markup(page, site.config.languages)).collect();
    problems.extend(links::check_finished_pages(&pages, &files));
    problems.extend(files::check(outputs, &files));
    problems.extend(pages::check_texts(&pages));
    problems.extend(pages::check_parity(&pages));
    problems.extend(legal::check(site, &pages, &files));
    problems.extend(share::check(&site.config.base_url, &pages, &files));
    problems.extend(structured_data::check(site, &pages, &files));
    problems.extend(contradictions(site));
    sorted(problems)
}

#[cfg(test)]
mod tests;
