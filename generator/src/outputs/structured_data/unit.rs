//! A unit and the offer of it. The price is the total, tax included (LFPC, article 7 bis). The price
//! specifications have the net price and the total, each with `valueAddedTaxIncluded`.

use platform::money::Money;
use platform::unit::Unit;
use platform::unit_field::FieldKind;
use serde_json::{Value, json};

use super::development::{building_id, seller_id};
use super::{DescribedPage, availability};
use formats::problem::Bug;
use model::localized::Localized;

/// The unit of areas, the square metre (UN/CEFACT).
const SQUARE_METRE: &str = "MTK";

/// The declared fields for which schema.org has a property.
const PROPERTIES: [(&str, &str); 2] =
    [("bedrooms", "numberOfBedrooms"), ("half_bathrooms", "numberOfPartialBathrooms")];

/// A unit, as the main entity of its page, whose address is in the page's object. Its offer is of schema.org's default kind, a
/// sale. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
///
/// # Errors
/// The price is too large to add the tax.
pub(super) fn unit(subject: &DescribedPage, unit: &Unit) -> Result<Value, Bug> {
    let (site, config) = (subject.site, &subject.site.config);
    let price = site.price(unit).map_err(|problem| Bug(problem.message))?;
    let currency = config.currency();
    let specification = |price: Money, with_tax: bool| {
        json!({
            "@type": "PriceSpecification",
            "price": currency.plain(price),
            "priceCurrency": currency.code(),
            "valueAddedTaxIncluded": with_tax,
        })
    };
    let mut specifications = vec![specification(price.total, true)];
    if config.vat_percent(unit.unit_use) > 0 {
        specifications.insert(0, specification(price.net, false));
    }
    let localized = Localized::new(site, subject.page.lang);
    let level = localized.level(unit.level);
    // The interior: a terrace is not floor of the unit, and is stated beside it.
    let floor_size = if unit.terrace.is_zero() { unit.area } else { unit.interior };
    let mut described = json!({
        "@type": ["Accommodation", "Product"],
        "name": subject.title,
        "sku": unit.code,
        "image": subject.image,
        "floorSize": {"@type": "QuantitativeValue", "value": floor_size, "unitCode": SQUARE_METRE},
        "floorLevel": level.unwrap_or_else(|_| unit.level.to_string()),
        "numberOfBathroomsTotal": unit.bathrooms,
        "containedInPlace": building_id(config).map(|id| json!({"@id": id})),
        "offers": {
            "@type": "Offer",
            "availability": availability(unit.status),
            "price": currency.plain(price.total),
            "priceCurrency": currency.code(),
            "priceSpecification": specifications,
            "validFrom": site.inventory.date,
            "seller": {"@id": seller_id(config)},
        },
    });
    let mut others = Vec::new();
    if let Some(name) = localized.text("unit.terrace").ok().filter(|_| !unit.terrace.is_zero()) {
        others.push(
            json!({"@type": "PropertyValue", "name": name, "value": unit.terrace, "unitCode": SQUARE_METRE}),
        );
    }
    for field in &config.unit_fields {
        let Some(value) = field.value(unit) else { continue };
        match PROPERTIES.iter().find(|(key, _)| field.key == *key && field.kind == FieldKind::Count) {
            Some((_, property)) => described[*property] = json!(value),
            None => {
                let text = localized.field(field, value).map_err(|error| Bug(error.to_string()))?;
                let name = field.label.get(subject.page.lang);
                others.push(json!({"@type": "PropertyValue", "name": name, "value": text}));
            }
        }
    }
    if !others.is_empty() {
        described["additionalProperty"] = others.into();
    }
    Ok(described)
}
