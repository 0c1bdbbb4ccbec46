//! Bounds of the values in `site.yaml` that its types do not enforce.

use std::cmp::Ordering;

use platform::money::Currency;
use platform::unit::{Level, UnitUse};
use serde_json::{Value, json};

use super::settings::is_repository;
use super::{Config, Range, UseGates, own_fields, rents};
use crate::fields::{Kind, all_keys};
use crate::price::Rate;
use formats::problem::did_you_mean;

/// What is wrong with a range.
const REVERSED: &str = "`min` is more than `max`: swap them";

/// Keys whose empty text switches something off.
const MAY_BE_EMPTY: [&str; 2] = ["tracking", "captcha_site_key"];

/// Every value out of its bounds: the path of the value, and what is wrong with it and what to do.
pub(super) fn exceeded(config: &Config) -> Vec<(String, String)> {
    let Config {
        contact,
        facts,
        gates,
        ..
    } = config;
    let mut found = Vec::new();
    let mut refuse = |path: &str, message: &str, is_wrong: bool| {
        if is_wrong {
            found.push((path.to_owned(), message.to_owned()));
        }
    };

    let codes = config.languages.codes().collect::<Vec<_>>().join("` or `");
    let message =
        format!("`team_language` is not one of the `languages` of the site: write `{codes}`");
    let is_wrong = config
        .team_language
        .as_deref()
        .is_some_and(|code| config.languages.find(code).is_none());
    refuse("team_language", &message, is_wrong);

    let message = "`product` is not one word: it starts the names of PDF files, so write letters, digits and hyphens only";
    refuse("product", message, !is_word(&config.product));

    match path_of(&config.base_url) {
        Some(path) => {
            let message = format!(
                "`base_url` has the path `{path}`, and a site has a host of its own: write one like `https://park.example.com`, and \
                 let `{path}` redirect there (docs/hosting.md)"
            );
            refuse("base_url", &message, true);
        }
        None => {
            let message = "`base_url` is not the URL of a site: write scheme, host and port only, in lower case, like `https://example.com`";
            refuse("base_url", message, !is_base_url(&config.base_url));
        }
    }
    let message = "`base_url` begins with http: write https, which visitors, search engines and share pictures need; only the \
                   addresses of this machine, such as `http://127.0.0.1:8080`, have http";
    refuse("base_url", message, is_insecure(&config.base_url));

    let message = "`url` is not an https URL: write one that starts with `https://`";
    let is_wrong = |text: Option<&String>, is_right: fn(&str) -> bool| {
        text.is_some_and(|text| !is_right(text))
    };
    refuse(
        "developer.url",
        message,
        is_wrong(
            config.developer.as_ref().map(|own| &own.url),
            is_web_address,
        ),
    );
    for (index, profile) in config.social.iter().enumerate() {
        refuse(
            &format!("social.{index}.url"),
            message,
            !is_web_address(&profile.url),
        );
    }

    let message = "this is not an e-mail address: write one like `info@example.com`";
    refuse("contact.email", message, !is_email(&contact.email));
    refuse(
        "contact.no_reply_email",
        message,
        !is_email(&contact.no_reply_email),
    );
    refuse(
        "contact.recruiting_email",
        message,
        is_wrong(contact.recruiting_email.as_ref(), is_email),
    );
    let complaints = config
        .legal
        .complaints
        .as_ref()
        .map(|channel| &channel.email);
    refuse(
        "legal.complaints.email",
        message,
        is_wrong(complaints, is_email),
    );

    let message = "`security_contact` is not the address of a contact: write one like `mailto:security@example.com`, or one that starts with `https://`";
    refuse(
        "security_contact",
        message,
        is_wrong(config.security_contact.as_ref(), is_contact),
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
            refuse(
                &format!("{path}.{key}"),
                &message,
                !(-most..=most).contains(&degrees),
            );
        }
    }

    refuse(
        "facts.area_m2",
        REVERSED,
        facts.area_m2.is_some_and(is_reversed),
    );
    refuse("gates.price", REVERSED, is_reversed(gates.price));
    refuse("gates.area_m2", REVERSED, is_reversed(gates.area_m2));

    let message = "`max_age_hours` is 0: write a number of hours, or remove it";
    refuse(
        "gates.max_age_hours",
        message,
        gates.max_age_hours == Some(0),
    );

    let editor = config.editor.as_ref();
    let message = "this is not a repository: write its owner and its name, like `owner/site`";
    refuse(
        "editor.repo",
        message,
        is_wrong(editor.map(|editor| &editor.repo), is_repository),
    );
    let message = "`branch` is empty: write the name of a branch, like `main`";
    refuse(
        "editor.branch",
        message,
        editor.is_some_and(|editor| editor.branch.trim().is_empty()),
    );
    let message =
        "`sign_in` is not the origin of a site: write one like `https://sign-in.example.com`";
    let is_origin = |origin: &str| origin.starts_with("https://") && is_base_url(origin);
    refuse(
        "editor.sign_in",
        message,
        is_wrong(editor.and_then(|editor| editor.sign_in.as_ref()), is_origin),
    );
    let is_folder = |folder: &str| {
        folder
            .split('/')
            .all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\'))
    };
    let message = "`folder` is not a folder of the repository: write one like `sites/torre`";
    refuse(
        "editor.folder",
        message,
        is_wrong(editor.and_then(|editor| editor.folder.as_ref()), is_folder),
    );

    let message = "`index_now` is not a key: write from 8 to 128 letters, digits and hyphens";
    for (name, target) in &config.publish.targets {
        let key = target
            .purge
            .as_ref()
            .and_then(|purge| purge.index_now.as_ref());
        let is_key = |key: &str| (8..=128).contains(&key.len()) && is_word(key);
        refuse(
            &format!("publish.targets.{name}.purge.index_now"),
            message,
            is_wrong(key, is_key),
        );
    }

    let message = "`from` is later than `to`: swap them";
    refuse(
        "facts.progress",
        message,
        facts.progress.is_some_and(|months| months.from > months.to),
    );

    let message = "the percentage is out of bounds: write a number from 0 to 100";
    refuse("facts.vat_percent", message, facts.vat_percent > 100);
    let share = "the share is out of bounds: write a percentage from 1 to 100";
    let is_share = |share: u8| (1..=100).contains(&share);
    refuse(
        "facts.vat_share_percent",
        share,
        !is_share(facts.vat_share_percent),
    );
    for (index, declared) in config.uses.iter().enumerate() {
        let path = |key: &str| format!("uses.{index}.{key}");
        refuse(
            &path("vat_percent"),
            message,
            declared.vat_percent.is_some_and(|rate| rate > 100),
        );
        refuse(
            &path("vat_share_percent"),
            share,
            declared.vat_share_percent.is_some_and(|own| !is_share(own)),
        );
        let UseGates { price, area_m2 } = declared.gates;
        for (key, range) in [("gates.price", price), ("gates.area_m2", area_m2)] {
            refuse(&path(key), REVERSED, range.is_some_and(is_reversed));
        }
        let repeated = "this use is declared twice: remove one of both";
        refuse(&path("key"), repeated, config.rank(declared.key) < index);
        let uncounted = "`count` names no whole number below `facts`: write the name of the fact with the number of units";
        refuse(
            &path("count"),
            uncounted,
            declared.count.is_some() && config.count_of(declared).is_none(),
        );
    }
    refuse(
        "uses",
        "`uses` is empty: declare what the units are",
        config.uses.is_empty(),
    );
    let is_declared = |key: &UnitUse| config.use_of(*key).is_some();
    let keys: Vec<&str> = config
        .uses
        .iter()
        .map(|declared| declared.key.key())
        .collect();
    let named = config
        .platform
        .uses
        .iter()
        .map(|(word, key)| (format!("platform.uses.{word}"), key));
    let named = named.chain(
        config
            .unit_facts
            .uses
            .keys()
            .map(|key| (format!("unit_facts.uses.{key}"), key)),
    );
    for (path, key) in named {
        let keys = keys.join("`, `");
        let message = format!(
            "`uses` does not declare the use `{key}`: declare it, or write one of `{keys}`"
        );
        refuse(&path, &message, !is_declared(key));
    }

    let message =
        "a building has no level 0: the ground floor is 1, the level above it 2, a basement -1";
    refuse("levels.0", message, config.levels.contains_key(&Level(0)));
    for (word, level) in &config.platform.levels {
        refuse(
            &format!("platform.levels.{word}"),
            message,
            *level == Level(0),
        );
    }
    for (path, message) in config.platform.problems() {
        refuse(&format!("platform.{path}"), &message, true);
    }

    for (key, message) in config.rent_problems() {
        refuse(&format!("rents.{key}"), &message, true);
    }

    for (index, field) in config.unit_fields.iter().enumerate() {
        for (key, message) in field.problems(&config.unit_fields[..index]) {
            refuse(&format!("unit_fields.{index}.{key}"), message, true);
        }
        let is_taken = config.rents.is_some() && rents::OWN_KEYS.contains(&&*field.key);
        let message = "a site with `rents` has a field of this name: choose another key, and write the platform's name into `field`";
        refuse(&format!("unit_fields.{index}.key"), message, is_taken);
    }

    for (name, own) in &config.forms {
        for (path, message) in own_fields::problems(name, own) {
            refuse(&format!("forms.{name}{path}"), &message, true);
        }
    }

    let keys: Vec<&str> = all_keys(config).collect();
    for (place, shown) in &config.fields {
        let place = json!(place);
        let place = place.as_str().unwrap_or_default();
        for (index, key) in shown.iter().enumerate() {
            let path = format!("fields.{place}.{index}");
            let hint = did_you_mean(key, keys.iter().copied())
                .unwrap_or_else(|| "write the key of one of them".to_owned());
            let message = format!("`{key}` is not a field of units: {hint}");
            refuse(&path, &message, !keys.contains(&key.as_str()));
            let message = "this field is named twice: remove one of both";
            refuse(&path, message, shown[..index].contains(key));
            let declared = config.unit_fields.iter().find(|field| field.key == *key);
            let can_filter = declared.is_some_and(|field| Kind::from(field.kind).can_filter());
            let message = "visitors can filter by declared fields that are no texts: remove it";
            refuse(&path, message, place == "filter" && !can_filter);
        }
        let message =
            "the column of the code is missing, which links to the unit's page: write `code` first";
        refuse(
            &format!("fields.{place}"),
            message,
            place == "column" && shown.first().is_none_or(|key| key != "code"),
        );
    }

    for (index, declared) in config.uses.iter().enumerate() {
        for (position, key) in declared.without.iter().enumerate() {
            let hint = did_you_mean(key, keys.iter().copied())
                .unwrap_or_else(|| "write the key of one of them".to_owned());
            let message = format!("`{key}` is not a field of units: {hint}");
            let path = format!("uses.{index}.without.{position}");
            refuse(&path, &message, !keys.contains(&key.as_str()));
        }
    }

    for (index, building) in config.buildings.iter().enumerate() {
        let path = |key: &str| format!("buildings.{index}.{key}");
        let message = "this is not a name of data and of a file: write lower-case letters, digits, `_` or `-`";
        refuse(&path("key"), message, !is_key(&building.key));
        let repeated = config.buildings[..index]
            .iter()
            .any(|other| other.key == building.key);
        refuse(
            &path("key"),
            "this building is declared twice: remove one of both",
            repeated,
        );
    }
    let is_all =
        !config.buildings.is_empty() && config.buildings.iter().all(|building| building.announced);
    let message = "no building is on sale: remove `announced` from one, or `buildings`";
    refuse("buildings", message, is_all);
    for (word, key) in &config.platform.buildings {
        let message = format!(
            "`buildings` does not declare `{key}`: declare it, or write the key of one of them"
        );
        refuse(
            &format!("platform.buildings.{word}"),
            &message,
            config.building(key).is_none(),
        );
    }

    let message = "the fact is neither a number nor a text: write one, or a group of them";
    for (name, fact) in &facts.others {
        refuse(&format!("facts.{name}"), message, !is_fact(fact));
        if let Some(message) = unequal_languages(config, fact) {
            refuse(&format!("facts.{name}"), &message, true);
        }
        let end = |key| fact.get(key).and_then(Value::as_f64);
        let is_wrong = end("min")
            .zip(end("max"))
            .is_some_and(|(min, max)| is_reversed(Range { min, max }));
        refuse(&format!("facts.{name}"), REVERSED, is_wrong);
    }
    let message =
        "`key` is not a name for placeholders: write lower-case letters, digits, `_` or `-`";
    for (index, place) in config.places.iter().enumerate() {
        refuse(&format!("places.{index}.key"), message, !is_key(&place.key));
    }

    if let Some(reference) = &config.reference_currency {
        let own = config.currency();
        let message = format!(
            "the rate is not about {own}, the `currency` of prices: name {own} and another currency"
        );
        refuse(
            "reference_currency.rate",
            &message,
            reference.rate.reference_of(own).is_none(),
        );
    }

    let splits = |source: &String| source.contains([';', ',', '\n']);
    let message = "`csp` has a source with a semicolon, comma or line break: write each source as an item of its own";
    refuse("csp", message, config.csp.values().flatten().any(splits));

    let message = "`csp` has an unknown directive: use one that ends in `-src`, `form-action` or `frame-ancestors`";
    let is_known =
        |name: &str| name.ends_with("-src") || matches!(name, "form-action" | "frame-ancestors");
    refuse(
        "csp",
        message,
        config.csp.keys().any(|name| !is_known(name)),
    );

    for message in config.legal.omissions() {
        refuse("legal.profile", &message, true);
    }
    let own = config.currency();
    let is_shown = |rate: &Rate| rate.reference_of(own) == Some(Currency::MXN);
    let has_pesos = config
        .reference_currency
        .as_ref()
        .is_some_and(|reference| is_shown(&reference.rate));
    let message = format!(
        "the legal profile demands prices in pesos beside those in {own} (LFPC, article 34): add `reference_currency` \
         with a published rate, like `rate: 1 {own} = 18.4321 MXN`, or remove `legal.profile` outside of Mexico"
    );
    refuse(
        "currency",
        &message,
        config.legal.profile.is_some() && own != Currency::MXN && !has_pesos,
    );
    found
}

