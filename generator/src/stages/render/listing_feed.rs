//! The units on sale as a listing feed of Google Ads, one file for each language. Its columns are the fields of
//! `DynamicRealEstateAsset` (googleapis, `google/ads/googleads/v21/common/asset_types.proto`) and the page that an
//! advertisement leads to.

use std::sync::Arc;

use platform::unit::{Status, Unit};

use super::context::RenderContext;
use formats::problem::Problem;
use model::lang::Lang;
use model::localized::Localized;
use model::output::OutputFile;
use model::site::{PageKind, Site};

const COLUMNS: [&str; 8] = [
    "listing_id",
    "listing_name",
    "final_url",
    "image_url",
    "city_name",
    "description",
    "price",
    "property_type",
];

/// The path of the file of a language.
fn path(lang: Lang) -> String {
    if lang.is_first() { "data/listings.csv".to_owned() } else { format!("data/listings.{lang}.csv") }
}

/// The file of a language; units that are reserved or sold are not advertised.
///
/// # Errors
/// A price that is too large to add the tax.
pub(super) fn file(context: &Arc<RenderContext>) -> Result<OutputFile, Problem> {
    let (site, lang, localized) = (&context.site, context.lang, context.localized());
    let mut rows = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and each row has the cells of the header.
    let _ = rows.write_record(COLUMNS);
    for (index, page) in site.pages.iter().enumerate() {
        let PageKind::Unit(unit) = page.kind else { continue };
        let unit = &site.inventory.units[unit];
        if page.lang != lang || unit.status != Status::Available {
            continue;
        }
        let image = context.share.of_page(index).map(|picture| site.config.absolute(&picture.url));
        let _ = rows.write_record([
            listing_id(unit),
            localized.unit_name(unit).unwrap_or_default(),
            site.config.absolute(&page.url),
            image.unwrap_or_default(),
            site.config.location.as_ref().map_or_else(String::new, |place| place.locality.clone()),
            description(localized, unit),
            price(site, unit)?,
            localized.unit_use(&unit.unit_use).to_owned(),
        ]);
    }
    Ok(OutputFile::new(&path(lang), rows.into_inner().unwrap_or_default(), "inventory"))
}

/// The code's letters and digits: the service allows no others.
fn listing_id(unit: &Unit) -> String {
    unit.code.as_str().chars().filter(char::is_ascii_alphanumeric).collect()
}

fn description(localized: Localized<'_>, unit: &Unit) -> String {
    let level = localized.level(unit.level).unwrap_or_default();
    format!("{}, {level}", localized.unit_area(unit, Localized::area).unwrap_or_default())
}

/// What a buyer pays, tax included, as the service writes prices: `3712000.00 MXN`.
fn price(site: &Site, unit: &Unit) -> Result<String, Problem> {
    let currency = site.config.currency();
    Ok(format!("{} {}", currency.plain(site.price(unit)?.total), currency.code()))
}
