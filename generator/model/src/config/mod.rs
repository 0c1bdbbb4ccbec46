//! The types of `site.yaml`, which describes the development. Unknown keys and values out of bounds are problems with
//! their position. The file contains no secrets; those come from environment variables.

mod bounds;
mod contact;
mod examples;
mod fact_texts;
mod facts;
pub mod gates;
mod legal;
mod menu;
mod pictures;
pub mod publishing;
mod switches;
pub mod tracking;
mod unit_facts;
mod uses;

use std::collections::BTreeMap;

use platform::config::PlatformConfig;
use platform::unit::Level;
use serde::{Deserialize, Serialize};

pub use bounds::is_base_url;
pub use contact::{Address, Contact, Developer, Geo, Location, Phone, Showroom};
pub use fact_texts::{FactTexts, is_fact};
pub use facts::{Facts, Month, Months, NearbyPlace, Range};
pub use legal::{Complaints, Legal, Profile};
pub use menu::{LinkColumn, LinkTarget, MenuLink, SocialProfile};
pub use pictures::SitePictures;
pub use switches::{Behaviour, Budgets, HeaderThresholds, LoadingBar, ServiceWorker};
pub use unit_facts::UnitFacts;
pub use uses::{Taxed, Use, UsePictures};

use crate::code::Code;
use crate::config::gates::Gates;
use crate::config::publishing::Publishing;
use crate::config::tracking::Tracking;
use crate::dollars::ExchangeRate;
use crate::formats::yaml::{self, Parsed, Step, unknown_key};
use crate::lang::PerLang;
use crate::phase::Phase;
use crate::problem::{Place, Problem};
use crate::time_zone::TimeZone;

/// The file's name at the project's root.
pub const FILE: &str = "site.yaml";

/// A valid file, the smallest one of the golden sites: the source of what replaces wrong values, so that the values after
/// them are checked too.
const VALID: &str = include_str!("../../../tests/sites/base/in/site.yaml");

/// Keys of earlier versions, and what to do instead.
const REPLACED_KEYS: [(&str, &str); 1] = [(
    "utc_offset",
    "write `time_zone: America/Cancun`, the IANA name of the time zone",
)];

/// The whole of `site.yaml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The development's name.
    pub name: String,
    /// The name that starts the names of PDF files (S4).
    pub product: String,
    /// The URL of the published site, without a slash at the end.
    pub base_url: String,
    /// Whether the building is in presale, under construction or finished; texts and payment plans follow it.
    #[serde(default)]
    pub phase: Phase,
    /// The paths of the values in this file that are examples; see `site check --before-launch`.
    #[serde(default, skip_serializing)]
    pub examples: Vec<String>,
    /// The development's time zone; that of Quintana Roo when absent.
    #[serde(default, skip_serializing)]
    pub time_zone: TimeZone,
    /// Phone, mailboxes and messaging numbers.
    pub contact: Contact,
    /// The showroom: phone, address, position.
    pub showroom: Showroom,
    /// Where the building stands.
    #[serde(default)]
    pub location: Option<Location>,
    /// Who builds it, if the site names somebody.
    #[serde(default)]
    pub developer: Option<Developer>,
    /// The links of the header (S6).
    #[serde(default, skip_serializing)]
    pub menu: Vec<MenuLink>,
    /// The columns of links in the footer (S7).
    #[serde(default, skip_serializing)]
    pub footer: Vec<LinkColumn>,
    /// The profiles in social networks that the footer shows (S7).
    #[serde(default)]
    pub social: Vec<SocialProfile>,
    /// Which picture stands where.
    #[serde(default)]
    pub pictures: SitePictures,
    /// The icon that is drawn for an amenity without a picture, by the code of the amenity.
    #[serde(default)]
    pub amenity_icons: BTreeMap<String, String>,
    /// The seller and what the law requires of it.
    pub legal: Legal,
    /// The numbers that pages show (specification, section 9).
    pub facts: Facts,
    /// Places near the development, nearest first or in any order.
    #[serde(default)]
    pub places: Vec<NearbyPlace>,
    /// What the units are, in the order of the site.
    pub uses: Vec<Use>,
    /// The names of levels. A level without one is named by its number.
    #[serde(default)]
    pub levels: BTreeMap<Level, PerLang<String>>,
    /// What buyers ask about the units.
    #[serde(default)]
    pub unit_facts: UnitFacts,
    /// The exchange rate for totals in dollars; without it, pages show none.
    #[serde(default)]
    pub usd: Option<ExchangeRate>,
    /// The platform: URL, project, field map, limits (S21, S25).
    #[serde(default, skip_serializing)]
    pub platform: PlatformConfig,
    /// Bounds of a plausible inventory.
    #[serde(default, skip_serializing)]
    pub gates: Gates,
    /// Where the site is published.
    #[serde(default, skip_serializing)]
    pub publish: Publishing,
    /// Times and thresholds of the browser's scripts (S28).
    pub behaviour: Behaviour,
    /// Third-party scripts; an empty value disables a script (S26).
    pub tracking: Tracking,
    /// The reCAPTCHA v3 site key; empty disables the captcha.
    pub captcha_site_key: String,
    /// The service worker's switches (S26).
    pub service_worker: ServiceWorker,
    /// Additional sources of the Content-Security-Policy, by directive.
    #[serde(skip_serializing)]
    pub csp: BTreeMap<String, Vec<String>>,
    /// Maximum sizes of what a visitor downloads.
    #[serde(skip_serializing)]
    pub budgets: Budgets,
    /// The text of the file, for the positions of its values.
    #[serde(skip)]
    text: String,
}

