//! Bounds of the values in `site.yaml` that its types do not enforce.

use super::{Config, SOCIAL_NETWORKS};
use crate::lang::Lang;

/// Every value out of its bounds: the path of the value, and what is wrong with it and what to do.
pub(super) fn exceeded(config: &Config) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let mut refuse = |path: &'static str, wrong: bool, message: &str| {
        if wrong {
            found.push((path, message.to_owned()));
        }
    };
    refuse(
        "name",
        config.name.trim().is_empty(),
        "`name` is empty: write the development's name",
    );
    refuse(
        "product",
        !is_file_name_word(&config.product),
        "`product` is not one word: it starts the names of PDF files, so write letters, digits and hyphens only",
    );
    refuse(
        "base_url",
        !is_base_url(&config.base_url),
        "`base_url` is not the URL of a site: write one like `https://example.com`, without a path or a slash at the end",
    );
    refuse(
        "social",
        config.social.len() != SOCIAL_NETWORKS,
        "`social` does not have three entries: write the three social networks of the footer",
    );
    refuse(
        "social",
        !config.social.values().all(|url| is_web_address(url)),
        "`social` has a value that is not an https URL: write URLs that start with `https://`",
    );
    refuse(
        "developer.url",
        !is_web_address(&config.developer.url),
        "`url` is not an https URL: write one that starts with `https://`",
    );
    let contact = &config.contact;
    let complaints = config.legal.complaints.as_ref();
    let mailboxes = [
        ("contact.email", Some(&contact.email)),
        ("contact.no_reply_email", Some(&contact.no_reply_email)),
        ("contact.recruiting_email", Some(&contact.recruiting_email)),
        (
            "legal.complaints.email",
            complaints.map(|complaints| &complaints.email),
        ),
    ];
    for (path, mailbox) in mailboxes {
        let wrong = mailbox.is_some_and(|mailbox| !is_email(mailbox));
        refuse(
            path,
            wrong,
            "this is not an e-mail address: write one like `info@example.com`",
        );
    }
    let showroom = [(
        "showroom.geo.latitude",
        "showroom.geo.longitude",
        &config.showroom.geo,
    )];
    let location = config.location.iter();
    let location = location.map(|place| ("location.geo.latitude", "location.geo.longitude", &place.geo));
    for (latitude, longitude, geo) in showroom.into_iter().chain(location) {
        refuse(
            latitude,
            !geo.has_latitude(),
            "`latitude` is out of bounds: write degrees from -90 to 90",
        );
        refuse(
            longitude,
            !geo.has_longitude(),
            "`longitude` is out of bounds: write degrees from -180 to 180",
        );
    }
    refuse(
        "facts.clear_height_m",
        !config.facts.clear_height_m.is_ordered(),
        "`min` is more than `max`: swap them",
    );
    refuse(
        "facts.area_m2",
        !config.facts.area_m2.is_ordered(),
        "`min` is more than `max`: swap them",
    );
    refuse(
        "facts.vat_percent",
        config.facts.vat_percent > 100,
        "the percentage is out of bounds: write a number from 0 to 100",
    );
    refuse(
        "facts.tourism_gdp_percent",
        config.facts.tourism_gdp_percent > 100,
        "the percentage is out of bounds: write a number from 0 to 100",
    );
    refuse(
        "usd.source",
        config.usd.as_ref().is_some_and(|usd| {
            Lang::ALL
                .iter()
                .any(|lang| usd.source.get(*lang).trim().is_empty())
        }),
        "`source` is empty: name who publishes the rate, in es and en",
    );
    refuse(
        "gates.price_pesos",
        config.gates.price_pesos.min > config.gates.price_pesos.max,
        "`min` is more than `max`: swap them",
    );
    refuse(
        "gates.area_m2",
        config.gates.area_m2.min > config.gates.area_m2.max,
        "`min` is more than `max`: swap them",
    );
    refuse(
        "facts.progress",
        config.facts.progress.from > config.facts.progress.to,
        "`from` is later than `to`: swap them",
    );
    refuse(
        "csp",
        config
            .csp
            .values()
            .flatten()
            .any(|source| source.contains([';', ',', '\n'])),
        "`csp` has a source with a semicolon, comma or line break: write each source as an item of its own",
    );
    refuse(
        "csp",
        config.csp.keys().any(|name| !is_directive(name)),
        "`csp` has an unknown directive: use one that ends in `-src`, `form-action` or `frame-ancestors`",
    );
    let omissions = config.legal.omissions().into_iter();
    found.extend(omissions.map(|message| ("legal.profile", message)));
    found
}

/// Whether a URL is only scheme, host and port, so that paths can be appended to it.
pub fn is_base_url(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|parsed| {
        matches!(parsed.scheme(), "https" | "http")
            && parsed.host().is_some()
            && !url.ends_with('/')
            && parsed.path() == "/"
            && parsed.query().is_none()
            && parsed.fragment().is_none()
    })
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") && url::Url::parse(url).is_ok()
}

fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.split_once('@') else {
        return false;
    };
    !user.is_empty() && host.contains('.') && !host.contains('@') && !text.contains(char::is_whitespace)
}

fn is_file_name_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || character == '-')
}

fn is_directive(name: &str) -> bool {
    name.ends_with("-src") || matches!(name, "form-action" | "frame-ancestors")
}
