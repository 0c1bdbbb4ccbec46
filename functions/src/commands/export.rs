//! `leads export`: CSV for the sales team's spreadsheet, JSON lines for programs and access requests, conversions for Google Ads.

use super::LeadFilter;
use super::stored_leads::{FullLead, all_references};
use crate::Leads;
use crate::lead::LeadTracking;
use crate::outbox::WorkName;
use crate::site::LoadedSite;
use crate::visitor_text::{csv_cell, csv_record, escaped_json};
use anyhow::Context;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// CSV with a header line, in UTF-8 with a byte order mark, which spreadsheets need.
    Csv,
    /// One JSON object per line.
    Json,
    /// Offline conversions of Google Ads: the leads with an identifier of its clicks and consent to measurement, without
    /// personal data.
    GoogleAds,
}

/// A column of CSV: its name, and its value in a lead.
type Column = (&'static str, fn(&FullLead) -> String);

/// The first columns. The site's fields with options follow them, and the answers to its own questions.
const FIRST_COLUMNS: [Column; 10] = [
    ("reference", |full| full.lead.reference.to_string()),
    ("state", |full| full.state.as_str().to_owned()),
    ("received_at", |full| full.lead.received_at.to_string()),
    ("form", |full| full.lead.form.as_str().to_owned()),
    ("lang", |full| full.lead.lang.clone()),
    ("page", |full| full.lead.page.clone()),
    ("unit", |full| full.lead.unit_codes().join(", ")),
    ("name", |full| full.lead.name.reveal().to_owned()),
    ("phone", |full| full.lead.phone.reveal().to_owned()),
    ("email", |full| full.lead.email.reveal().to_owned()),
];

/// The next columns. The tracking parameters follow them.
const NEXT_COLUMNS: [Column; 8] = [
    ("message", |full| full.lead.message.reveal().to_owned()),
    ("marketing", |full| yes_or_no(full.lead.consents.marketing)),
    ("measurement", |full| {
        yes_or_no(full.lead.consents.measurement)
    }),
    ("notice_version", |full| {
        full.lead.consents.notice_version.clone()
    }),
    ("notice_hash", |full| full.lead.consents.notice_hash.clone()),
    ("spam_score", |full| full.lead.spam.score.to_string()),
    ("spam_reasons", |full| full.lead.spam.reasons.join(" ")),
    ("captcha", |full| {
        <&str>::from(&full.lead.spam.captcha).to_owned()
    }),
];

/// The columns of offline conversions of Google Ads (help article 7014069). An empty value is that of the conversion action.
const CONVERSION_HEADER: &str = "Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,\
    Conversion Currency,Order ID,Ad User Data\r\n";
/// The identifiers of clicks of Google, in the order of the columns. Google Ads accepts one of them in a row.
const IDENTIFIERS: [&str; 3] = ["gclid", "gbraid", "wbraid"];
/// How Google Ads writes a time whose zone is in the first line.
const TIME: &str = "%Y-%m-%d %H:%M:%S";
/// The consent to send data about a user to Google.
const GRANTED: &str = "Granted";

/// The mode of an export, which contains personal data: only its owner can read it.
const PRIVATE: u32 = 0o600;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes the leads that match `filter` to the file `out`, or to stdout.
pub(super) async fn export(
    leads: &Leads,
    format: Format,
    conversion: &str,
    filter: LeadFilter,
    out: Option<PathBuf>,
) -> anyhow::Result<()> {
    let site = leads.site.get().await?;
    let mut exported = Vec::new();
    for reference in all_references(leads).await? {
        if let Some(lead) = FullLead::load(leads, &reference).await?
            && filter.matches(&lead.lead)
        {
            exported.push(lead);
        }
    }
    let questions = questions(&site, &exported);
    let mut text = head(format, &site, &questions)?;
    for lead in &exported {
        text += &line(format, &site, &questions, conversion, lead)?;
    }
    match out {
        Some(path) => {
            write(&path, &text).with_context(|| format!("cannot write {}", path.display()))
        }
        None => std::io::stdout()
            .write_all(text.as_bytes())
            .context("cannot write to stdout"),
    }
}

/// Replaces a file whole, whoever could read it. A pipe or a device is written to.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, text);
    }
    let mut file = system::temporary_file(system::parent(path), ".leads", PRIVATE)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// The label of each question of the development's own by its key: those of the site, and those that only the leads have.
