//! The fingerprints of unit pages, by which the write stage decides whether a page of the last site can be reused.

use super::shared::Shared;
use crate::cache::fingerprint::Inputs;
use crate::outputs::documents;
use crate::outputs::pictures::Pictures;
use crate::outputs::share::SharePictures;
use crate::stages::prerender::bundle::Bundle;
use model::document::Document;
use model::fingerprint::Fingerprint;
use model::site::Site;

/// The fingerprints of what unit pages are made from.
#[derive(Debug)]
pub struct PageFingerprints {
    shared: Fingerprint,
    units: Vec<Fingerprint>,
    inventory: Fingerprint,
}

impl PageFingerprints {
    /// `sources` is the fingerprint of the author's files.
    pub fn of(sources: &Fingerprint, site: &Site, bundle: &Bundle, pictures: &Pictures) -> PageFingerprints {
        let mut shared = Inputs::default();
        shared.add(sources);
        shared.add(&site.config.base_url);
        shared.add(&bundle.hash);
        shared.add_value(&site.inventory.date);
        shared.add_value(&site.inventory.amenities);
        shared.add_value(
            &site
                .pages
                .iter()
                .filter(|page| page.source().is_some())
                .map(|page| &page.url)
                .collect::<Vec<_>>(),
        );
        shared.add_value(&documents::exists(site, Document::PriceList));
        shared.add_value(&crate::outputs::markdown_alternate::of_units(site));
        for picture in pictures.files() {
            shared.add(picture.url);
        }
        let units: Vec<Fingerprint> = site
            .inventory
            .units
            .iter()
            .map(|unit| {
                let mut own = Inputs::default();
                own.add_value(unit);
                own.finish()
            })
            .collect();
        let mut inventory = Inputs::default();
        units.iter().for_each(|unit| inventory.add(unit));
        PageFingerprints {
            shared: shared.finish(),
            inventory: inventory.finish(),
            units,
        }
    }

    /// The fingerprint of all units together.
    pub fn inventory(&self) -> Fingerprint {
        self.inventory
    }

    /// The fingerprint of a unit's page: of all that pages share, of the unit, and of the units that it shows beside it.
    pub(super) fn of_page(
        &self,
        shared: &Shared,
        share: &SharePictures,
        page: usize,
        unit: usize,
    ) -> Fingerprint {
        let mut inputs = Inputs::default();
        inputs.add(self.shared);
        inputs.add(shared.lang.code());
        inputs.add(self.units[unit]);
        for beside in [unit.checked_sub(1), Some(unit + 1)] {
            let beside = beside.and_then(|beside| self.units.get(beside));
            inputs.add(beside.map_or(&[][..], |beside| beside));
        }
        let similar = shared
            .neighbours
            .similar(&shared.site.inventory.units[unit], unit);
        similar.iter().for_each(|other| inputs.add(self.units[*other]));
        if let Some(picture) = share.of_page(page) {
            inputs.add(&picture.url);
            inputs.add(&picture.alt);
        }
        inputs.finish()
    }
}