impl Config {
    /// Parses the text of `site.yaml`.
    ///
    /// # Errors
    /// A text that is not YAML; otherwise every unknown key, and every value of the wrong type or out of bounds.
    pub fn parse(text: &str) -> Result<Config, Vec<Problem>> {
        let Parsed::<Config> {
            value,
            problems,
            replaced,
        } = yaml::parse_all(FILE, text, VALID);
        let mut problems: Vec<Problem> = problems.into_iter().map(with_new_key).collect();
        let Some(mut config) = value else {
            return Err(problems);
        };
        text.clone_into(&mut config.text);
        for (path, message) in bounds::exceeded(&config) {
            if !is_about(&path, &replaced) {
                let place = examples::place(text, &path);
                problems.push(Problem::at(Code::ValueOutOfRange, FILE, place, message));
            }
        }
        if replaced.is_empty() {
            problems.extend(examples::unknown(text, &config.examples));
        }
        match problems.is_empty() {
            true => Ok(config),
            false => Err(problems),
        }
    }

    /// A problem for each value that is an example, with its position in `text`, the text of `site.yaml`.
    pub fn examples_in(&self, text: &str) -> Vec<Problem> {
        let problem = |path: &String| {
            Problem::at(
                Code::ExampleValue,
                FILE,
                examples::place(text, path),
                format!("`{path}` is an example"),
            )
            .hint("replace it, and remove it from `examples`")
        };
        self.examples.iter().map(problem).collect()
    }

    /// The position of the key or value at this path of keys.
    pub fn place<'a>(&self, path: impl IntoIterator<Item = &'a str>) -> Place {
        let steps: Vec<Step> = path.into_iter().map(|key| Step::Key(key.to_owned())).collect();
        yaml::locate(&self.text, &steps)
    }

    /// The position of the value at a path like `menu.0.to`.
    pub fn place_of(&self, path: &str) -> Place {
        examples::place(&self.text, path)
    }

    /// The absolute URL of a path of the site.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

/// Whether a value at a path is, contains, or belongs to one that was replaced.
fn is_about(path: &str, replaced: &[String]) -> bool {
    // What the legal profile requires is in its whole group.
    let path = if path == "legal.profile" { "legal" } else { path };
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let mut replaced = replaced.iter();
    replaced.any(|replaced| is_within(path, replaced) || is_within(replaced, path))
}