/// Adds the path of each empty text that visitors read: `written` is the value in the file, `shown` what templates get.
pub(super) fn empty_texts(
    written: &serde_yaml::Value,
    shown: &Value,
    path: &str,
    found: &mut Vec<(String, String)>,
) {
    let below = |step: &str| {
        if path.is_empty() {
            step.to_owned()
        } else {
            format!("{path}.{step}")
        }
    };
    let is_empty = written.is_null() || written.as_str().is_some_and(|text| text.trim().is_empty());
    match (written, shown) {
        (serde_yaml::Value::Mapping(group), Value::Object(shown)) => {
            for (key, written) in group {
                let key = key
                    .as_str()
                    .map_or_else(|| json!(key).to_string(), str::to_owned);
                if !MAY_BE_EMPTY.contains(&&*key)
                    && let Some(shown) = shown.get(&key)
                {
                    empty_texts(written, shown, &below(&key), found);
                }
            }
        }
        (serde_yaml::Value::Sequence(list), Value::Array(shown)) => {
            for (index, (written, shown)) in list.iter().zip(shown).enumerate() {
                empty_texts(written, shown, &below(&index.to_string()), found);
            }
        }
        (_, Value::String(_)) if is_empty => {
            found.push((
                path.to_owned(),
                format!("`{path}` is empty: write its text"),
            ));
        }
        _ => {}
    }
}

