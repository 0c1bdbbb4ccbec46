//! The types of `site.yaml`, which describes the development. It contains no secrets; those come from environment variables.

mod bounds;
mod buildings;
pub(crate) mod buyer_facts;
mod contact;
mod facts;
mod field_option;
mod menu;
mod own_fields;
mod rents;
mod settings;
#[cfg(test)]
mod tests;
pub mod tracking;
mod unit_fields;
mod uses;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use platform::config::PlatformConfig;
use platform::field_map::UnitFields;
use platform::money::Currency;
use platform::unit::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use buildings::{Building, Floor};
pub(crate) use buyer_facts::{
    BUILDING_FACTS, DELIVERY, ELECTRICAL_LOAD, MAINTENANCE_FEE, UNIT_FACTS,
};
pub use buyer_facts::{
    BuildingFacts, BuyerFacts, FeePerArea, TIMELINE_STEPS, Timeline, TimelineStep, UnitFacts,
    WorksStage,
};
pub use contact::{
    Address, Complaints, Contact, Developer, Geo, Legal, Location, OpeningHours, Phone, Profile,
    Showroom, query_value,
};
pub use facts::{FactTexts, Facts, Months, NearbyPlace, Range};
pub use field_option::FieldOption;
pub use menu::{LinkColumn, LinkTarget, MenuLink, SitePictures, SocialProfile};
pub use own_fields::{OwnField, OwnFieldKind, OwnFields};
pub use rents::{OFFER_FIELD, Rent, RentPeriod, Rents};
pub use settings::{
    ApproveAbove, BrowserBehaviour, Budgets, Crawlers, EditorBackend, Gates, HeaderThresholds,
    HostedEditor, LoadingBar, PublishTarget, Publishing, PurgeSettings, ServiceWorker,
};
pub use unit_fields::{FieldPlace, UnitField};
pub use uses::{Use, UseGates, UsePictures};

use crate::config::tracking::Tracking;
use crate::dates::{self, TimeZone};
use crate::fields::{sent_fields, sent_keys};
use crate::lang::{Lang, Languages, PerLang, incomplete, languages};
use crate::locale_formats::{MoneyFormat, PriceCurrency};
use crate::phase::Phase;
use crate::price::ReferenceCurrency;
use formats::problem::{Code, Problem, did_you_mean, ok_unless};
use formats::yaml::{self, LocatedText, Parsed};

/// The file's name at the project's root.
pub const FILE: &str = "site.yaml";

/// A valid file in Spanish and English, whose values replace wrong ones, so that the values after them are checked too.
const VALID: &str = include_str!("valid.yaml");

