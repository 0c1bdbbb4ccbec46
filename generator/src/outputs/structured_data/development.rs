//! What the home page describes: the seller with showroom, contacts and complaint channel; the site; and the building,
//! when `site.yaml` has its `location`.

use serde_json::{Value, json};

use model::config::{Config, Geo, Phone};
use model::site::Site;

/// The logo, below `templates/static/`.
const LOGO: &str = "icon-512.png";

/// The `@id` of the seller.
pub(super) fn seller_id(config: &Config) -> String {
    format!("{}/#seller", config.base_url)
}

/// The `@id` of the site.
pub(super) fn site_id(config: &Config) -> String {
    format!("{}/#website", config.base_url)
}

/// The `@id` of the building, if the site describes it.
pub(super) fn building_id(config: &Config) -> Option<String> {
    config.location.as_ref()?;
    Some(format!("{}/#building", config.base_url))
}

pub(super) fn nodes(site: &Site) -> Vec<Value> {
    let config = &site.config;
    let web_site = json!({
        "@type": "WebSite",
        "@id": site_id(config),
        "url": config.absolute("/"),
        "name": config.name,
        "inLanguage": config.languages.iter().map(|lang| json!(lang.locale())).collect::<Vec<_>>(),
        "publisher": {"@id": seller_id(config)},
    });
    let building = config.location.as_ref().map(|place| {
        json!({
            "@type": "Place",
            "@id": building_id(config),
            "name": config.name,
            "url": config.absolute("/"),
            "address": {
                "@type": "PostalAddress",
                "addressLocality": place.locality,
                "addressRegion": place.region,
                "addressCountry": place.country,
            },
            "geo": coordinates(&place.geo),
        })
    });
    [seller(site), web_site].into_iter().chain(building).collect()
}

/// The seller. Its address and position are those of the showroom, where buyers find it.
fn seller(site: &Site) -> Value {
    let config = &site.config;
    let (showroom, address) = (&config.showroom, &config.showroom.address);
    let point = |purpose: &str, phone: &Phone, email: &str| {
        json!({
            "@type": "ContactPoint",
            "contactType": purpose,
            "telephone": &phone.label,
            "email": email,
            "availableLanguage": config.languages.codes().collect::<Vec<_>>(),
        })
    };
    let mut contact_points = vec![point("sales", &config.contact.phone, &config.contact.email)];
    if let Some(complaints) = &config.legal.complaints {
        contact_points.push(point("customer service", &complaints.phone, &complaints.email));
    }
    let same_as: Vec<&str> = config.social.iter().map(|profile| profile.url.as_str()).collect();
    let has_logo = site.static_files.iter().any(|file| file.path == LOGO);
    json!({
        "@type": "RealEstateAgent",
        "@id": seller_id(config),
        "name": config.name,
        "legalName": config.legal.responsible,
        "url": config.absolute("/"),
        "logo": has_logo.then(|| config.absolute(&format!("/{LOGO}"))),
        "telephone": &showroom.phone.label,
        "email": config.contact.email,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": format!("{}, {}", address.street, address.neighbourhood),
            "addressLocality": address.locality,
            "addressRegion": address.region,
            "postalCode": address.postal_code,
            "addressCountry": address.country,
        },
        "geo": showroom.geo.as_ref().map(coordinates),
        "openingHoursSpecification": showroom.hours.as_ref().map(|hours| json!({
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": hours.days.iter().map(|day| <&str>::from(*day)).collect::<Vec<_>>(),
            "opens": hours.from.strftime("%H:%M").to_string(),
            "closes": hours.to.strftime("%H:%M").to_string(),
        })),
        "sameAs": (!same_as.is_empty()).then_some(same_as),
        "contactPoint": contact_points,
    })
}

fn coordinates(geo: &Geo) -> Value {
    json!({"@type": "GeoCoordinates", "latitude": geo.latitude, "longitude": geo.longitude})
}
