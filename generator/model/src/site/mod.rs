//! The resolved site: every page with its address, every link checked as far as it can be before rendering.

mod links;
mod page;
mod routes;
pub mod video;

use std::sync::Arc;

pub use links::{AnchorLink, FileLink};
pub use page::{Page, PageKind};
pub use routes::{Route, Routes, split_fragment};

use crate::building::{Axonometry, Plan};
use crate::config::{Config, Month};
use crate::inventory::Inventory;
use crate::lang::{Lang, PerLang};
use crate::payment::PaymentPlan;
use crate::problem::Problem;
use crate::source::{EntrySource, Icon, StaticFile, TemplateFile};
use crate::strings::Strings;

/// The page below which unit pages are: a site that has it has unit pages.
pub const UNIT_PARENT: &str = "/inventario";

/// One month.
#[derive(Debug)]
pub struct ProgressMonth {
    /// Which one.
    pub month: Month,
    /// What was done, when somebody wrote it down.
    pub entry: Option<EntrySource>,
}

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
