//! A page with other texts, in a site that is otherwise as it was.

use super::page;
use super::publication::{Clock, View};
use model::site::{Page, Site};
use model::source::PageSource;

/// The page of a changed source and its index in [`Site::pages`]. Nothing when it is a page that the site does not have, or
/// when more than its own texts changes: its template, its state, or whether it can be shown.
pub fn changed_page(site: &Site, source: PageSource, view: View) -> Option<(usize, Page)> {
    let is_same = |page: &Page| page.source().is_some_and(|known| known.file == source.file);
    let index = site.pages.iter().position(is_same)?;
    let changed = page::content_page(
        source,
        site.config.phase,
        Clock::new(&site.config, view),
        &mut Vec::new(),
    );
    let known = &site.pages[index];
    let is_alike = changed.refused.is_none()
        && (&changed.url, &changed.template) == (&known.url, &known.template)
        && (changed.state, changed.robots, changed.no_store) == (known.state, known.robots, known.no_store);
    is_alike.then_some((index, changed))
}
