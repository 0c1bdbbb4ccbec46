//! What all pages of a language share, computed once.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use minijinja::Value;

use super::functions::icon;
use super::functions::island_memo::IslandMemo;
use super::functions::parts::PartMemo;
use super::functions::shared_props::SharedPropsMemo;
use super::{level_drawing, values};
use crate::outputs::share::SharePictures;
use crate::outputs::values::SiteValues;
use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use building::Plan;
use model::config::Floor;
use model::lang::Lang;
use model::site::Site;
use platform::unit::Level;

/// Everything that templates of one language can reach.
pub(super) struct RenderContext {
    pub(super) values: Arc<SiteValues>,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    pub(super) share: Arc<SharePictures>,
    /// Plans by the level of a building.
    pub(super) plans: HashMap<Floor, Value>,
    /// The URL of the drawing that the pages of a level's units share, by level.
    pub(super) level_drawings: HashMap<Floor, String>,
    /// The HTML of each icon by its name, in the order of the names.
    pub(super) icons: Vec<(String, Option<Value>)>,
    /// The axonometric drawing of each building, by its key.
    pub(super) axonometries: HashMap<String, Value>,
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
        RenderContext {
            values: Arc::new(SiteValues::new(site, lang)),
            bundle: bundle.clone(),
            islands: islands.clone(),
            pictures: pictures.clone(),
            share: share.clone(),
            plans: by_floor(site, values::from_serialize),
            level_drawings: by_floor(site, |plan| level_drawing::file(plan).url),
            icons: icon::markup(&site.icons, bundle),
            axonometries: (site.axonometries.iter())
                .map(|drawing| (drawing.building.clone(), values::from_serialize(drawing)))
                .collect(),
            island_memo: IslandMemo::default(),
            part_memo: PartMemo::default(),
            shared_props: SharedPropsMemo::default(),
        }
    }

    /// A level as templates name it: by its number and the key of its building, none on a site with one.
    pub(super) fn floor(&self, level: i16, building: Option<&str>) -> Floor {
        Floor::find(&self.site.config.buildings, building.unwrap_or_default(), Level(level))
    }
}

impl Deref for RenderContext {
    type Target = SiteValues;

    fn deref(&self) -> &SiteValues {
        &self.values
    }
}

impl std::fmt::Debug for RenderContext {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RenderContext({})", self.lang)
    }
}
