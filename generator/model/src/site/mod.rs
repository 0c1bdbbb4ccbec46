//! The resolved site: every page with its path.

mod routes;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};

use crate::config::{Config, Floor, Use};
use crate::dates::Month;
use crate::document::Document;
use crate::inventory::{Inventory, InventorySummary, UnitsSummary};
use crate::lang::{Lang, PerLang};
use crate::map::MapDrawing;
use crate::output::OutputFile;
use crate::payment::PaymentPlan;
use crate::source::{EntrySource, LocalTime, PageSource, Robots, ScheduleState};
use crate::strings::Strings;
use crate::theme::Theme;
use building::{Axonometry, Layout, Plan, SiteDrawing};
use formats::problem::Problem;

pub use routes::{Addresses, Routes, path_with_template, shared_paths, split_fragment};

/// The language-neutral path of the page that hosts show for an address that does not exist.
pub const NOT_FOUND: &str = "/404";

/// Above this number of units there is no price list: it is made again at each change of a price, which takes 1 ms for each unit.
const MOST_IN_PRICE_LIST: usize = 300;

/// One month of construction progress.
#[derive(Debug)]
pub struct ProgressMonth {
    /// The month.
    pub month: Month,
    /// The author's entry; `None` when there is none for this month.
    pub entry: Option<EntrySource>,
}

/// The input of the stages after resolving.
#[derive(Debug)]
pub struct Site {
    /// `site.yaml`, with the base URL of this build.
    pub config: Arc<Config>,
    /// `theme.yaml`.
    pub theme: Arc<Theme>,
    /// The texts of each language.
    pub strings: PerLang<Arc<Strings>>,
    /// Every path of the site.
    pub routes: Arc<Routes>,
    /// Every page of each language: content pages ordered by slug, then units in inventory order.
    pub pages: Vec<Page>,
    /// The months of construction progress, newest first.
    pub progress: PerLang<Vec<ProgressMonth>>,
    /// The units and amenities.
    pub inventory: Arc<Inventory>,
    /// The numbers and prices of the units.
    pub summary: InventorySummary,
    /// The plans of the levels.
    pub plans: Vec<Plan>,
    /// The axonometric drawing of each building that is drawn.
    pub axonometries: Vec<Axonometry>,
    /// The site plan of several buildings, if there is one.
    pub site_plan: Option<SiteDrawing>,
    /// The map of the surroundings, if there is one.
    pub map: Option<PerLang<MapDrawing>>,
    /// The text of each template by its name in `include` and `extends`, the path below `templates/`.
    pub templates: BTreeMap<String, String>,
    /// The names of the templates of PDF documents.
    pub documents: Vec<String>,
    /// The SVG element of each icon by its name, that of its file.
    pub icons: BTreeMap<String, String>,
    /// Files that are published unchanged.
    pub static_files: Vec<OutputFile>,
    /// The payment plans on offer.
    pub payment_plans: Vec<PaymentPlan>,
    /// When the site must be built again, because a page or month is published or unpublished.
    pub next_change: Option<NextChange>,
}

/// The next moment at which a page or month is published or unpublished by itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct NextChange {
    /// The moment.
    pub at: LocalTime,
    /// Its file, from the project's root.
    pub file: String,
}

impl Site {
    /// The paths of pages that cannot be shown, with a message that includes the page's problems of `refusals` (S5g).
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

    /// The language-neutral path of the page with the form for the units of a use: its own, the one for every use, or the home page.
    pub fn contact_of<'a>(&'a self, declared: &'a Use) -> &'a str {
        let general = || self.routes.with_template(template::CONTACT);
        declared.contact.as_deref().or_else(general).unwrap_or("/")
    }

    /// Whether the site has a document: its template, and the page that offers it, the plan of a unit, or a price list of this length.
    pub fn has_document(&self, document: Document) -> bool {
        self.has_template(document)
            && match document {
                // Whose unit is on a plan: see the unit's view.
                Document::UnitSheet(_) => true,
                Document::PriceList => self.inventory.units.len() <= MOST_IN_PRICE_LIST,
                Document::Brochure => self.routes.with_template(template::BROCHURE).is_some(),
                Document::PrivacyNotice => self.routes.with_template(template::PRIVACY).is_some(),
            }
    }

    /// The plan of a level of a building.
    pub fn plan(&self, floor: Floor) -> Option<&Plan> {
        self.plans
            .iter()
            .find(|plan| self.config.floor_of(plan) == floor)
    }

    /// The plan of a unit's level, unless it does not draw the unit. A plan of another level may draw it by mistake.
    pub fn plan_of(&self, unit: &Unit) -> Option<&Plan> {
        self.plan(self.config.floor(unit))
            .filter(|plan| plan.unit(unit.code.address()).is_some())
    }

    /// The layouts of furniture that the plan of a unit suggests; none without a plan, for its use, or that does not fit.
    pub fn layouts(&self, unit: &Unit) -> Vec<Layout> {
        let drawn = self
            .plan_of(unit)
            .and_then(|plan| plan.unit(unit.code.address()));
        drawn.map_or_else(Vec::new, |drawn| {
            drawn.layouts(&self.config.furniture(unit))
        })
    }

    /// The available unit with the lowest price among those of a summary.
    pub fn cheapest(&self, summary: UnitsSummary) -> Option<&Unit> {
        summary.cheapest().map(|index| &self.inventory.units[index])
    }