fn questions(site: &LoadedSite, leads: &[FullLead]) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    for (key, question) in site.questions() {
        if let Some(texts) = question.texts.get(&site.team().code) {
            labels.insert(key.to_owned(), texts.label.clone());
        }
    }
    for answer in leads.iter().flat_map(|full| &full.lead.answers) {
        labels
            .entry(answer.key.clone())
            .or_insert_with(|| answer.label.clone());
    }
    labels
}

/// What precedes the leads: the header of a table. `questions` as [`questions`] returns them.
fn head(
    format: Format,
    site: &LoadedSite,
    questions: &BTreeMap<String, String>,
) -> anyhow::Result<String> {
    Ok(match format {
        Format::Json => String::new(),
        Format::Csv => {
            let [first, next] = [&FIRST_COLUMNS[..], &NEXT_COLUMNS]
                .map(|columns| columns.iter().map(|(name, _)| (*name).to_owned()));
            let columns = first
                .chain(site.choices().into_iter().map(str::to_owned))
                .chain(questions.values().map(|label| csv_cell(label)))
                .chain(next)
                .chain(LeadTracking::NAMES.map(str::to_owned));
            BYTE_ORDER_MARK.to_owned() + &csv_record(columns)?
        }
        Format::GoogleAds => format!(
            "Parameters:TimeZone={}\r\n{CONVERSION_HEADER}",
            site.time_zone
        ),
    })
}

/// The line of a lead; empty for one that is left out. `conversion` is the name of the conversion action in Google Ads.
fn line(
    format: Format,
    site: &LoadedSite,
    questions: &BTreeMap<String, String>,
    conversion: &str,
    lead: &FullLead,
) -> anyhow::Result<String> {
    match format {
        Format::Json => Ok(escaped_json(&serde_json::to_string(lead)?) + "\n"),
        Format::Csv => csv_record(row(&site.choices(), questions, lead)),
        Format::GoogleAds => {
            conversion_row(site, conversion, lead).map_or(Ok(String::new()), csv_record)
        }
    }
}

fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

fn row(choices: &[&str], questions: &BTreeMap<String, String>, full: &FullLead) -> Vec<String> {
    let lead = &full.lead;
    let [first, next] = [&FIRST_COLUMNS[..], &NEXT_COLUMNS]
        .map(|columns| columns.iter().map(|(_, value)| value(full)));
    let chosen = choices
        .iter()
        .map(|name| lead.choices.get(*name).cloned().unwrap_or_default());
    let answered = questions.keys().map(|key| {
        let answer = lead.answers.iter().find(|answer| answer.key == *key);
        answer.map_or(String::new(), |answer| answer.text.reveal().to_owned())
    });
    let tracking = lead.tracking.pairs().map(|(_, value)| value.to_owned());
    first
        .chain(chosen)
        .chain(answered)
        .chain(next)
        .chain(tracking)
        .map(|cell| csv_cell(&cell))
        .collect()
}

/// The row of a lead that is not suspected spam, or was released, came from a click on an ad of Google, and whose visitor allowed measurement.
fn conversion_row(site: &LoadedSite, conversion: &str, full: &FullLead) -> Option<Vec<String>> {
    let lead = &full.lead;
    let released = WorkName::Released.to_string();
    let is_released = full.history.iter().any(|entry| entry.object == released);
    if !lead.consents.measurement || lead.spam.quarantined && !is_released {
        return None;
    }
    let first = IDENTIFIERS
        .into_iter()
        .find(|name| is_identifier(lead.tracking.get(name)))?;
    let click = IDENTIFIERS.map(|name| {
        if name == first {
            lead.tracking.get(name)
        } else {
            ""
        }
    });
    let time = site.local(lead.received_at).strftime(TIME).to_string();
    let rest = [conversion, &time, "", "", lead.reference.as_str(), GRANTED];
    Some(click.into_iter().chain(rest).map(str::to_owned).collect())
}

