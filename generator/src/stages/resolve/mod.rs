//! Stage 3: gives every page its address, its counterparts in the other languages and its middleware, and collects the
//! links that authors wrote. Pure: the same sources and inventory give the same site.
//!
//! A site is returned even when there are problems, so that `site serve` can answer a page with an unknown middleware
//! with status 500 (S5g). `site build` stops at the first list of problems.

mod aliases;
mod author_texts;
mod features;
mod menus;
mod middleware;
mod page;
mod pairs;
mod progress;
mod schedule;
mod units;

use std::sync::Arc;

pub use author_texts::{AuthorLink, AuthorLinks};
pub use page::changed_page;
pub use schedule::DatedView;

use model::site::{Page, Routes, Site, template};
use schedule::ScheduleClock;

use crate::stages::load::Sources;
use building::{self, Geometry};
use formats::problem::{Problem, sorted};
use model::inventory::Inventory;
use model::inventory_summary::InventorySummary;
use model::phase::Phase;

/// The outcome of the stage.
#[derive(Debug)]
pub struct Resolution {
    /// The site, as far as it could be resolved.
    pub site: Site,
    /// The links that authors wrote, to be checked.
    pub links: AuthorLinks,
    /// What must be fixed before the site may be written.
    pub problems: Vec<Problem>,
    /// Why pages cannot be shown at all (S5g).
    pub refusals: Vec<Problem>,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
}

/// Resolves the sources and the inventory.
pub fn resolve(sources: Sources, inventory: impl Into<Arc<Inventory>>, view: DatedView) -> Resolution {
    let mut inventory: Arc<Inventory> = inventory.into();
    let clock = ScheduleClock::new(&sources.config, view);
    let next_change = clock.next_change(&sources);
    let schedules = schedule::by_path(&sources);
    let contradictions = schedule::contradictions(&sources);
    let Sources {
        config,
        theme,
        strings,
        pages: page_sources,
        entries,
        templates,
        documents,
        icons,
        static_files,
        geometry,
        map,
        mut payment_plans,
    } = sources;
    let mut warnings = features::incomplete(&config, &strings, &page_sources, &entries);
    let mut problems = pairs::compare(config.languages, &page_sources);
    problems.extend(contradictions);
    problems.extend(clock.later_rate(&config));
    for strings in strings.values() {
        problems.extend(features::missing_identities(strings, &page_sources));
    }
    let progress = progress::resolve(&config, &strings, entries, clock, &mut problems);
    // A finished building has no payments during construction.
    payment_plans.retain(|plan| config.phase != Phase::Finished || plan.construction.is_none());
    let mut refusals = Vec::new();
    let mut pages: Vec<Page> = page_sources
        .into_iter()
        .filter(|source| clock.reads(source.front.schedule()))
        .map(|source| page::content_page(source, config.phase, clock, &mut refusals))
        .collect();
    pages.sort_by(|one, other| (&one.neutral, one.lang).cmp(&(&other.neutral, other.lang)));
    if config.uses.iter().any(|declared| declared.secondary) {
        Arc::make_mut(&mut inventory).units.sort_by_key(|unit| config.is_secondary(unit.unit_use));
    }
    units::add_pages(&mut pages, &config, &inventory);
    problems.extend(page::unknown_templates(&pages, &templates));
    // Everything that will ever be public is checked now: a build on the day of its publication must not fail.
    let all_routes = Routes::new(&pages, &static_files, &config, &mut problems);
    let differences = geometry
        .iter()
        .flat_map(|geometry| building::differences(geometry, &inventory.units, &inventory.history.gone));
    warnings.extend(differences);
    let plans = geometry.as_ref().map(Geometry::plans).unwrap_or_default();
    problems.extend(units::unknown_facts(&config, &inventory, &plans));
    problems.extend(units::incomplete_uses(&config, &strings, &pages));
    problems.extend(menus::check(
        &config,
        &menus::LinkTargets { schedules: &schedules, routes: &all_routes, strings: &strings, icons: &icons },
    ));
    let gone = units::gone_addresses(&config, &inventory, &all_routes);
    let links = author_texts::scan(&pages, &progress, &mut problems);
    problems.extend(aliases::check(&pages, &all_routes));
    let has_units = all_routes
        .with_template(template::INVENTORY)
        .and_then(|path| schedules.get(path))
        .is_some_and(|page| clock.shows(*page));
    let readable = pages.len();
    pages.retain(|page| page.source().map_or(has_units, |source| clock.shows(source.front.schedule())));
    let progress = progress.map(|months| progress::shown(&config, months, clock));
    let all_routes = Arc::new(all_routes);
    let routes = match pages.len() == readable {
        true => Arc::clone(&all_routes),
        false => Arc::new(Routes::new(&pages, &static_files, &config, &mut Vec::new())),
    };
    let links = AuthorLinks { links, routes: all_routes, gone, schedules };
    let summary =
        InventorySummary::new(&inventory.units, config.currency(), |unit_use| config.is_secondary(unit_use));
    let site = Site {
        config: Arc::new(config),
        theme: Arc::new(theme),
        strings: strings.map(Arc::new),
        routes,
        pages,
        progress,
        summary,
        inventory,
        plans,
        axonometry: geometry.as_ref().map(Geometry::axonometry),
        map,
        templates,
        documents,
        icons,
        static_files,
        payment_plans,
        next_change,
    };
    Resolution {
        site,
        links,
        problems: sorted(problems),
        refusals: sorted(refusals),
        warnings: sorted(warnings),
    }
}
