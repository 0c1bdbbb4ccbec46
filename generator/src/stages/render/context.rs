//! What all pages of a language share, computed once.

use std::collections::HashMap;
use std::sync::Arc;

use minijinja::Value;

use super::functions::icon::{self, IconMarkup};
use super::functions::island_memo::IslandMemo;
use super::functions::parts::PartMemo;
use super::functions::shared_props::SharedPropsMemo;
use super::unit_value::UnitValue;
use super::{level_drawing, values};
use crate::outputs::share::SharePictures;
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use building::Plan;
use formats::markdown;
use model::config::Floor;
use model::inventory::SimilarUnits;
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;
use model::strings::Strings;
use platform::unit::Level;

/// Everything that templates of one language can reach.
pub(super) struct RenderContext {
    pub(super) lang: Lang,
    pub(super) site: Arc<Site>,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    pub(super) share: Arc<SharePictures>,
    /// One value per unit, in inventory order.
    pub(super) units: Vec<Value>,
    /// Plans by the level of a building.
    pub(super) plans: HashMap<Floor, Value>,
    /// The URL of the drawing that the pages of a level's units share, by level.
    pub(super) level_drawings: HashMap<Floor, String>,
    /// The HTML of each icon by its name, in the order of the names.
    pub(super) icons: Vec<(String, IconMarkup)>,
    /// The axonometric drawing of each building, by its key.
    pub(super) axonometries: HashMap<String, Value>,
    /// The date of the inventory, formatted for visitors.
    pub(super) date_label: String,
    /// Finds units similar to a unit.
    pub(super) similar: SimilarUnits,
    /// HTML of islands that many pages share.
    pub(super) island_memo: IslandMemo,
    /// HTML of parts that many pages share.
    pub(super) part_memo: PartMemo,
    /// Props of islands that many pages share.
    pub(super) shared_props: SharedPropsMemo,
}

/// What is made of each plan, by its level.
fn by_floor<T>(site: &Site, make: impl Fn(&Plan) -> T) -> HashMap<Floor, T> {
    let plans = site.plans.iter();
    plans.map(|plan| (site.config.floor_of(plan), make(plan))).collect()
}

impl RenderContext {
    pub(super) fn new(
        lang: Lang,
        site: &Arc<Site>,
        bundle: &Arc<Bundle>,
        islands: &Arc<Islands>,
        pictures: &Arc<Pictures>,
        share: &Arc<SharePictures>,
    ) -> RenderContext {
        let localized = Localized::new(site, lang);
        let units: Vec<Value> = (0..site.inventory.units.len())
            .map(|index| Value::from_object(UnitValue::new(site, lang, index)))
            .collect();
        // A site without date strings shows none; a template that asks for the label would show nothing.
        let date_label = localized.date(site.inventory.date);
        RenderContext {
            lang,
            site: site.clone(),
            bundle: bundle.clone(),
            islands: islands.clone(),
            pictures: pictures.clone(),
            share: share.clone(),
            units,
            plans: by_floor(site, values::from_serialize),
            level_drawings: by_floor(site, |plan| level_drawing::file(plan).url),
            icons: icon::markup(&site.icons, bundle),
            axonometries: (site.axonometries.iter())
                .map(|drawing| (drawing.building.clone(), values::from_serialize(drawing)))
                .collect(),
            date_label,
            similar: SimilarUnits::new(&site.inventory),
            island_memo: IslandMemo::default(),
            part_memo: PartMemo::default(),
            shared_props: SharedPropsMemo::default(),
        }
    }

    /// The URL of a link that an author wrote in Markdown. Links were checked before, so one that leads to no page of
    /// the site stays unchanged.
    pub(super) fn address(&self, written: &str) -> String {
        self.localized().link(written)
    }

    /// A level as templates name it: by its number and the key of its building, none on a site with one.
    pub(super) fn floor(&self, level: i16, building: Option<&str>) -> Floor {
        Floor::find(&self.site.config.buildings, building.unwrap_or_default(), Level(level))
    }

    /// The HTML of an author's Markdown.
    pub(super) fn html(&self, text: &str) -> Value {
        let document = markdown::render(text, &|written| self.address(written));
        Value::from_safe_string(document.html)
    }

    /// The site in the language of these values.
    pub(super) fn localized(&self) -> Localized<'_> {
        Localized::new(&self.site, self.lang)
    }

    pub(super) fn strings(&self) -> &Strings {
        self.site.strings.get(self.lang)
    }
}

impl std::fmt::Debug for RenderContext {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RenderContext({})", self.lang)
    }
}
