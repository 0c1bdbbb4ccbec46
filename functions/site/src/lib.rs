//! `leads.json`: everything the lead function has of a site. `site build` writes it beside the site, never inside it; `leads`
//! reads it, so that no text, option or address of a development is compiled into a program.

pub mod foreign_text;
mod form;
mod language;
mod question;

pub use form::{
    FieldRule, Form, FormField, FormKind, MAX_FIELDS, Presence, VisitHours, standard_forms,
    standard_names,
};
pub use language::Language;
pub use question::{
    ANSWER_PREFIX, AnswerError, AnswerRule, MAX_ANSWER, MAX_NUMBER, MAX_QUESTIONS, Question,
    QuestionTexts,
};

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Where `site build` writes the file, from the project's root.
pub const FILE: &str = ".site/leads.json";

/// Where `site serve` stores leads, from the project's root. What is in it is personal data.
pub const OUTBOX: &str = ".outbox";

/// The version of the file's shape. A change that the last version cannot read gets the next number.
pub const VERSION: u32 = 2;

/// What `--version` prints of a program: its version, the commit of a release, and the number of a format that it reads.
pub fn version_line(format: &str, number: u32) -> String {
    // Builds for releases alone set it, so that others do not compile again with each commit.
    let build = option_env!("SITE_COMMIT").map_or_else(
        || "development build".to_owned(),
        |commit| format!("commit {commit}"),
    );
    format!("{} ({build}, {format} {number})", env!("CARGO_PKG_VERSION"))
}

/// The paths that a host must route to the lead function; `*` matches anything.
pub const PATHS: [&str; 2] = ["/api/*", "/mail/send"];

/// The content of `leads.json`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LeadSite {
    /// [`VERSION`].
    pub version: u32,
    /// Whose site it is.
    pub development: Development,
    /// The day of the units' prices and statuses, as on the pages. The same sources and units make the same bytes.
    pub date: Date,
    /// The development's time zone, a name of the IANA database.
    pub time_zone: String,
    /// Telephone number on the page of a rejected post.
    pub phone: String,
    /// Name and address of who is responsible for personal data.
    pub responsible: String,
    /// Version of the privacy notice.
    pub notice_version: String,
    /// The notices that only pages of earlier publications show, by their version.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub earlier_notices: BTreeMap<String, EarlierNotice>,
    /// The theme's colours.
    pub theme: MailTheme,
    /// The languages, the default first. At least one.
    pub languages: Vec<Language>,
    /// The code of the sales team's language.
    pub team_language: String,
    /// The forms by the value of the field `form` in a post.
    pub forms: BTreeMap<FormKind, Form>,
    /// The units by their code as people write it.
    pub units: BTreeMap<String, LeadUnit>,
    /// The classes of pages (names of templates) whose openings and events are counted; empty: nothing is counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<String>,
}

/// The development, and how the platform's calls name it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Development {
    /// Its code on the platform: `platform.project_code` of `site.yaml`.
    pub code: String,
    /// Its name: `name` of `site.yaml`.
    pub name: String,
    /// Its name on the platform (`zones` of call 1).
    pub zones: String,
    /// `emailTo` of call 2: a no-reply address.
    pub email_to: String,
    /// `emailCC` of call 2: the project's address.
    pub email_cc: String,
}

/// Colours of CSS by their names in `theme.yaml`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MailTheme {
    /// On a light ground.
    pub light: BTreeMap<String, String>,
    /// On a dark ground.
    pub dark: BTreeMap<String, String>,
    /// The radius of corners, a length of CSS.
    pub radius: String,
}

/// A unit, as its page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LeadUnit {
    /// Its code in addresses and forms, where that is not the code as people write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The key of its status below `status` in the strings.
    pub status: String,
    /// Its area with the unit of measure.
    pub area: String,
    /// Its price before VAT with the currency; `None` where no VAT is charged.
    pub net: Option<String>,
    /// Its whole price with the currency, or the words that it is on request; of a unit for rent only, the rent with its name.
    pub total: String,
    /// The rent with its name, of a unit that is for sale, too.
    #[serde(default)]
    pub rent: Option<String>,
    /// Whether it has no price: it is on request, or for rent only.
    #[serde(default)]
    pub on_request: bool,
    /// What differs by language, by the language's code.
    pub pages: BTreeMap<String, UnitPage>,
}

impl LeadUnit {
    /// The address of this unit, which has the code `code`.
    pub fn address_of<'a>(&'a self, code: &'a str) -> &'a str {
        self.address.as_deref().unwrap_or(code)
    }
}

/// The page of a unit in one language. Addresses are paths of the site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct UnitPage {
    /// Its name: `Oficina 301`.
    pub name: String,
    /// Its level: `Nivel 3`.
    pub level: String,
    /// The page.
    pub page: String,
    /// The PDF sheet, if there is one.
    pub sheet: Option<String>,
    /// The share picture, which shows the plan.
    pub picture: Option<String>,
}

/// How long posts of a page are accepted after the publication that replaces it. Hosts revalidate pages at each visit
/// (`max-age=0`); the service worker shows a stored page without a network, for which there is no limit. Browsers delete
/// what a site stored after 7 (WebKit) or more days without a visit; 30 days also cover a tab that stays open.
const ACCEPTED: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A privacy notice that only pages of earlier publications show.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct EarlierNotice {
    /// Until when it is kept.
    pub until: Timestamp,
    /// Its text by the language's code.
    pub texts: BTreeMap<String, String>,
}

/// Why a file cannot be used, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl ReadError {
    /// A value that cannot be used.
    pub fn invalid(what: &str) -> Self {
        Self(format!(
            "{what}: correct it in the site's files and build the site again"
        ))
    }
}

