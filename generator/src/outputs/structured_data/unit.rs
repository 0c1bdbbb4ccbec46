//! A unit and the offer of it. The price is the total, tax included (LFPC, article 7 bis). The price
//! specifications have the net price and the total, each with `valueAddedTaxIncluded`.

use jiff::civil::Date;
use platform::area::Area;
use platform::money::Money;
use serde::Serialize;

use super::development::{building_id, seller_id};
use super::{DescribeError, Reference, Subject, amount, availability};
use model::localized::Localized;
use model::problem::Bug;

/// The currency of prices (ISO 4217).
const CURRENCY: &str = "MXN";
/// The unit of areas, the square metre (UN/CEFACT).
const SQUARE_METRE: &str = "MTK";

/// A unit. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unit<'a> {
    #[serde(rename = "@type")]
    kinds: [&'static str; 2],
    #[serde(rename = "@id")]
    id: String,
    name: &'a str,
    sku: &'a str,
    url: String,
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
    #[serde(rename = "@id")]
    id: String,
    url: String,
    business_function: &'static str,
    availability: &'static str,
    price: String,
    price_currency: &'static str,
    price_specification: Vec<PriceSpecification>,
    seller: Reference,
    item_offered: Reference,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct PriceSpecification {
    price: String,
    price_currency: &'static str,
    value_added_tax_included: bool,
    valid_from: Date,
}

/// The unit of a page.
///
/// # Errors
/// The price is too large to add the tax.
pub(super) fn unit<'a>(subject: &'a Subject, index: usize) -> Result<Unit<'a>, DescribeError> {
    let (site, config) = (subject.site, &subject.site.config);
    let unit = &site.inventory.units[index];
    let url = config.absolute(&subject.page.url);
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
        valid_from: site.inventory.date,
    };
    let price_specification = match config.vat_percent(unit.unit_use) {
        0 => vec![specification(price.total, true)],
        _ => vec![specification(price.net, false), specification(price.total, true)],
    };
    let level = Localized::new(site, subject.page.lang).level(unit.level);
    let id = format!("{url}#unit");
    Ok(Unit {
        kinds: ["Accommodation", "Product"],
        id: id.clone(),
        name: subject.title,
        sku: unit.code.as_str(),
        url: url.clone(),
        image: subject.image.as_deref(),
        floor_size: FloorSize {
            value: unit.area,
            unit_code: SQUARE_METRE,
        },
        floor_level: level.unwrap_or_else(|_| unit.level.to_string()),
        number_of_bathrooms_total: unit.bathrooms,
        contained_in_place: building_id(config).map(|id| Reference { id }),
        offers: Offer {
            id: format!("{url}#offer"),
            url,
            business_function: "http://purl.org/goodrelations/v1#Sell",
            availability: availability(unit.status),
            price: amount(price.total),
            price_currency: CURRENCY,
            price_specification,
            seller: Reference {
                id: seller_id(config),
            },
            item_offered: Reference { id },
        },
    })
}
