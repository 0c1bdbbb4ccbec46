//! Stage 3: gives every page its address, its counterparts in the other languages and its middleware, and collects the links that
//! authors wrote. Pure: the same sources and inventory give the same site. A site is returned even when there are problems, so that
//! `site serve` can answer a page with an unknown middleware with status 500 (S5g).

mod author_texts;
mod features;
mod output_paths;
mod page;
mod pairs;
mod payment_plans;
mod pictures;
mod schedule;

use std::collections::HashMap;
use std::sync::Arc;

pub use author_texts::{AuthorLink, AuthorLinks};
pub use page::changed_page;
pub(crate) use pictures::{alt_key, without_text};
pub use schedule::DatedView;

use features::NamedTargets;
use model::site::{Addresses, Page, Routes, Site, shared_paths, template};
use pictures::PictureNames;

use crate::stages::load::Sources;
use building::{self, Geometry, Plan};
use formats::problem::{Problem, sorted};
use model::inventory::{Inventory, InventorySummary};
use model::lang::Lang;
use platform::closing::Closing;

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
pub fn resolve(
    mut sources: Sources,
    inventory: impl Into<Arc<Inventory>>,
    view: DatedView,
) -> Resolution {
    let mut inventory: Arc<Inventory> = inventory.into();
    // Those whose home page is a draft are being translated.
    let drafts: Vec<Lang> = sources
        .pages
        .iter()
        .filter(|page| page.slug == "index" && page.front.draft)
        .map(|home| home.lang)
        .collect();
    let published = sources
        .config
        .languages
        .filtered(|lang| !drafts.contains(&lang));
    if !view.unpublished {
        sources.config.languages = published;
        sources
            .pages
            .retain(|page| published.as_slice().contains(&page.lang));
        sources
            .entries
            .retain(|entry| published.as_slice().contains(&entry.lang));
    }
    let next_change = view.next_change(&sources);
    let schedules = schedule::by_path(&sources);
    let contradictions = schedule::contradictions(&sources);
    let (config, strings) = (&sources.config, &sources.strings);
    let mut warnings = features::incomplete_progress(config, &sources.pages, &sources.entries);
    warnings.extend(features::undated_news(&sources.pages));
    warnings.extend(features::untranslated_amenities(
        config.languages,
        strings,
        &inventory.amenities,
    ));
    let names = PictureNames::new(&sources.pictures);
    let mut problems = pairs::compare(published, &sources.pages, names);
    problems.extend(contradictions);
    problems.extend(view.later_rate(config));
    for strings in strings.values() {
        warnings.extend(features::undeclared_uses(config, strings));
        warnings.extend(features::missing_words_of_rents(strings, &inventory));
        problems.extend(features::missing_identities(strings, &sources.pages));
        problems.extend(features::missing_question_texts(config, strings));
    }
    let progress = schedule::months(
        config,
        published,
        strings,
        sources.entries,
        view,
        &mut problems,
    );
    let plans = &sources.payment_plans;
    let offer = payment_plans::on_offer(config.phase, &config.timeline, plans, inventory.date);
    problems.extend(offer.problems);
    warnings.extend(offer.warnings);
    let mut refusals = Vec::new();
    let addresses = Addresses::new(&sources.pages);
    let mut pages: Vec<Page> = sources
        .pages
        .into_iter()
        .filter(|source| view.reads(source.front.schedule()))
        .map(|source| page::content_page(source, &addresses, config.phase, view, &mut refusals))
        .collect();
    pages.sort_by(|one, other| (&one.neutral, one.lang).cmp(&(&other.neutral, other.lang)));
    if config.uses.iter().any(|declared| declared.secondary) {
        Arc::make_mut(&mut inventory)
            .units
            .sort_by_key(|unit| config.is_secondary(unit.unit_use));
    }
    if config
        .uses
        .iter()
        .any(|declared| !declared.without.is_empty())
    {
        for unit in &mut Arc::make_mut(&mut inventory).units {
            if let Some(declared) = config.use_of(unit.unit_use) {
                declared.take_lacked(unit);
            }
        }
    }
    page::add_unit_pages(&mut pages, config, &addresses, &inventory);
    problems.extend(page::unknown_templates(&pages, &sources.templates));
    // Everything that will ever be public is checked now: a build on the day of its publication must not fail.
    problems.extend(shared_paths(&pages, &sources.static_files));
    let misplaced = output_paths::files_in_place_of_folders(&pages, &sources.static_files);
    problems.extend(misplaced);
    let all_routes = Routes::new(&pages, &sources.static_files, config, &addresses);
    let is_on_sale = |drawn: &&Geometry| {
        config
            .building(&drawn.building)
            .is_none_or(|one| !one.announced)
    };
    let on_sale: Vec<&Geometry> = sources.geometries.iter().filter(is_on_sale).collect();
    let gone = &inventory.history.gone;
    warnings.extend(
        on_sale
            .iter()
            .flat_map(|drawn| building::differences(drawn, &inventory.units, gone)),
    );
    warnings.extend(features::undrawn(&sources.theme, &inventory));
    let mut plans: Vec<Plan> = on_sale
        .iter()
        .flat_map(|geometry| geometry.plans())
        .collect();
    let numbers: HashMap<&str, &str> = inventory
        .units
        .iter()
        .map(|unit| (unit.code.address(), unit.unit.as_str()))
        .collect();
    plans
        .iter_mut()
        .for_each(|plan| plan.fit_numbers(|code| numbers.get(code).copied()));
    problems.extend(features::unknown_facts(config, &inventory, &plans));
    problems.extend(features::incomplete_uses(config, strings, &pages));
    problems.extend(features::unknown_uses(config, &inventory));
    let (routes, icons) = (&all_routes, &sources.icons);
    problems.extend(
        NamedTargets {
            config,
            schedules: &schedules,
            routes,
            strings,
            icons,
        }
        .unknown(),
    );
    let gone = page::gone_addresses(config, &inventory, &all_routes);
    let links = author_texts::scan(&pages, &progress, &addresses, names, &mut problems);
    problems.extend(pictures::unknown(config, &pages, &progress, strings, names));
    problems.extend(page::check_aliases(&pages, &all_routes));
    let list = all_routes
        .with_template(template::INVENTORY)
        .and_then(|path| schedules.get(path));
    let has_units = list.is_some_and(|page| view.shows(*page));
    let readable = pages.len();
    pages.retain(|page| {
        page.source()
            .map_or(has_units, |source| view.shows(source.front.schedule()))
    });
    let progress = progress.map(|months| schedule::shown_months(config, months, view));
    let all_routes = Arc::new(all_routes);
    let routes = if pages.len() == readable {
        Arc::clone(&all_routes)
    } else {
        Arc::new(Routes::new(
            &pages,
            &sources.static_files,
            config,
            &addresses,
        ))
    };
    let links = AuthorLinks {
        links,
        routes: all_routes,
        gone,
        schedules,
    };
    let summary = InventorySummary::new(config, &inventory.units);
    let closing = Closing::of(&inventory.units);
    let site = Site {
        config: Arc::new(sources.config),
        theme: Arc::new(sources.theme),
        strings: sources
            .strings
            .map(|strings| Arc::new(strings.about(closing))),
        routes,
        pages,
        progress,
        summary,
        inventory,
        plans,
        axonometries: sources
            .geometries
            .iter()
            .map(Geometry::axonometry)
            .collect(),
        site_plan: sources
            .site_plan
            .and_then(|plan| plan.draw(&sources.geometries)),
        map: sources.map,
        templates: sources.templates,
        documents: sources.documents,
        icons: sources.icons,
        static_files: sources.static_files,
        payment_plans: offer.plans,
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