/// Adds what to write instead when the unknown key is one of an earlier version.
fn with_new_key(problem: Problem) -> Problem {
    let replaced = REPLACED_KEYS
        .iter()
        .find(|(old, _)| problem.message == unknown_key(old));
    problem.maybe_hint(replaced.map(|(_, instead)| (*instead).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn own() -> String {
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site.yaml")).unwrap()
    }

    #[test]
    fn the_site_yaml_of_the_repository_is_valid() {
        let config = Config::parse(&own()).unwrap();
        assert_eq!(config.declared_units(), 69);
        assert_eq!(config.facts.progress.unwrap().months().count(), 33);
        assert_eq!(config.contact.phone.href(), "tel:+529845550162");
    }

    #[test]
    fn values_out_of_bounds_are_reported_with_their_position() {
        let text = own()
            .replace("latitude: 20.6296", "latitude: 120.5")
            .replace("min: 3.80", "min: 9.80");
        let problems = Config::parse(&text).unwrap_err();
        let printed: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(printed.len(), 2, "{printed:?}");
        let line = 1 + text.lines().position(|line| line.contains("latitude")).unwrap();
        assert_eq!(
            printed[0],
            format!("site.yaml:{line}:5: `latitude` is out of bounds: write degrees from -90 to 90")
        );
    }

    #[test]
    fn errors_of_every_kind_are_reported_at_once() {
        let text = own()
            .replace("offices: 46", "offices: many")
            .replace("phone: \"+52 984 555 0162\" # shown", "phone: none # shown")
            .replace("developer:", "developper:")
            .replace("email: info@ceibalta.example\n  no", "email: nobody\n  no");
        let problems = Config::parse(&text).unwrap_err();
        let printed: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        let parts = [
            "contact.phone: `none` is not a phone number",
            "unknown key `developper`",
            "this is not an e-mail address",
            "`count` names no whole number below `facts`",
        ];
        assert_eq!(printed.len(), parts.len(), "{printed:#?}");
        for (message, part) in printed.iter().zip(parts) {
            assert!(message.contains(part), "{part}: {printed:#?}");
        }
    }

    #[test]
    fn the_message_about_utc_offset_says_what_to_write() {
        let problems = Config::parse(&format!("utc_offset: \"-05:00\"\n{}", own())).unwrap_err();
        assert_eq!(
            problems[0].to_string(),
            "site.yaml:1:1: unknown key `utc_offset`: write `time_zone: America/Cancun`, the IANA name of the time zone"
        );
    }

    #[test]
    fn examples_are_found_at_their_position_and_must_exist() {
        let text = own();
        let config = Config::parse(&text).unwrap();
        let line = 1 + text
            .lines()
            .position(|line| line.starts_with("  responsible:"))
            .unwrap();
        let found: Vec<String> = config
            .examples_in(&text)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(
            found.contains(&format!(
                "site.yaml:{line}:3: `legal.responsible` is an example: replace it, and remove it from `examples`"
            )),
            "{found:?}"
        );
        let problems = Config::parse(&text.replace("- legal.responsible", "- legal.seller")).unwrap_err();
        let printed = problems[0].to_string();
        assert!(
            printed.contains("`examples` names `legal.seller`, which is not in this file: write the path"),
            "{printed}"
        );
    }

    #[test]
    fn an_unknown_key_is_refused_with_a_hint() {
        let text = own().replace("base_url:", "base_ulr:");
        let problems = Config::parse(&text).unwrap_err();
        let line = 1 + text
            .lines()
            .position(|line| line.starts_with("base_ulr"))
            .unwrap();
        assert_eq!(
            problems[0].to_string(),
            format!("site.yaml:{line}:1: unknown key `base_ulr`: did you mean `base_url`?")
        );
    }
}
