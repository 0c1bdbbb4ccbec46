//! `site.yaml`, typed: what a development is. Unknown keys and values out of bounds are problems at
//! their line. Nothing here is a secret; secrets come from the environment only.

mod contact;
mod facts;
mod legal;
mod switches;

use std::collections::BTreeMap;

use platform::config::PlatformConfig;
use serde::{Deserialize, Serialize};

pub use contact::{Address, Contact, Developer, Geo, Location, Phone, Showroom};
pub use facts::{Distances, Facts, Month, Months, Range};
pub use legal::{Complaints, Legal, Profile};
pub use switches::{Behaviour, Budgets, HeaderThresholds, LoadingBar, ServiceWorker};

use crate::dollars::ExchangeRate;
use crate::lang::Lang;
use crate::problem::{Place, Problem};
use crate::pull::Gates;
use crate::trackers::Tracking;
use crate::utc_offset::UtcOffset;
use crate::yaml::{self, Step};

/// The file's name at the project's root.
pub const FILE: &str = "site.yaml";

/// How many social networks the footer shows (S7).
pub const SOCIAL_NETWORKS: usize = 3;

/// The whole of `site.yaml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The development's name.
    pub name: String,
    /// The product's name as PDF file names carry it (S4).
    pub product: String,
    /// Where the site will live, without a slash at the end.
    pub base_url: String,
    /// By which the development has its days; absent, that of Quintana Roo.
    #[serde(default, skip_serializing)]
    pub utc_offset: UtcOffset,
    /// Phone, mailboxes and messaging numbers.
    pub contact: Contact,
    /// The showroom: phone, address, position.
    pub showroom: Showroom,
    /// Where the building stands.
    #[serde(default)]
    pub location: Option<Location>,
    /// Who builds it; the header's link that opens in a new tab.
    pub developer: Developer,
    /// Social networks by the name of their icon, in file order of the alphabet.
    pub social: BTreeMap<String, String>,
    /// Who answers for personal data.
    pub legal: Legal,
    /// The numbers that pages tell (specification, section 9).
    pub facts: Facts,
    /// The exchange rate at which totals are told in dollars too; absent, they are not.
    #[serde(default)]
    pub usd: Option<ExchangeRate>,
    /// The platform: address, project, field map, limits (S21, S25).
    #[serde(default, skip_serializing)]
    pub platform: PlatformConfig,
    /// What is plausible in an inventory.
    #[serde(default, skip_serializing)]
    pub gates: Gates,
    /// Times and thresholds of the browser's scripts (S28).
    pub behaviour: Behaviour,
    /// Third-party scripts, each off while empty (S26).
    pub tracking: Tracking,
    /// reCAPTCHA v3 site key; empty: no captcha.
    pub captcha_site_key: String,
    /// The service worker's switches (S26).
    pub service_worker: ServiceWorker,
    /// Extra sources of the Content-Security-Policy by directive.
    #[serde(skip_serializing)]
    pub csp: BTreeMap<String, Vec<String>>,
    /// Sizes that the build reports on.
    #[serde(skip_serializing)]
    pub budgets: Budgets,
}

impl Config {
    /// Reads the text of `site.yaml`.
    ///
    /// # Errors
    /// What is not YAML, not known, not of its type (the first one), or out of bounds (all of them).
    pub fn parse(text: &str) -> Result<Config, Vec<Problem>> {
        let config: Config = yaml::parse(FILE, text, 0).map_err(|problem| vec![problem])?;
        let problems: Vec<Problem> = config
            .out_of_bounds()
            .into_iter()
            .map(|(path, message)| Problem::at(FILE, place(text, path), message))
            .collect();
        if problems.is_empty() {
            Ok(config)
        } else {
            Err(problems)
        }
    }