/// The whole of `site.yaml`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The development's name.
    pub name: String,
    /// The name that starts the names of PDF files (S4).
    pub product: String,
    /// The URL of the published site, without a slash at the end.
    pub base_url: String,
    /// The languages, the default first.
    #[serde(skip_serializing)]
    pub languages: Languages,
    /// The code of the sales team's language: mails about leads, news and approvals. The first language when absent.
    #[serde(default, skip_serializing)]
    team_language: Option<String>,
    /// Whether the building is in presale, under construction or finished; texts and payment plans follow it.
    #[serde(default)]
    pub phase: Phase,
    /// The paths of the values in this file that are examples, `content/...` for a file, `strings.KEY` for a text in each
    /// language; see `site check --before-launch`.
    #[serde(default, skip_serializing)]
    pub examples: Vec<String>,
    /// The development's time zone; UTC when absent.
    #[serde(default)]
    pub time_zone: TimeZone,
    /// Phone, mailboxes and messaging numbers.
    pub contact: Contact,
    /// The showroom: phone, address, position.
    pub showroom: Showroom,
    /// Where the building stands.
    pub location: Option<Location>,
    /// Who builds it, if the site names somebody.
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
    /// The buildings of a development with several, in the order of the site.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buildings: Vec<Building>,
    /// What buyers ask about the units.
    #[serde(default)]
    pub unit_facts: UnitFacts,
    /// What buyers ask about the building and about who builds it.
    #[serde(default)]
    pub building_facts: BuildingFacts,
    /// When the building is built and handed over.
    #[serde(default)]
    pub timeline: Timeline,
    /// Fields of units that the development declares.
    #[serde(default, skip_serializing)]
    pub unit_fields: Vec<UnitField>,
    /// The keys of the fields that show at a place, in their order there; a place that is not named keeps its own. Built-in fields,
    /// facts and declared fields alike.
    #[serde(default, skip_serializing)]
    pub fields: BTreeMap<FieldPlace, Vec<String>>,
    /// Questions that the development adds to a form, by the form's kind.
    #[serde(default, skip_serializing)]
    pub forms: BTreeMap<String, OwnFields>,
    /// The currency of prices: a code of ISO 4217, `MXN` when absent.
    #[serde(default, skip_serializing)]
    currency: PriceCurrency,
    /// A second currency, in which pages show prices for orientation.
    pub reference_currency: Option<ReferenceCurrency>,
    /// What the rents of units are. Without it no unit is for rent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rents: Option<Rents>,
    /// The platform: URL, project, field map, limits (S21, S25).
    #[serde(default, skip_serializing)]
    pub platform: PlatformConfig,
    /// Bounds of a plausible inventory.
    #[serde(default, skip_serializing)]
    pub gates: Gates,
    /// Where to report a weakness of the site, for `/.well-known/security.txt`: a `mailto:` or `https:` address.
    #[serde(default, skip_serializing)]
    pub security_contact: Option<String>,
    /// What `robots.txt` allows to crawlers.
    #[serde(default, skip_serializing)]
    pub crawlers: Crawlers,
    /// Where the site is published.
    #[serde(default, skip_serializing)]
    pub publish: Publishing,
    /// The hosted editor; a site without it has none.
    #[serde(default, skip_serializing)]
    pub editor: Option<HostedEditor>,
    /// Times and thresholds of the browser's scripts (S28).
    pub behaviour: BrowserBehaviour,
    /// Third-party scripts; an empty value disables a script (S26).
    pub tracking: Tracking,
    /// Whether events of pages are counted, without cookies and without identifying anybody (`docs/leads.md`).
    #[serde(default)]
    pub counts: bool,
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
    text: LocatedText,
    /// How each language writes amounts of its own currency, and of the second one.
    #[serde(skip)]
    money_formats: OnceLock<PerLang<(MoneyFormat, Option<MoneyFormat>)>>,
    /// The month of `timeline.delivery` in each language, which most units show.
    #[serde(skip)]
    delivery_labels: OnceLock<PerLang<Option<String>>>,
}

impl Config {
    /// Parses the text of `site.yaml`. The problems are a text that is not YAML, or every unknown key and every wrong value.
    pub fn parse(text: &str) -> Result<Config, Vec<Problem>> {
        let languages = languages(text)?;
        let Parsed::<Config> {
            value,
            mut problems,
            replaced,
        } = yaml::parse_all(FILE, text, VALID);
        problems.extend(incomplete::<Config>(languages, FILE, text));
        let Some(mut config) = value else {
            return Err(problems);
        };
        config.text = text.into();
        config.platform.currency = config.currency();
        config.platform.rent_currency = config.rent_currency();
        let declared = config.unit_fields.iter().map(UnitField::declared);
        config.platform.declared = config
            .declared_building()
            .into_iter()
            .chain(sent_fields(&config.platform.fields.others))
            .chain(declared)
            .collect();
        let uses = config.uses.iter();
        config.platform.without = uses.map(|one| (one.key, one.without.clone())).collect();
        let mut wrong = bounds::exceeded(&config);
        let written = serde_yaml::from_str(text).unwrap_or_default();
        let mut empty = Vec::new();
        bounds::empty_texts(&written, &json!(config), "", &mut empty);
        // A profile may require what is empty, and says so of the group.
        wrong.retain(|(_, message)| {
            let is_required =
                |(path, _): &(String, String)| message.contains(&format!("requires `{path}`"));
            !empty.iter().any(is_required)
        });
        wrong.append(&mut empty);
        wrong.retain(|(path, _)| !is_about(path, &replaced));
        let problem =
            |(path, message): (String, _)| config.problem(Code::ValueOutOfRange, &path, message);
        problems.extend(wrong.into_iter().map(problem));
        if replaced.is_empty() {
            problems.extend(config.unknown_examples());
            problems.extend(config.unknown_fields());
        }
        ok_unless(problems, config)
    }