impl LeadSite {
    /// Reads the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let unreadable = |error: serde_json::Error| {
            ReadError(format!(
                "it is not a leads.json ({error}): use the file that `site build` writes to {FILE}"
            ))
        };
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let Versioned { version } = serde_json::from_slice(bytes).map_err(unreadable)?;
        if version != VERSION {
            let (age, advice) = if version < VERSION {
                ("older", "build the site with the same release of `site`")
            } else {
                (
                    "newer",
                    "install the release of `leads` that belongs to that `site`",
                )
            };
            return Err(ReadError(format!(
                "its version {version} is {age} than {VERSION}, which this program reads: {advice}"
            )));
        }
        let site: Self = serde_json::from_slice(bytes).map_err(unreadable)?;
        if site.languages.is_empty() {
            return Err(ReadError::invalid("`languages` is empty"));
        }
        site.zone()?;
        Ok(site)
    }

    /// The bytes of the file. No site can cause an error.
    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    /// The code of a unit as people write it, for its address with letters of any case.
    pub fn listed_code(&self, address: &str) -> Option<&str> {
        let is_same = |(code, unit): &(&String, &LeadUnit)| {
            unit.address_of(code).eq_ignore_ascii_case(address)
        };
        self.units
            .iter()
            .find(is_same)
            .map(|(code, _)| code.as_str())
    }

    /// The time zone. Fails when its name is not in the IANA database.
    pub fn zone(&self) -> Result<TimeZone, ReadError> {
        let invalid = |_| ReadError::invalid(&format!("`{}` is not a time zone", self.time_zone));
        TimeZone::get(&self.time_zone).map_err(invalid)
    }

    /// The language with a code; the default for any other text.
    pub fn language(&self, code: &str) -> &Language {
        let found = self.languages.iter().find(|language| language.code == code);
        found.unwrap_or(&self.languages[0])
    }

    /// The names of the fields with options or a moment, in their order. Every form has those that it asks for.
    pub fn choices(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for field in self.forms.values().flat_map(|form| &form.fields) {
            if matches!(
                field.rule,
                FieldRule::Choice { .. } | FieldRule::Moment { .. }
            ) && !names.contains(&field.name.as_str())
            {
                names.push(&field.name);
            }
        }
        names
    }

    /// The questions of all forms by their key, in alphabetical order; of several with one key the first.
    pub fn questions(&self) -> BTreeMap<&str, &Question> {
        let mut questions = BTreeMap::new();
        for question in self.forms.values().flat_map(|form| &form.questions) {
            questions.entry(question.key.as_str()).or_insert(question);
        }
        questions
    }

    /// Accepts what the pages of `previous` send, which this site replaces at `now`: its options, its notice, and what it
    /// accepts of earlier ones. After a publication that was `interrupted`, pages from before it were public until now.
    pub fn accept_earlier(&mut self, previous: &LeadSite, now: Timestamp, interrupted: bool) {
        let until = now.saturating_add(ACCEPTED).unwrap_or(Timestamp::MAX);
        let renewed = |earlier: Timestamp| if interrupted { until } else { earlier };
        for (kind, form) in &mut self.forms {
            let old_form = previous.forms.get(kind);
            let old_questions = old_form.map_or(&[][..], |form| &form.questions);
            for question in &mut form.questions {
                let old = old_questions.iter().find(|old| old.key == question.key);
                question.accept_earlier(old, until, renewed, now);
            }
            let old_fields = old_form.map_or(&[][..], |form| &form.fields);
            for field in &mut form.fields {
                let old = old_fields
                    .iter()
                    .find(|old| old.name == field.name)
                    .map(|old| &old.rule);
                let (
                    FieldRule::Choice {
                        labels,
                        options,
                        earlier,
                    },
                    Some(FieldRule::Choice {
                        options: old_options,
                        earlier: old_earlier,
                        ..
                    }),
                ) = (&mut field.rule, old)
                else {
                    continue;
                };
                earlier.extend(
                    old_earlier
                        .iter()
                        .map(|(key, until)| (key.clone(), renewed(*until))),
                );
                earlier.extend(old_options.iter().map(|key| (key.clone(), until)));
                earlier.retain(|key, until| *until > now && !options.contains(key));
                // The team reads the label of the option.
                for key in earlier.keys().map(|key| format!("{labels}.{key}")) {
                    for language in &mut self.languages {
                        let old = previous
                            .languages
                            .iter()
                            .find(|old| old.code == language.code);
                        if let Some(label) = old.and_then(|old| old.find(&key)) {
                            language
                                .strings
                                .entry(key.clone())
                                .or_insert(label.to_owned());
                        }
                    }
                }
            }
        }
        let notices = &mut self.earlier_notices;
        for (version, notice) in &previous.earlier_notices {
            let notice = EarlierNotice {
                until: renewed(notice.until),
                texts: notice.texts.clone(),
            };
            notices.insert(version.clone(), notice);
        }
        let texts = previous
            .languages
            .iter()
            .map(|old| (old.code.clone(), old.notice.clone()))
            .collect();
        notices.insert(
            previous.notice_version.clone(),
            EarlierNotice { until, texts },
        );
        notices.retain(|version, notice| notice.until > now && *version != self.notice_version);
    }

    /// The privacy notice that a page with this version and language shows; of no version, the present one. `None` when not known.
    pub fn notice(&self, version: &str, lang: &str) -> Option<&str> {
        if version.is_empty() || version == self.notice_version {
            return Some(&self.language(lang).notice);
        }
        let earlier = self.earlier_notices.get(version)?;
        let text = earlier
            .texts
            .get(lang)
            .or_else(|| earlier.texts.get(&self.language(lang).code));
        text.map(String::as_str)
    }
}
