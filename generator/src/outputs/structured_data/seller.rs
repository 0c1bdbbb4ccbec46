//! The seller: a real-estate business with its showroom, its contacts and its complaint channel.

use serde::Serialize;

use super::types::{GeoCoordinates, PostalAddress, Reference, site_id};
use model::config::Phone;
use model::lang::Lang;
use model::site::Site;

/// The fragment of the seller's `@id`.
pub(super) const ID: &str = "seller";

/// The seller. Its address and position are those of the showroom, where buyers find it.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename = "RealEstateAgent", rename_all = "camelCase")]
pub(super) struct Seller<'a> {
    #[serde(flatten)]
    id: Reference,
    name: &'a str,
    legal_name: &'a str,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    telephone: &'a str,
    email: &'a str,
    address: PostalAddress<'a>,
    geo: GeoCoordinates,
    same_as: Vec<&'a str>,
    contact_point: Vec<ContactPoint<'a>>,
}

/// The purpose of a contact.
#[derive(Clone, Copy, Debug, Serialize)]
enum Purpose {
    #[serde(rename = "sales")]
    Sales,
    #[serde(rename = "customer service")]
    Complaints,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct ContactPoint<'a> {
    contact_type: Purpose,
    telephone: &'a str,
    email: &'a str,
    available_language: [&'static str; 2],
}

/// The logo, below `templates/static/`.
const LOGO: &str = "icon-512.png";

pub(super) fn seller<'a>(site: &'a Site) -> Seller<'a> {
    let config = &site.config;
    let point = |contact_type, phone: &'a Phone, email: &'a str| ContactPoint {
        contact_type,
        telephone: phone.label(),
        email,
        available_language: Lang::ALL.map(Lang::code),
    };
    let mut contact_point = vec![point(
        Purpose::Sales,
        &config.contact.phone,
        &config.contact.email,
    )];
    if let Some(complaints) = &config.legal.complaints {
        contact_point.push(point(Purpose::Complaints, &complaints.phone, &complaints.email));
    }
    let has_logo = site.static_files.iter().any(|file| file.path == LOGO);
    Seller {
        id: site_id(config, ID),
        name: &config.name,
        legal_name: &config.legal.responsible,
        url: config.absolute("/"),
        logo: has_logo.then(|| config.absolute(&format!("/{LOGO}"))),
        telephone: config.showroom.phone.label(),
        email: &config.contact.email,
        address: PostalAddress::from(&config.showroom.address),
        geo: GeoCoordinates::from(&config.showroom.geo),
        same_as: config.social.values().map(String::as_str).collect(),
        contact_point,
    }
}