    /// A problem for each value that is an example, with its position.
    pub fn example_values(&self) -> Vec<Problem> {
        // A command or a file is asked instead of the address.
        let has_address = self.platform.command.is_empty() && self.platform.file.is_none();
        let is_open = |path: &&String| is_value(path) && (has_address || *path != "platform.url");
        let values = self.examples.iter().filter(is_open);
        let problem = |path: &String| {
            let problem = self.problem(Code::ExampleValue, path, format!("`{path}` is an example"));
            problem.hint("replace it, and remove it from `examples`")
        };
        values.map(problem).collect()
    }

    /// A problem for each example that is not a value of the file.
    fn unknown_examples(&self) -> Vec<Problem> {
        let Ok(values) = yaml::parse::<Value>(FILE, self.text.as_str(), 0) else {
            return Vec::new();
        };
        let is_unknown = |(_, path): &(usize, &String)| {
            is_value(path)
                && values
                    .pointer(&format!("/{}", path.replace('.', "/")))
                    .is_none()
        };
        let problem = |(index, path): (usize, &String)| {
            let message = format!("`examples` names `{path}`, which is not in this file");
            let problem = self.problem(Code::UnknownExample, &format!("examples.{index}"), message);
            problem.hint("write the path of a value, like `legal.responsible`, or remove the line")
        };
        self.examples
            .iter()
            .enumerate()
            .filter(is_unknown)
            .map(problem)
            .collect()
    }

    /// A problem for each key of `platform.fields` that is not a field of units.
    fn unknown_fields(&self) -> Vec<Problem> {
        let fields = &self.platform.fields;
        let known = json!(UnitFields::default());
        let own = known
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key.clone());
        let known: Vec<String> = own.chain(sent_keys().map(str::to_owned)).collect();
        let unknown = fields.others.keys().filter(|key| !known.contains(key));
        let problem = |key: &String| {
            let path = format!("platform.fields.{key}");
            let problem = self.problem(Code::UnknownKey, &path, format!("unknown key `{key}`"));
            problem.maybe_hint(did_you_mean(key, known.iter().map(String::as_str)))
        };
        unknown.map(problem).collect()
    }

    /// A problem of the value at a path like `menu.0.to`.
    pub fn problem(&self, code: Code, path: &str, message: impl Into<String>) -> Problem {
        Problem::at(code, FILE, self.text.locate(path), message)
    }

    /// The language of the sales team.
    pub fn team_language(&self) -> Lang {
        let declared = self
            .team_language
            .as_deref()
            .and_then(|code| self.languages.find(code));
        declared.unwrap_or_else(|| self.languages.first())
    }

    /// The currency of the development's prices.
    pub fn currency(&self) -> Currency {
        self.currency.0
    }

    /// The month of `timeline.delivery` as a language writes it.
    pub fn delivery_label(&self, lang: Lang) -> Option<&str> {
        let labels = self.delivery_labels.get_or_init(|| {
            let delivery = self.timeline.delivery;
            PerLang::from_fn(self.languages, |lang| {
                delivery.map(|month| dates::month(lang, month))
            })
        });
        labels.get(lang).as_deref()
    }

    /// The absolute URL of a path of the site.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

/// Whether a value at a path is, contains, or belongs to one that was replaced.
fn is_about(path: &str, replaced: &[String]) -> bool {
    // What the legal profile requires is in its whole group.
    let path = if path == "legal.profile" {
        "legal"
    } else {
        path
    };
    let is_within = |inner: &str, outer: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    replaced
        .iter()
        .any(|replaced| is_within(path, replaced) || is_within(replaced, path))
}

/// Whether an entry of `examples` is the path of a value of `site.yaml`: not that of a file, and not the key of a string.
fn is_value(entry: &str) -> bool {
    !entry.starts_with("content/") && !entry.starts_with("strings.")
}