/// What is wrong with a fact that has a text in each language. Other groups have no key that is a language.
fn unequal_languages(config: &Config, fact: &Value) -> Option<String> {
    let group = fact.as_object()?;
    let languages = config.languages;
    let is_language = |key: &str| languages.find(key).is_some();
    if !group.keys().any(|key| is_language(key)) {
        return group
            .values()
            .find_map(|inner| unequal_languages(config, inner));
    }
    if let Some(code) = languages.codes().find(|code| !group.contains_key(*code)) {
        return Some(format!(
            "the fact has no text in `{code}`: write one for each language"
        ));
    }
    let key = group.keys().find(|key| !is_language(key))?;
    Some(format!(
        "`{key}` is not one of the site's languages: remove it, or declare it under `languages`"
    ))
}

/// Whether a fact can be shown: a number, a text, or a group of such.
fn is_fact(value: &Value) -> bool {
    match value {
        Value::Number(_) | Value::String(_) => true,
        Value::Object(group) => group.values().all(is_fact),
        _ => false,
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}

/// Whether a text is of letters, digits and hyphens.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_reversed<T: PartialOrd + Copy>(range: Range<T>) -> bool {
    range
        .min
        .partial_cmp(&range.max)
        .is_none_or(Ordering::is_gt)
}

/// Whether a URL is only scheme, host and port, as browsers write an origin, so that paths can be appended to it.
fn is_base_url(url: &str) -> bool {
    // A URL's host may have characters with a meaning in the files for hosts and in pages.
    let is_of_host = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
    url::Url::parse(url).is_ok_and(|parsed| {
        matches!(parsed.scheme(), "https" | "http")
            && parsed
                .host_str()
                .is_some_and(|host| host.chars().all(is_of_host))
            && parsed.origin().ascii_serialization() == url
    })
}

/// The path of a URL that would be that of a site without it.
fn path_of(url: &str) -> Option<String> {
    let parsed = url::Url::parse(url).ok()?;
    let path = parsed.path();
    let rest = url.strip_suffix(path)?;
    (path != "/" && is_base_url(rest)).then(|| path.to_owned())
}

/// Whether a URL of another machine has http.
fn is_insecure(url: &str) -> bool {
    use url::Host;
    let parsed = url::Url::parse(url)
        .ok()
        .filter(|url| url.scheme() == "http");
    parsed.is_some_and(|url| match url.host() {
        Some(Host::Ipv4(address)) => !address.is_loopback(),
        Some(Host::Ipv6(address)) => !address.is_loopback(),
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        None => true,
    })
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") && url::Url::parse(url).is_ok()
}

fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && host.contains('.')
            && !host.contains('@')
            && !text.contains(char::is_whitespace)
    })
}

/// Whether a text is an address for a line of `security.txt`, with nothing after it.
fn is_contact(text: &str) -> bool {
    let is_address = text
        .strip_prefix("mailto:")
        .map_or_else(|| is_web_address(text), is_email);
    is_address && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}
