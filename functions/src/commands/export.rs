//! `leads export`: CSV for the sales team's spreadsheet, JSON lines for programs and access requests, conversions for Google Ads.

use super::LeadFilter;
use super::conversions::Conversions;
use super::inspect::{FullLead, all_references};
use crate::Leads;
use crate::lead::Tracking;
use crate::visitor_text::{csv_cell, escaped_json};
use anyhow::Context;
use clap::ValueEnum;
use csv::{Terminator, WriterBuilder};
use std::io::Write;
use std::path::PathBuf;

/// The format of an export.
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

/// The first columns. The site's fields with options follow them.
const FIRST_COLUMNS: [&str; 10] =
    ["reference", "state", "received_at", "form", "lang", "page", "unit", "name", "phone", "email"];

/// The next columns. The tracking parameters follow them.
const NEXT_COLUMNS: [&str; 8] = [
    "message",
    "marketing",
    "measurement",
    "notice_version",
    "notice_hash",
    "spam_score",
    "spam_reasons",
    "captcha",
];

/// The mode of an export, which contains personal data: only its owner can read it.
const PRIVATE: u32 = 0o600;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes the leads that match `filter` to the file `out`, or to stdout.
pub(super) async fn export(
    leads: &Leads,
    format: Format,
    conversion: &str,
    filter: LeadFilter,
    out: Option<PathBuf>,
) -> anyhow::Result<()> {
    let writer: Box<dyn Write> = match out {
        Some(path) => {
            let file = system::create_file(&path, PRIVATE);
            Box::new(file.with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => Box::new(std::io::stdout().lock()),
    };
    let site = leads.state.site.get().await?;
    let choices = site.choices();
    let mut output = match format {
        Format::GoogleAds => Output::GoogleAds(Box::new(Conversions::new(&site, conversion, writer)?)),
        _ => Output::new(format, &choices, writer)?,
    };
    for reference in all_references(leads).await? {
        if let Some(lead) = FullLead::load(leads, &reference).await?
            && filter.matches(&lead.lead)
        {
            output.write(&lead)?;
        }
    }
    output.finish()
}

/// Writes leads in one of the formats.
enum Output<'a, W: Write> {
    /// With the names of the fields with options.
    Csv(Box<csv::Writer<W>>, &'a [&'a str]),
    Json(W),
    GoogleAds(Box<Conversions<'a, W>>),
}

impl<'a, W: Write> Output<'a, W> {
    /// Starts the output; for CSV, writes the byte order mark and the header line.
    fn new(format: Format, choices: &'a [&'a str], mut writer: W) -> anyhow::Result<Self> {
        if format == Format::Json {
            return Ok(Self::Json(writer));
        }
        writer.write_all(BYTE_ORDER_MARK.as_bytes())?;
        let mut csv = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(writer);
        let columns = FIRST_COLUMNS.into_iter().chain(choices.iter().copied());
        csv.write_record(columns.chain(NEXT_COLUMNS).chain(Tracking::NAMES))?;
        Ok(Self::Csv(Box::new(csv), choices))
    }

    fn write(&mut self, lead: &FullLead) -> anyhow::Result<()> {
        match self {
            Self::Csv(csv, choices) => write_row(csv, choices, lead)?,
            Self::GoogleAds(conversions) => conversions.write(lead)?,
            Self::Json(writer) => writeln!(writer, "{}", escaped_json(&serde_json::to_string(lead)?))?,
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Csv(mut csv, _) => csv.flush()?,
            Self::GoogleAds(conversions) => conversions.finish()?,
            Self::Json(mut writer) => writer.flush()?,
        }
        Ok(())
    }
}

fn yes_or_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn write_row(csv: &mut csv::Writer<impl Write>, choices: &[&str], full: &FullLead) -> csv::Result<()> {
    let lead = &full.lead;
    let captcha = serde_json::to_value(&lead.spam.captcha).unwrap_or_default();
    let first: [&str; FIRST_COLUMNS.len()] = [
        lead.reference.as_str(),
        full.state.as_str(),
        &lead.received_at.to_string(),
        lead.form.as_str(),
        &lead.lang,
        &lead.page,
        &lead.unit_codes().join(" "),
        lead.name.reveal(),
        lead.phone.reveal(),
        lead.email.reveal(),
    ];
    let chosen = choices.iter().map(|name| lead.choices.get(*name).map_or("", String::as_str));
    let next: [&str; NEXT_COLUMNS.len()] = [
        lead.message.reveal(),
        yes_or_no(lead.consents.marketing),
        yes_or_no(lead.consents.measurement),
        &lead.consents.notice_version,
        &lead.consents.notice_hash,
        &lead.spam.score.to_string(),
        &lead.spam.reasons.join(" "),
        captcha["state"].as_str().unwrap_or_default(),
    ];
    let tracking = lead.tracking.pairs().map(|(_, value)| value);
    let cells = first.into_iter().chain(chosen).chain(next).chain(tracking);
    csv.write_record(cells.map(csv_cell))
}

#[cfg(test)]
mod tests {
    use super::{Format, FullLead, Output};
    use crate::Secret;
    use crate::lead::Lead;
    use crate::listing::LeadStatus;
    use crate::test_support::lead;
    use crate::visitor_text::lines;
    use crate::visitor_text::tests::hostile_text;
    use proptest::prelude::*;

    fn exported(lead: Lead, choices: &[&str]) -> String {
        let mut bytes = Vec::new();
        let mut output = Output::new(Format::Csv, choices, &mut bytes).expect("a header");
        let (state, history) = (LeadStatus::DeadLettered, Vec::new());
        output.write(&FullLead { state, lead, history }).expect("a row");
        output.finish().expect("flushed");
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.trim_start_matches('\u{feff}').to_owned()
    }

    #[test]
    fn a_csv_reader_gets_every_cell_back() {
        let mut lead = lead("csv-1", "hola");
        lead.name = Secret::new("Ana \"la\" López");
        lead.message = Secret::new("\n=HYPERLINK(\"http://evil.test\")\r\nUna, dos");
        lead.tracking.put("utm_source", "=1");
        let text = exported(lead, &["space"]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let row = reader.records().next().expect("a row").expect("a valid row");
        for (name, value) in [
            ("state", "dead_lettered"),
            ("space", "local"),
            ("name", "Ana \"la\" López"),
            ("message", "\n'=HYPERLINK(\"http://evil.test\")\nUna, dos"),
            ("utm_source", "'=1"),
            ("adset", ""),
        ] {
            let index = header.iter().position(|column| column == name).expect(name);
            assert_eq!(&row[index], value, "{name}");
        }
    }

    proptest! {
        #[test]
        fn no_separator_makes_a_cell_a_formula(texts in prop::collection::vec(hostile_text(), 4)) {
            let mut lead = lead("csv-2", &texts[0]);
            lead.name = Secret::new(&texts[1]);
            lead.page.clone_from(&texts[2]);
            lead.tracking.put("utm_source", &texts[3]);
            let text = exported(lead, &[]).replace("\r\n", "\n");
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
}
