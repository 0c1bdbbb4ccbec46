//! Stage 3: gives every page its address, its partner in the other language and its middleware, and checks every link
//! that an author wrote. Pure: the same sources and inventory give the same site.
//!
//! A site is returned even when there are problems, so that `site serve` can answer a page with an unknown middleware
//! with status 500 (S5g). `site build` stops at the first list of problems.

mod links;
mod middleware;
mod page;
mod pairs;
mod progress;
mod units;

use std::sync::Arc;

use model::site::{Page, Routes, Site};

use crate::stages::load::Sources;
use model::building::Geometry;
use model::inventory::Inventory;
use model::lang::PerLang;
use model::phase::Phase;
use model::problem::{Problem, sorted};
use model::site::video;

/// The outcome of the stage.
#[derive(Debug)]
pub struct Resolution {
    /// The site, as far as it could be resolved.
    pub site: Site,
    /// What must be fixed before the site may be written.
    pub problems: Vec<Problem>,
    /// Why pages cannot be shown at all (S5g).
    pub refusals: Vec<Problem>,
}

/// Resolves the sources and the inventory.
pub fn resolve(sources: Sources, inventory: Inventory) -> Resolution {
    let Sources {
        config,
        strings,
        pages: page_sources,
        entries,
        templates,
        documents,
        icons,
        static_files,
        geometry,
        mut payment_plans,
    } = sources;
    let mut problems = pairs::compare(&page_sources);
    let progress = progress::resolve(&config, &strings, entries, &mut problems);
    // A finished building has no payments during construction.
    payment_plans.retain(|plan| config.phase != Phase::Finished || plan.construction.is_none());
    let mut refusals = Vec::new();
    let mut pages: Vec<Page> = page_sources
        .into_iter()
        .map(|source| page::of_content(source, config.phase, &mut refusals))
        .collect();
    problems.extend(pages.iter().filter_map(Page::source).filter_map(video::problem));
    pages.sort_by(|one, other| (&one.neutral, one.lang).cmp(&(&other.neutral, other.lang)));
    pages.extend(units::pages(&pages, &inventory));
    problems.extend(page::unknown_templates(&pages, &templates));
    let routes = Routes::of(&pages, &static_files, &mut problems);
    let plans = geometry.as_ref().map(Geometry::plans).unwrap_or_default();
    problems.extend(units::unknown_facts(&config, &inventory, &plans));
    let gone = units::gone_addresses(&config, &inventory);
    let links = links::check(&pages, &progress, &routes, &gone, &mut problems);
    let site = Site {
        config: Arc::new(config),
        strings: PerLang {
            es: Arc::new(strings.es),
            en: Arc::new(strings.en),
        },
        routes: Arc::new(routes),
        pages,
        progress,
        inventory: Arc::new(inventory),
        plans,
        axonometry: geometry.as_ref().map(Geometry::axonometry),
        templates,
        documents,
        icons,
        static_files,
        payment_plans,
        anchor_links: links.to_anchors,
        file_links: links.to_files,
    };
    Resolution {
        site,
        problems: sorted(problems),
        refusals: sorted(refusals),
    }
}
