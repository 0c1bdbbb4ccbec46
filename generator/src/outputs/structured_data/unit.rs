//! A unit and the offer of it. The price is the total, tax included (LFPC, article 7 bis). The price
//! specifications have the net price and the total, each with `valueAddedTaxIncluded`.

use jiff::civil::Date;
use platform::area::Area;
use platform::money::Money;
use serde::Serialize;

use super::development::{building_id, seller_id};
use super::{DescribeError, Reference, Subject, amount, availability};
use formats::problem::Bug;
use model::localized::Localized;

/// The currency of prices (ISO 4217).
const CURRENCY: &str = "MXN";
/// The unit of areas, the square metre (UN/CEFACT).
const SQUARE_METRE: &str = "MTK";

/// A unit, as the main entity of its page, whose address is in the page's object. Its offer is of schema.org's default kind, a
/// sale. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unit<'a> {
    #[serde(rename = "@type")]
    kinds: [&'static str; 2],
    name: &'a str,
    sku: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    floor_size: FloorSize,
    floor_level: String,
    number_of_bathrooms_total: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    contained_in_place: Option<Reference>,
    offers: Offer,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "QuantitativeValue", rename_all = "camelCase")]
struct FloorSize {
    value: Area,
    unit_code: &'static str,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct Offer {
    availability: &'static str,
    price: String,
    price_currency: &'static str,
    price_specification: Vec<PriceSpecification>,
    valid_from: Date,
    seller: Reference,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct PriceSpecification {
    price: String,
    price_currency: &'static str,
    value_added_tax_included: bool,
}

/// The unit of a page.
///
/// # Errors
/// The price is too large to add the tax.
pub(super) fn unit<'a>(subject: &'a Subject, index: usize) -> Result<Unit<'a>, DescribeError> {
    let (site, config) = (subject.site, &subject.site.config);
    let unit = &site.inventory.units[index];
    let price = config.price(unit).ok_or_else(|| {
        Bug(format!(
            "the price of unit {} is too large to add the tax",
            unit.code
        ))
    })?;
    let specification = |price: Money, with_tax: bool| PriceSpecification {
        price: amount(price),
        price_currency: CURRENCY,
        value_added_tax_included: with_tax,
    };
    let price_specification = match config.vat_percent(unit.unit_use) {
        0 => vec![specification(price.total, true)],
        _ => vec![specification(price.net, false), specification(price.total, true)],
    };
    let level = Localized::new(site, subject.page.lang).level(unit.level);
    Ok(Unit {
        kinds: ["Accommodation", "Product"],
        name: subject.title,
        sku: unit.code.as_str(),
        image: subject.image.as_deref(),
        floor_size: FloorSize {
            value: unit.area,
            unit_code: SQUARE_METRE,
        },
        floor_level: level.unwrap_or_else(|_| unit.level.to_string()),
        number_of_bathrooms_total: unit.bathrooms,
        contained_in_place: building_id(config).map(|id| Reference { id }),
        offers: Offer {
            availability: availability(unit.status),
            price: amount(price.total),
            price_currency: CURRENCY,
            price_specification,
            valid_from: site.inventory.date,
            seller: Reference {
                id: seller_id(config),
            },
        },
    })
}