/// Whether a text from an address can be an identifier: anything else would be refused, or be a formula in a spreadsheet.
fn is_identifier(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.bytes().all(is_part) && text.starts_with(|letter: char| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{Format, FullLead, head, line};
    use crate::Secret;
    use crate::lead::Answer;
    use crate::outbox::{HistoryEntry, RecordContent};
    use crate::service::LeadStatus::{DeadLettered, Delivered, Waiting};
    use crate::tests::{lead, site};
    use crate::visitor_text::lines;
    use crate::visitor_text::tests::hostile_text;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn no_separator_makes_a_cell_a_formula(texts in prop::collection::vec(hostile_text(), 4)) {
            let mut lead = lead("csv-2", &texts[0]);
            lead.name = Secret::new(&texts[1]);
            lead.page.clone_from(&texts[2]);
            lead.tracking.put("utm_source", &texts[3]);
            lead.answers = vec![Answer {
                key: "own".to_owned(),
                label: texts[0].clone(),
                value: Secret::new(&texts[1]),
                text: Secret::new(&texts[2]),
            }];
            let row = FullLead { state: DeadLettered, lead, history: Vec::new() };
            let questions = BTreeMap::from([("own".to_owned(), texts[0].clone())]);
            let row = line(Format::Csv, site(), &questions, "", &row).expect("a row");
            let exported = head(Format::Csv, site(), &questions).expect("a header") + &row;
            let text = exported.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            prop_assert_eq!(lines(&text).join("\n"), &*text);
            let starts_formula = |cell: &str| {
                let start = cell.trim_start_matches(|letter: char| letter == '"' || letter.is_whitespace());
                start.starts_with(['=', '+', '-', '@'])
            };
            for separator in [',', ';', '\t'] {
                // Programs that know quotation marks, and those that do not.
                let mut reader = csv::ReaderBuilder::new();
                reader.has_headers(false).flexible(true).delimiter(separator as u8);
                for row in reader.from_reader(text.as_bytes()).records() {
                    let row = row.expect("a row");
                    prop_assert!(!row.iter().any(starts_formula), "{:?}", row);
                }
                prop_assert!(!text.split([separator, '\n']).any(starts_formula), "{}", text);
            }
        }
    }

    #[test]
    fn only_clicks_with_consent_are_written() {
        let click = [
            ("gclid", "Cj0KCQ-1_a"),
            ("gbraid", "0AAAA"),
            ("utm_source", "google"),
        ];
        let mut text = head(Format::GoogleAds, site(), &BTreeMap::new()).expect("a header");
        for (key, tracking, measurement, state) in [
            ("google-1", &click[..], true, Delivered),
            ("google-2", &[("wbraid", "CmAK_w")], true, Waiting),
            ("google-3", &click, false, Delivered),
            ("google-4", &click, true, Delivered),
            (
                "google-5",
                &[("fbclid", "IwAR0"), ("utm_source", "google")],
                true,
                Delivered,
            ),
            (
                "google-6",
                &[("gclid", "=cmd()"), ("gbraid", "-1+1")],
                true,
                Delivered,
            ),
        ] {
            let mut lead = lead(key, "hola");
            lead.received_at = "2026-11-24T15:30:00Z".parse().expect("a time");
            lead.consents.measurement = measurement;
            // That of suspected spam, delivered after its quarantine; and one that an operator released.
            lead.spam.quarantined = matches!(key, "google-1" | "google-4");
            let released = HistoryEntry {
                object: "released".to_owned(),
                content: RecordContent {
                    at: lead.received_at,
                    note: String::new(),
                },
            };
            for (name, value) in tracking {
                assert!(lead.tracking.put(name, value), "{name}");
            }
            let history = if key == "google-1" {
                vec![released]
            } else {
                Vec::new()
            };
            let row = FullLead {
                state,
                lead,
                history,
            };
            text += &line(
                Format::GoogleAds,
                site(),
                &BTreeMap::new(),
                "Lead web",
                &row,
            )
            .expect("a row");
        }
        assert_eq!(text, include_str!("../../tests/google-ads.csv"));
        for personal in ["Ana", "9845550162", "example.com", "hola"] {
            assert!(!text.contains(personal), "{personal}");
        }
    }
}
