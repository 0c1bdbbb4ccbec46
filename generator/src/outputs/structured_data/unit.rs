//! A unit and the offer of it. The price is the total, tax included (LFPC, article 7 bis). The price
//! specifications have the net price and the total, each with `valueAddedTaxIncluded`.

use platform::money::Money;
use serde_json::{Value, json};

use super::development::{building_id, seller_id};
use super::{DescribeError, Subject, amount, availability};
use model::localized::Localized;
use model::problem::Bug;

/// The currency of prices (ISO 4217).
const CURRENCY: &str = "MXN";
/// The unit of areas, the square metre (UN/CEFACT).
const SQUARE_METRE: &str = "MTK";

/// A unit. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
///
/// # Errors
/// The price is too large to add the tax.
pub(super) fn unit(subject: &Subject, index: usize) -> Result<Value, DescribeError> {
    let (site, config) = (subject.site, &subject.site.config);
    let unit = &site.inventory.units[index];
    let url = config.absolute(&subject.page.url);
    let price = config.price(unit).ok_or_else(|| {
        Bug(format!(
            "the price of unit {} is too large to add the tax",
            unit.code
        ))
    })?;
    let specification = |price: Money, with_tax: bool| {
        json!({
            "@type": "PriceSpecification",
            "price": amount(price),
            "priceCurrency": CURRENCY,
            "valueAddedTaxIncluded": with_tax,
            "validFrom": site.inventory.date,
        })
    };
    let specifications = match config.vat_percent(unit.unit_use) {
        0 => vec![specification(price.total, true)],
        _ => vec![specification(price.net, false), specification(price.total, true)],
    };
    let level = Localized::new(site, subject.page.lang).level(unit.level);
    let id = format!("{url}#unit");
    Ok(json!({
        "@type": ["Accommodation", "Product"],
        "@id": id,
        "name": subject.title,
        "sku": unit.code,
        "url": url,
        "image": subject.image,
        "floorSize": {"@type": "QuantitativeValue", "value": unit.area, "unitCode": SQUARE_METRE},
        "floorLevel": level.unwrap_or_else(|_| unit.level.to_string()),
        "numberOfBathroomsTotal": unit.bathrooms,
        "containedInPlace": building_id(config).map(|id| json!({"@id": id})),
        "offers": {
            "@type": "Offer",
            "@id": format!("{url}#offer"),
            "url": url,
            "businessFunction": "http://purl.org/goodrelations/v1#Sell",
            "availability": availability(unit.status),
            "price": amount(price.total),
            "priceCurrency": CURRENCY,
            "priceSpecification": specifications,
            "seller": {"@id": seller_id(config)},
            "itemOffered": {"@id": id},
        },
    }))
}