    /// Whether the template of a document exists.
    pub fn has_template(&self, document: Document) -> bool {
        self.documents
            .iter()
            .any(|name| name == document.template())
    }

    /// The content pages below a language-neutral path in a language, newest first; those without a date last.
    pub fn pages_below(&self, lang: Lang, neutral: &str) -> Vec<&Page> {
        let folder = format!("{}/", neutral.trim_end_matches('/'));
        let is_below = |page: &&Page| {
            page.lang == lang && page.source().is_some() && page.neutral.starts_with(&folder)
        };
        let mut pages: Vec<&Page> = self.pages.iter().filter(is_below).collect();
        pages.sort_by_key(|page| Reverse(page.date()));
        pages
    }

    /// Whether a page is an entry of a list of news: it has a date, and is below a page with the template `news`.
    pub fn is_news(&self, page: &Page) -> bool {
        let is_list_of = |list: &Page| {
            let rest = page.neutral.strip_prefix(&list.neutral);
            list.lang == page.lang
                && list.has_template(template::NEWS)
                && rest.is_some_and(|rest| rest.starts_with('/'))
        };
        page.date().is_some() && self.pages.iter().any(is_list_of)
    }

    /// The page with a language-neutral path in a language.
    pub fn page(&self, lang: Lang, neutral: &str) -> Option<&Page> {
        self.pages
            .iter()
            .find(|page| page.lang == lang && page.neutral == neutral)
    }
}

/// Slugs of the pages that hosts show instead of another page, by the status of the answer.
const ERROR_PAGES: [&str; 2] = ["404", "500"];

/// One page in one language.
#[derive(Debug)]
pub struct Page {
    /// Its language.
    pub lang: Lang,
    /// Its language-neutral path: `/inventario`.
    pub neutral: String,
    /// Its path: `/en/inventario`.
    pub url: String,
    /// The file below `dist/`.
    pub file: String,
    /// Name of its template.
    pub template: Cow<'static, str>,
    /// Whether search engines may list it.
    pub robots: Robots,
    /// When true, the page is served with `Cache-Control: no-store`.
    pub no_store: bool,
    /// Whether it is public.
    pub state: ScheduleState,
    /// Why the page cannot be shown, if so (S5g).
    pub refused: Option<String>,
    /// The source of its content.
    pub kind: PageKind,
}

/// The source of a page's content.
#[derive(Debug)]
pub enum PageKind {
    /// A file below `content/`.
    Content(Arc<PageSource>),
    /// A unit, by its index in the inventory.
    Unit(usize),
}

/// A language-neutral path without its first slash: `inventario`; `index` for the home page.
pub fn slug(neutral: &str) -> &str {
    match neutral.trim_start_matches('/') {
        "" => "index",
        slug => slug,
    }
}

/// The language-neutral path of the content file with this path below a language's folder. `index` has that of its folder.
pub fn neutral_path(slug: &str) -> String {
    match slug.strip_suffix("index") {
        Some("") => "/".to_owned(),
        Some(folder) if folder.ends_with('/') => format!("/{}", folder.trim_end_matches('/')),
        _ => format!("/{slug}"),
    }
}

impl Page {
    /// The date in its front matter.
    pub fn date(&self) -> Option<Date> {
        self.source()?.front.date
    }

    /// The content file; `None` for the page of a unit.
    pub fn source(&self) -> Option<&PageSource> {
        match &self.kind {
            PageKind::Content(source) => Some(source),
            PageKind::Unit(_) => None,
        }
    }

    /// The path without its first slash: `inventario`; `index` for the home page.
    pub fn slug(&self) -> &str {
        slug(&self.neutral)
    }

    /// Whether this is an error page or the offline page. Such pages have no alternates and are not in the sitemap.
    pub fn is_error(&self) -> bool {
        ERROR_PAGES.contains(&self.slug()) || self.has_template(template::OFFLINE)
    }

    /// The name of its template: `unit` for `templates/pages/unit.html`.
    pub fn template_name(&self) -> &str {
        self.template
            .trim_start_matches("pages/")
            .trim_end_matches(".html")
    }

    /// Whether its template is `templates/pages/<name>.html`.
    pub fn has_template(&self, name: &str) -> bool {
        self.template.starts_with("pages/") && self.template_name() == name
    }

    /// Whether search engines may list the page, which no error page is. Only such pages are in the sitemap.
    pub fn is_listed(&self) -> bool {
        self.robots == Robots::Index
    }

    /// What the page is made from, for messages: its file, or the path of the unit page.
    pub fn origin(&self) -> String {
        match &self.kind {
            PageKind::Content(source) => source.file.clone(),
            PageKind::Unit(_) => format!("the unit page {}", self.url),
        }
    }
}

/// The names of templates whose page is found by its template, whatever its address is: see [`Routes::with_template`].
pub mod template {
    /// The page where the brochure is requested.
    pub const BROCHURE: &str = "brochure";
    /// A page with a form. Several may have it: those that `uses` in `site.yaml` names, and one for every use.
    pub const CONTACT: &str = "contact";
    /// The list of units. The pages of units are below it; a site without it has none.
    pub const INVENTORY: &str = "inventory";
    /// The list of the pages below it, newest first.
    pub const NEWS: &str = "news";
    /// What visitors see without a network connection.
    pub const OFFLINE: &str = "offline";
    /// The privacy notice.
    pub const PRIVACY: &str = "privacy";
    /// The months of construction.
    pub const PROGRESS: &str = "progress";
    /// The page after a form was sent.
    pub const THANKS: &str = "thanks";
}
