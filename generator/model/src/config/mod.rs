//! `site.yaml`, typed: what a development is. Unknown keys and values out of bounds are problems at
//! their line. Nothing here is a secret; secrets come from the environment only.

mod bounds;
mod contact;
mod facts;
pub mod gates;
mod legal;
mod switches;
pub mod tracking;

use std::collections::BTreeMap;

use platform::config::PlatformConfig;
use serde::{Deserialize, Serialize};

pub use bounds::is_base_url;
pub use contact::{Address, Contact, Developer, Geo, Location, Phone, Showroom};
pub use facts::{Distances, Facts, Month, Months, Range};
pub use legal::{Complaints, Legal, Profile};
pub use switches::{Behaviour, Budgets, HeaderThresholds, LoadingBar, ServiceWorker};

use crate::config::gates::Gates;
use crate::config::tracking::Tracking;
use crate::dollars::ExchangeRate;
use crate::formats::yaml::{self, Step};
use crate::problem::{Place, Problem};
use crate::utc_offset::UtcOffset;

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
        let problems: Vec<Problem> = bounds::exceeded(&config)
            .into_iter()
            .map(|(path, message)| Problem::at(FILE, place(text, path), message))
            .collect();
        if problems.is_empty() {
            Ok(config)
        } else {
            Err(problems)
        }
    }

    /// The absolute URL of a path of the site.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

fn place(text: &str, path: &str) -> Place {
    let steps: Vec<Step> = path.split('.').map(|key| Step::Key(key.to_owned())).collect();
    yaml::locate(text, &steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> String {
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site.yaml")).unwrap()
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
