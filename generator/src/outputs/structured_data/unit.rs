//! A unit and the offer of it. The price is the total, tax included (LFPC, article 7 bis). The price
//! specifications have the net price and the total, each with `valueAddedTaxIncluded`.

use jiff::civil::Date;
use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit as Inventoried;
use serde::Serialize;

use super::page::part;
use super::types::{Amount, Availability, BusinessFunction, Currency, Reference, Type, UnitCode, site_id};
use super::{DescribeError, Subject, building, seller};
use model::localized::Localized;
use model::price::Price;
use model::problem::Bug;

/// The fragment of a unit's `@id`.
pub(super) const ID: &str = "unit";

/// A unit. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unit<'a> {
    #[serde(rename = "@type")]
    kinds: [Type; 2],
    #[serde(flatten)]
    id: Reference,
    name: &'a str,
    sku: &'a str,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    floor_size: QuantitativeValue,
    floor_level: String,
    number_of_bathrooms_total: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    contained_in_place: Option<Reference>,
    offers: Offer,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct QuantitativeValue {
    value: Area,
    unit_code: UnitCode,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct Offer {
    #[serde(flatten)]
    id: Reference,
    url: String,
    business_function: BusinessFunction,
    availability: Availability,
    price: Amount,
    price_currency: Currency,
    price_specification: [PriceSpecification; 2],
    seller: Reference,
    item_offered: Reference,
}

/// A price on the date of the data.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct PriceSpecification {
    price: Amount,
    price_currency: Currency,
    value_added_tax_included: bool,
    valid_from: Date,
}

pub(super) fn unit<'a>(subject: &Subject<'a>, index: usize) -> Result<Unit<'a>, DescribeError> {
    let (site, config) = (subject.site, &subject.site.config);
    let unit: &'a Inventoried = &site.inventory.units[index];
    let url = config.absolute(&subject.page.url);
    let price = Price::of(unit.price, config.facts.vat_percent).ok_or_else(|| {
        Bug(format!(
            "the price of unit {} is too large to add the tax",
            unit.code
        ))
    })?;
    let specification = |amount: Money, value_added_tax_included| PriceSpecification {
        price: Amount(amount),
        price_currency: Currency::MexicanPeso,
        value_added_tax_included,
        valid_from: site.inventory.date,
    };
    let level = Localized::new(site, subject.page.lang).level(unit.level);
    Ok(Unit {
        kinds: [Type::Accommodation, Type::Product],
        id: part(&url, ID),
        name: subject.title,
        sku: unit.code.as_str(),
        image: subject.image.clone(),
        floor_size: QuantitativeValue {
            value: unit.area,
            unit_code: UnitCode::SquareMetre,
        },
        floor_level: level.unwrap_or_else(|_| unit.level.to_string()),
        number_of_bathrooms_total: unit.bathrooms,
        contained_in_place: config.location.as_ref().map(|_| site_id(config, building::ID)),
        offers: Offer {
            id: part(&url, "offer"),
            url: url.clone(),
            business_function: BusinessFunction::Sell,
            availability: Availability::from(unit.status),
            price: Amount(price.total),
            price_currency: Currency::MexicanPeso,
            price_specification: [specification(price.net, false), specification(price.total, true)],
            seller: site_id(config, seller::ID),
            item_offered: part(&url, ID),
        },
        url,
    })
}
