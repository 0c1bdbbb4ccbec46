//! Each thing has a type that we know, and what search engines and we require of that type.

use serde_json::Value;

use super::Told;
use super::node::Node;
use model::problem::{Problem, did_you_mean};

/// The types that our pages may use, with the properties that none of that type goes without.
const TYPES: [(&str, &[&str]); 25] = [
    ("Accommodation", &["name", "floorSize", "floorLevel"]),
    ("Answer", &["text"]),
    ("BreadcrumbList", &["@id", "itemListElement"]),
    ("CollectionPage", PAGE),
    ("ContactPage", PAGE),
    ("ContactPoint", &["contactType", "telephone"]),
    ("FAQPage", &["@id", "url", "name", "mainEntity"]),
    ("GeoCoordinates", &["latitude", "longitude"]),
    ("ItemList", &["@id", "numberOfItems", "itemListElement"]),
    ("ListItem", &["position"]),
    (
        "Offer",
        &[
            "url",
            "price",
            "priceCurrency",
            "priceSpecification",
            "availability",
            "seller",
            "itemOffered",
        ],
    ),
    ("Organization", &["@id", "name", "url"]),
    ("Place", &["@id", "name", "address", "geo"]),
    (
        "PostalAddress",
        &["addressLocality", "addressRegion", "addressCountry"],
    ),
    (
        "PriceSpecification",
        &["price", "priceCurrency", "valueAddedTaxIncluded"],
    ),
    ("Product", &["@id", "name", "sku", "offers"]),
    ("QuantitativeValue", &["value", "unitCode"]),
    ("Question", &["name", "acceptedAnswer"]),
    (
        "RealEstateAgent",
        &[
            "@id",
            "name",
            "legalName",
            "url",
            "telephone",
            "address",
            "contactPoint",
        ],
    ),
    (
        "RealEstateListing",
        &["@id", "url", "name", "inLanguage", "mainEntity"],
    ),
    (
        "VideoObject",
        &["@id", "name", "description", "thumbnailUrl", "uploadDate"],
    ),
    ("WebPage", PAGE),
    ("WebSite", &["@id", "url", "name", "publisher"]),
    ("ImageObject", &["url"]),
    ("PropertyValue", &["name", "value"]),
];

/// What every page has.
const PAGE: &[&str] = &["@id", "url", "name", "inLanguage"];

pub(super) fn check(told: &Told) -> Vec<Problem> {
    told.nodes().iter().flat_map(|node| of_node(told, node)).collect()
}

fn of_node(told: &Told, node: &Node) -> Vec<Problem> {
    let kinds = node.types();
    if kinds.is_empty() {
        let properties: Vec<&str> = node.properties.keys().map(String::as_str).collect();
        let message = format!("something with {} has no @type", properties.join(", "));
        return vec![told.problem(message)];
    }
    let mut problems = Vec::new();
    for kind in kinds {
        let Some((_, required)) = TYPES.iter().find(|(known, _)| *known == kind) else {
            let hint = did_you_mean(kind, TYPES.map(|(known, _)| known));
            problems.push(
                told.problem(format!("the type {kind} is not known"))
                    .maybe_hint(hint),
            );
            continue;
        };
        let missing = required
            .iter()
            .filter(|name| node.properties.get(**name).is_none_or(is_empty));
        problems.extend(missing.map(|name| told.problem(format!("{} has no {name}", node.label()))));
    }
    problems
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}
