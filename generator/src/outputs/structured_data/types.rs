//! Types and enumerations of schema.org that several nodes share, as Rust types, so that a misspelt one does not compile.

use platform::money::Money;
use platform::unit::Status;
use serde::{Serialize, Serializer};

use model::config::{Address, Config, Geo};

/// Values of `@type` that are in a list or depend on the page. Every other node's `@type` is the name of its struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Type {
    /// A place where people can stay or work.
    Accommodation,
    /// A page of things, such as the inventory.
    CollectionPage,
    /// A page with contacts.
    ContactPage,
    /// A page of questions and answers.
    #[serde(rename = "FAQPage")]
    FaqPage,
    /// Something that can be offered (schema.org's hotel guide uses it for rooms).
    Product,
    /// A page that offers real estate.
    RealEstateListing,
    /// Any page.
    WebPage,
}

/// Whether the unit can be bought (<https://schema.org/ItemAvailability>).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Availability {
    /// For sale.
    #[serde(rename = "https://schema.org/InStock")]
    InStock,
    /// Reserved for a buyer.
    #[serde(rename = "https://schema.org/Reserved")]
    Reserved,
    /// Sold.
    #[serde(rename = "https://schema.org/SoldOut")]
    SoldOut,
}

impl From<Status> for Availability {
    fn from(status: Status) -> Availability {
        match status {
            Status::Available => Availability::InStock,
            Status::Reserved => Availability::Reserved,
            Status::Sold => Availability::SoldOut,
        }
    }
}

/// What the offer is for.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) enum BusinessFunction {
    #[serde(rename = "http://purl.org/goodrelations/v1#Sell")]
    Sell,
}

/// Currencies of prices (ISO 4217).
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) enum Currency {
    #[serde(rename = "MXN")]
    MexicanPeso,
}

/// Units of measure (UN/CEFACT).
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) enum UnitCode {
    #[serde(rename = "MTK")]
    SquareMetre,
}

/// An amount in the notation of schema.org: a decimal point, two decimals, no currency sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount(pub(super) Money);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}", amount(self.0)))
    }
}

/// `4250000.50`; an amount is never below zero on a page.
pub fn amount(money: Money) -> String {
    let centavos = money.centavos().unsigned_abs();
    let sign = if money.centavos() < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", centavos / 100, centavos % 100)
}

/// A reference to a node by its `@id`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reference {
    #[serde(rename = "@id")]
    pub(super) id: String,
}

/// A postal address.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct PostalAddress<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) street_address: Option<String>,
    pub(super) address_locality: &'a str,
    pub(super) address_region: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) postal_code: Option<&'a str>,
    pub(super) address_country: &'a str,
}

impl<'a> From<&'a Address> for PostalAddress<'a> {
    fn from(address: &'a Address) -> PostalAddress<'a> {
        PostalAddress {
            street_address: Some(format!("{}, {}", address.street, address.neighbourhood)),
            address_locality: &address.locality,
            address_region: &address.region,
            postal_code: Some(&address.postal_code),
            address_country: &address.country,
        }
    }
}

/// A position in degrees.
#[derive(Debug, Serialize)]
#[serde(tag = "@type")]
pub(super) struct GeoCoordinates {
    latitude: f64,
    longitude: f64,
}

impl From<&Geo> for GeoCoordinates {
    fn from(geo: &Geo) -> GeoCoordinates {
        GeoCoordinates {
            latitude: geo.latitude,
            longitude: geo.longitude,
        }
    }
}

/// The `@id` of something that the home page describes: `https://ceibalta.example/#seller`.
pub(super) fn site_id(config: &Config, name: &str) -> Reference {
    Reference {
        id: format!("{}/#{name}", config.base_url),
    }
}