    /// What the types cannot say, with the path of the value.
    fn out_of_bounds(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let mut refuse = |path: &'static str, wrong: bool, message: &str| {
            if wrong {
                found.push((path, message.to_owned()));
            }
        };
        refuse("name", self.name.trim().is_empty(), "the name is empty");
        refuse(
            "product",
            !is_file_word(&self.product),
            "the product's name must be one word of letters, digits and hyphens: PDF file names carry it",
        );
        refuse(
            "base_url",
            !is_base_url(&self.base_url),
            "the base URL must be like https://example.com, without a path or a slash at the end",
        );
        refuse(
            "social",
            self.social.len() != SOCIAL_NETWORKS,
            "the footer shows three social networks",
        );
        refuse(
            "social",
            !self.social.values().all(|url| is_web_address(url)),
            "social networks must be https addresses",
        );
        refuse(
            "developer.url",
            !is_web_address(&self.developer.url),
            "the developer's address must start with https://",
        );
        refuse(
            "contact.email",
            !is_email(&self.contact.email),
            "not an e-mail address",
        );
        refuse(
            "contact.recruiting_email",
            !is_email(&self.contact.recruiting_email),
            "not an e-mail address",
        );
        let showroom = [(
            "showroom.geo.latitude",
            "showroom.geo.longitude",
            &self.showroom.geo,
        )];
        let location = self.location.iter();
        let location = location.map(|place| ("location.geo.latitude", "location.geo.longitude", &place.geo));
        for (latitude, longitude, geo) in showroom.into_iter().chain(location) {
            refuse(latitude, !geo.has_latitude(), "latitude goes from -90 to 90");
            refuse(longitude, !geo.has_longitude(), "longitude goes from -180 to 180");
        }
        refuse(
            "facts.clear_height_m",
            !self.facts.clear_height_m.is_ordered(),
            "min is more than max",
        );
        refuse(
            "facts.area_m2",
            !self.facts.area_m2.is_ordered(),
            "min is more than max",
        );
        refuse(
            "facts.vat_percent",
            self.facts.vat_percent > 100,
            "a percentage is at most 100",
        );
        refuse(
            "facts.tourism_gdp_percent",
            self.facts.tourism_gdp_percent > 100,
            "a percentage is at most 100",
        );
        refuse(
            "usd.source",
            self.usd.as_ref().is_some_and(|usd| {
                Lang::ALL
                    .iter()
                    .any(|lang| usd.source.get(*lang).trim().is_empty())
            }),
            "a rate is told with who publishes it, in es and en",
        );
        refuse(
            "gates.price_pesos",
            self.gates.price_pesos.min > self.gates.price_pesos.max,
            "min is more than max",
        );
        refuse(
            "gates.area_m2",
            self.gates.area_m2.min > self.gates.area_m2.max,
            "min is more than max",
        );
        refuse(
            "facts.progress",
            self.facts.progress.from > self.facts.progress.to,
            "from is later than to",
        );
        refuse(
            "csp",
            self.csp
                .values()
                .flatten()
                .any(|source| source.contains([';', ',', '\n'])),
            "a source holds no semicolon, comma or line break",
        );
        refuse(
            "csp",
            self.csp.keys().any(|name| !is_directive(name)),
            "not a directive of the Content-Security-Policy",
        );
        let omissions = self.legal.omissions().into_iter();
        found.extend(omissions.map(|message| ("legal.profile", message)));
        found
    }
}

fn place(text: &str, path: &str) -> Place {
    let steps: Vec<Step> = path.split('.').map(|key| Step::Key(key.to_owned())).collect();
    yaml::locate(text, &steps)
}

/// Whether a base URL given in the file or on the command line can be put before a path.
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

fn is_file_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || character == '-')
}

fn is_directive(name: &str) -> bool {
    name.ends_with("-src") || matches!(name, "form-action" | "frame-ancestors")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> String {
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../site.yaml")).unwrap()
    }

    #[test]
    fn our_own_site_file_is_good() {
        let config = Config::parse(&own()).unwrap();
        assert_eq!(config.facts.offices + config.facts.commercial_units, 69);
        assert_eq!(config.facts.progress.months().count(), 33);
        assert_eq!(config.contact.phone.href(), "tel:+529845550162");
    }

    #[test]
    fn values_out_of_bounds_are_named_at_their_line() {
        let text = own()
            .replace("latitude: 20.6296", "latitude: 120.5")
            .replace("min: 3.80", "min: 9.80");
        let problems = Config::parse(&text).unwrap_err();
        let printed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(printed.len(), 2, "{printed:?}");
        let line = 1 + text.lines().position(|line| line.contains("latitude")).unwrap();
        assert_eq!(
            printed[0],
            format!("site.yaml:{line}:5: latitude goes from -90 to 90")
        );
    }

    #[test]
    fn an_unknown_key_is_refused_with_a_hint() {
        let text = own().replace("base_url:", "base_ulr:");
        let problems = Config::parse(&text).unwrap_err();
        assert!(
            problems[0]
                .to_string()
                .ends_with("unknown key \"base_ulr\"; did you mean \"base_url\"?")
        );
    }
}
