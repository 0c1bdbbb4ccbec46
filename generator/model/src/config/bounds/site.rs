//! Texts of the site with a form of their own: names, addresses, places on the earth.

use super::text_forms::{
    is_base_url, is_contact, is_email, is_insecure, is_web_address, is_word, path_of,
};
use super::{Findings, is_given_wrong};
use crate::config::Config;

/// The name of the product, URLs, mail addresses and places of `site.yaml`.
pub(super) fn check(config: &Config, found: &mut Findings) {
    let codes = config.languages.codes().collect::<Vec<_>>().join("` or `");
    let message =
        format!("`team_language` is not one of the `languages` of the site: write `{codes}`");
    let is_wrong = config
        .team_language
        .as_deref()
        .is_some_and(|code| config.languages.find(code).is_none());
    found.refuse("team_language", &message, is_wrong);

    let message = "`product` is not one word: it starts the names of PDF files, so write letters, digits and hyphens only";
    found.refuse("product", message, !is_word(&config.product));

    match path_of(&config.base_url) {
        Some(path) => {
            let message = format!(
                "`base_url` has the path `{path}`, and a site has a host of its own: write one like `https://park.example.com`, and \
                 let `{path}` redirect there (docs/hosting.md)"
            );
            found.refuse("base_url", &message, true);
        }
        None => {
            let message = "`base_url` is not the URL of a site: write scheme, host and port only, in lower case, like `https://example.com`";
            found.refuse("base_url", message, !is_base_url(&config.base_url));
        }
    }
    let message = "`base_url` begins with http: write https, which visitors, search engines and share pictures need; only the \
                   addresses of this machine, such as `http://127.0.0.1:8080`, have http";
    found.refuse("base_url", message, is_insecure(&config.base_url));

    let message = "`url` is not an https URL: write one that starts with `https://`";
    found.refuse(
        "developer.url",
        message,
        is_given_wrong(
            config.developer.as_ref().map(|own| &own.url),
            is_web_address,
        ),
    );
    for (index, profile) in config.social.iter().enumerate() {
        found.refuse(
            &format!("social.{index}.url"),
            message,
            !is_web_address(&profile.url),
        );
    }

    let message = "this is not an e-mail address: write one like `info@example.com`";
    found.refuse("contact.email", message, !is_email(&config.contact.email));
    found.refuse(
        "contact.no_reply_email",
        message,
        !is_email(&config.contact.no_reply_email),
    );
    found.refuse(
        "contact.recruiting_email",
        message,
        is_given_wrong(config.contact.recruiting_email.as_ref(), is_email),
    );
    let complaints = config
        .legal
        .complaints
        .as_ref()
        .map(|channel| &channel.email);
    found.refuse(
        "legal.complaints.email",
        message,
        is_given_wrong(complaints, is_email),
    );

    let message = "`security_contact` is not the address of a contact: write one like `mailto:security@example.com`, or one that starts with `https://`";
    found.refuse(
        "security_contact",
        message,
        is_given_wrong(config.security_contact.as_ref(), is_contact),
    );

    let places = [
        ("showroom.geo", config.showroom.geo.as_ref()),
        (
            "location.geo",
            config.location.as_ref().map(|place| &place.geo),
        ),
    ];
    for (path, geo) in places
        .into_iter()
        .filter_map(|(path, geo)| Some((path, geo?)))
    {
        for (key, degrees, most) in [
            ("latitude", geo.latitude, 90.0),
            ("longitude", geo.longitude, 180.0),
        ] {
            let message = format!("`{key}` is out of bounds: write degrees from -{most} to {most}");
            found.refuse(
                &format!("{path}.{key}"),
                &message,
                !(-most..=most).contains(&degrees),
            );
        }
    }
}
