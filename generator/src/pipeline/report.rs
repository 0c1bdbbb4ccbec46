//! What `site build` reports of a site, besides its inventory's source and what changed. It is stored with the site, for
//! the next build that finds nothing changed.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use super::RenderedSite;
use super::budgets::HomeWeight;
use crate::check;
use crate::outputs::pictures::PhoneWeight;
use crate::stages::prerender::sizes::SizeReport;
use model::problem::Problem;
use model::site::NextChange;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Report {
    /// When the site was made, in the development's time zone. Pages are public or not at this moment.
    pub made_at: DateTime,
    /// How many pages it has.
    pub pages: usize,
    /// How many files it has.
    pub files: usize,
    /// How many units it has.
    pub units: usize,
    /// The day of its inventory.
    pub date: Date,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
    /// Facts of `site.yaml` that contradict the inventory.
    pub contradictions: Vec<Problem>,
    /// When the site must be built again, and the file that is published or unpublished then.
    pub next_change: Option<NextChange>,
    /// That moment (RFC 3339).
    pub next_rebuild: Option<String>,
    /// The sizes of scripts and styles.
    pub sizes: SizeReport,
    /// The size of the home page.
    pub home: HomeWeight,
    /// The picture that is heaviest on a phone.
    pub picture: Option<PhoneWeight>,
}

impl Report {
    /// The report of a site that was made at a moment in the development's time zone.
    pub(super) fn of(rendered: &RenderedSite, made_at: DateTime) -> Report {
        let site = &rendered.site;
        Report {
            made_at,
            pages: site.pages.len(),
            files: rendered.files.len() + rendered.in_sink,
            units: site.inventory.units.len(),
            date: site.inventory.date,
            warnings: rendered.warnings.clone(),
            contradictions: check::contradictions(site),
            next_rebuild: site
                .next_change
                .as_ref()
                .and_then(|change| site.config.time_zone.moment(change.at.0)),
            next_change: site.next_change.clone(),
            sizes: rendered.bundle.sizes.clone(),
            home: rendered.home,
            picture: rendered.picture.clone(),
        }
    }

    /// Whether a site that is made at this moment shows the same pages and months.
    pub(super) fn holds_at(&self, now: DateTime) -> bool {
        let changed = self.next_change.as_ref().is_some_and(|change| change.at.0 <= now);
        // A month is over at the end of a day.
        self.made_at <= now && self.made_at.date() == now.date() && !changed
    }
}
