//! The building, when `site.yaml` has its `location`.

use serde::Serialize;

use super::types::{GeoCoordinates, PostalAddress, Reference, site_id};
use model::config::Config;

/// The fragment of the building's `@id`.
pub(super) const ID: &str = "building";

/// The building that units are in.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename = "Place")]
pub(super) struct Building<'a> {
    #[serde(flatten)]
    id: Reference,
    name: &'a str,
    url: String,
    address: PostalAddress<'a>,
    geo: GeoCoordinates,
}

pub(super) fn building(config: &Config) -> Option<Building<'_>> {
    let site = config.location.as_ref()?;
    Some(Building {
        id: site_id(config, ID),
        name: &config.name,
        url: config.absolute("/"),
        address: PostalAddress {
            street_address: None,
            address_locality: &site.locality,
            address_region: &site.region,
            postal_code: None,
            address_country: &site.country,
        },
        geo: GeoCoordinates::from(&site.geo),
    })
}
