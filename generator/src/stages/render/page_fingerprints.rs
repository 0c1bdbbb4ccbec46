//! Fingerprints of what each unit page is made from, so that unchanged unit pages are not rendered again.

use platform::unit::Unit;

use super::context::RenderContext;
use crate::cache::fingerprint::Inputs;
use crate::outputs::documents;
use crate::outputs::pictures::Pictures;
use crate::outputs::share::SharePictures;
use crate::stages::prerender::bundle::Bundle;
use model::document::Document;
use model::fingerprint::Fingerprint;
use model::site::{Page, Site};

/// Fingerprints of the inputs of unit pages and unit sheets.
#[derive(Debug)]
pub struct PageFingerprints {
    /// Inputs of every unit page: sources, settings, pictures, and the data that is not of one unit. Of content pages, a
    /// unit page shows titles and addresses; some it finds by their template.
    common: Fingerprint,
    /// One per unit, in inventory order.
    units: Vec<Fingerprint>,
    /// The codes, numbers and levels of all units, which plans show.
    numbers: Fingerprint,
    /// All units and months together.
    inventory: Fingerprint,
}

impl PageFingerprints {
    /// Computes the fingerprints. `sources` is that of the author's files, `units` are those of the units.
    pub fn of(
        sources: &Fingerprint,
        units: Vec<Fingerprint>,
        site: &Site,
        bundle: &Bundle,
        pictures: &Pictures,
    ) -> PageFingerprints {
        let common = || common(sources, site, bundle, pictures);
        let (common, (numbers, inventory)) = rayon::join(common, || (numbers(site), inventory(site, &units)));
        PageFingerprints {
            common,
            numbers,
            inventory,
            units,
        }
    }

    /// The fingerprint of all units and months together.
    pub fn inventory(&self) -> Fingerprint {
        self.inventory
    }

    /// The fingerprint of a unit's sheet: the common inputs, the unit, and the numbers on its level's plan. `tool` is the
    /// program that typesets it, `unit` an index in the inventory.
    pub fn of_sheet(&self, tool: &[Vec<u8>], unit: usize) -> Fingerprint {
        let mut inputs = Inputs::default();
        inputs.add(self.common);
        inputs.add(self.numbers);
        inputs.add(self.units[unit]);
        tool.iter().for_each(|part| inputs.add(part));
        inputs.finish()
    }

    /// The fingerprint of a unit's page: the common inputs, the unit, and the units that its page links. `page` and
    /// `unit` are indices in `site.pages` and in the inventory.
    pub(super) fn of_page(
        &self,
        context: &RenderContext,
        share: &SharePictures,
        page: usize,
        unit: usize,
    ) -> Fingerprint {
        let mut inputs = Inputs::default();
        inputs.add(self.common);
        inputs.add(context.lang.code());
        inputs.add(self.units[unit]);
        for neighbour in [unit.checked_sub(1), Some(unit + 1)] {
            let neighbour = neighbour.and_then(|index| self.units.get(index));
            inputs.add(neighbour.map_or(&[][..], |fingerprint| fingerprint));
        }
        let own = &context.site.inventory.units[unit];
        let similar = context.neighbours.similar(own, unit);
        similar.iter().for_each(|other| inputs.add(self.units[*other]));
        if let Some(picture) = share.of_page(page) {
            inputs.add(picture.fingerprint);
        }
        inputs.finish()
    }
}

/// See [`PageFingerprints::common`].
fn common(sources: &Fingerprint, site: &Site, bundle: &Bundle, pictures: &Pictures) -> Fingerprint {
    let mut common = Inputs::default();
    common.add(sources);
    common.add(&site.config.base_url);
    common.add(&bundle.hash);
    common.add_value(&site.inventory.date);
    common.add_value(&site.inventory.amenities);
    let content = site.pages.iter().filter(|page| page.source().is_some());
    let shown = |page: &Page| {
        let front = page.source().map(|source| &source.front);
        front.map(|front| (front.title.clone(), front.template.clone()))
    };
    common.add_value(&content.map(|page| (&page.url, shown(page))).collect::<Vec<_>>());
    common.add_value(&documents::exists(site, Document::PriceList));
    common.add_value(&crate::outputs::markdown_alternate::of_units(site));
    for picture in pictures.files() {
        common.add(picture.url);
    }
    common.finish()
}

/// See [`PageFingerprints::numbers`].
fn numbers(site: &Site) -> Fingerprint {
    let mut numbers = Inputs::default();
    for Unit {
        code, unit, level, ..
    } in &site.inventory.units
    {
        numbers.add(code.as_str());
        numbers.add(unit);
        numbers.add(level.0.to_le_bytes());
    }
    numbers.finish()
}

/// See [`PageFingerprints::inventory`].
fn inventory(site: &Site, units: &[Fingerprint]) -> Fingerprint {
    let mut inventory = Inputs::default();
    units.iter().for_each(|unit| inventory.add(unit));
    // A template that reads the months is like one that reads the whole inventory.
    for month in site.progress.values().flatten() {
        inventory.add(month.month.to_string());
        if let Some(entry) = &month.entry {
            [&entry.front.stage, &entry.front.title, &entry.body]
                .iter()
                .for_each(|part| inventory.add(part));
        }
    }
    inventory.finish()
}
