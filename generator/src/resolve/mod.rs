//! Stage 3: every page gets its address, its partner in the other language and its middleware; every
//! link an author wrote is checked. Pure: the same sources and inventory give the same site.
//!
//! A site is returned even when there are problems, so that `site serve` can answer a page that asks
//! for an unknown middleware with status 500 (S5g). `build` stops at the first problem list.

mod links;
mod middleware;
mod page;
mod pairs;
mod progress;
mod routes;
mod units;

use std::sync::Arc;

pub use links::{AnchorLink, FileLink};
pub use middleware::Middleware;
pub use page::{Page, PageKind};
pub use progress::ProgressMonth;
pub use routes::{Route, Routes};
pub use units::UNIT_PARENT;

use crate::building::{Axonometry, Geometry, Plan};
use crate::config::Config;
use crate::inventory::Inventory;
use crate::lang::{Lang, PerLang};
use crate::load::{Icon, Sources, StaticFile, TemplateFile};
use crate::payment::PaymentPlan;
use crate::problem::{Problem, sorted};
use crate::strings::Strings;
use crate::structured_data::video;

/// Everything the later stages need, with every question of addresses answered.
#[derive(Debug)]
pub struct Site {
    /// `site.yaml`, with the base URL of this build.
    pub config: Arc<Config>,
    /// The texts of both languages.
    pub strings: PerLang<Arc<Strings>>,
    /// Every address of the site.
    pub routes: Arc<Routes>,
    /// Every page of both languages: content pages by slug, then units in inventory order.
    pub pages: Vec<Page>,
    /// The months of construction progress, newest first.
    pub progress: PerLang<Vec<ProgressMonth>>,
    /// The data of the day.
    pub inventory: Arc<Inventory>,
    /// The plans of the levels.
    pub plans: Vec<Plan>,
    /// The building seen from above.
    pub axonometry: Option<Axonometry>,
    /// Templates by name.
    pub templates: Vec<TemplateFile>,
    /// The names of the templates of PDF documents.
    pub documents: Vec<String>,
    /// Icons by name.
    pub icons: Vec<Icon>,
    /// Files to publish unchanged.
    pub static_files: Vec<StaticFile>,
    /// Links to anchors, to be compared with the rendered pages.
    pub anchor_links: Vec<AnchorLink>,
    /// How units may be paid.
    pub payment_plans: Vec<PaymentPlan>,
    /// Links to files that the build makes, to be compared with those it made.
    pub file_links: Vec<FileLink>,
}

/// The outcome of the stage.
#[derive(Debug)]
pub struct Resolution {
    /// The site, as far as it could be resolved.
    pub site: Site,
    /// What must be mended before it may be written.
    pub problems: Vec<Problem>,
    /// Why pages cannot be shown at all (S5g).
    pub refusals: Vec<Problem>,
}

/// Resolves the sources with the data of the day.
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
        payment_plans,
    } = sources;
    let mut problems = pairs::compare(&page_sources);
    let progress = progress::resolve(&config, &strings, entries, &mut problems);
    let mut refusals = Vec::new();
    let mut pages: Vec<Page> = page_sources
        .into_iter()
        .map(|source| Page::of_content(source, &mut refusals))
        .collect();
    problems.extend(pages.iter().filter_map(Page::source).filter_map(video::problem));
    pages.sort_by(|one, other| (&one.neutral, one.lang).cmp(&(&other.neutral, other.lang)));
    pages.extend(units::pages(&pages, &inventory));
    problems.extend(page::unknown_templates(&pages, &templates));
    let routes = routes::Routes::of(&pages, &static_files, &mut problems);
    let gone = crate::redirects::of_gone_units(&config, &inventory);
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
        plans: geometry.as_ref().map(Geometry::plans).unwrap_or_default(),
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

impl Site {
    /// The pages that cannot be shown at all, by address, with the message for each and the place of `refusals` where
    /// its author mends it (S5g): `serve` answers them with status 500.
    pub fn refused(&self, refusals: &[Problem]) -> Vec<(String, String)> {
        let refused = self.pages.iter().filter_map(|page| {
            let mut message = page.refused.clone()?;
            let file = &page.source()?.file;
            for problem in refusals.iter().filter(|problem| problem.file == *file) {
                message.push_str(&format!("\n{problem}"));
            }
            Some((page.url.clone(), message))
        });
        refused.collect()
    }

    /// The page of an address in a language.
    pub fn page(&self, lang: Lang, neutral: &str) -> Option<&Page> {
        self.pages
            .iter()
            .find(|page| page.lang == lang && page.neutral == neutral)
    }
}
