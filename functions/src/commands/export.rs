//! `leads export`: CSV for the sales team's spreadsheet, JSON lines for programs and access requests.

use super::filter::LeadFilter;
use super::inspect;
use crate::Leads;
use crate::lead::{Lead, Tracking};
use crate::listing::LeadStatus;
use crate::outbox::HistoryEntry;
use crate::visitor_text::{csv_cell, escaped_json};
use anyhow::Context;
use clap::ValueEnum;
use csv::{Terminator, WriterBuilder};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// CSV with a header line, in UTF-8 with a byte order mark, which spreadsheets need.
    Csv,
    /// One JSON object per line.
    Json,
}

/// The first columns; the tracking parameters follow them.
const COLUMNS: [&str; 19] = [
    "reference",
    "state",
    "received_at",
    "form",
    "lang",
    "page",
    "unit",
    "name",
    "phone",
    "email",
    "space",
    "identity",
    "message",
    "marketing",
    "notice_version",
    "notice_hash",
    "spam_score",
    "spam_reasons",
    "captcha",
];

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes the leads that match `filter` to the file `out`, or to stdout.
pub(super) async fn export(
    leads: Leads,
    format: Format,
    filter: LeadFilter,
    out: Option<PathBuf>,
) -> anyhow::Result<()> {
    let writer: Box<dyn Write> = match out {
        Some(path) => {
            Box::new(private_file(&path).with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => Box::new(std::io::stdout().lock()),
    };
    let mut output = Output::new(format, writer)?;
    for reference in inspect::all_references(&leads).await? {
        if let Some((lead, status, history)) = inspect::read(&leads, &reference).await?
            && filter.matches(&lead)
        {
            output.write(&lead, status, &history)?;
        }
    }
    output.finish()
}

/// Opens a file that only its owner can read, because an export contains personal data.
fn private_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes leads in one of the formats.
enum Output<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Json(W),
}

impl<W: Write> Output<W> {
    /// Starts the output; for CSV, writes the byte order mark and the header line.
    fn new(format: Format, mut writer: W) -> anyhow::Result<Self> {
        if format == Format::Json {
            return Ok(Self::Json(writer));
        }
        writer.write_all(BYTE_ORDER_MARK.as_bytes())?;
        let mut csv = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .from_writer(writer);
        csv.write_record(COLUMNS.into_iter().chain(Tracking::NAMES))?;
        Ok(Self::Csv(Box::new(csv)))
    }

    fn write(&mut self, lead: &Lead, status: LeadStatus, history: &[HistoryEntry]) -> anyhow::Result<()> {
        match self {
            Self::Csv(csv) => write_row(csv, lead, status)?,
            Self::Json(writer) => {
                let line = json!({"state": status.as_str(), "lead": lead, "history": history});
                writeln!(writer, "{}", escaped_json(&line.to_string()))?;
            }
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Csv(mut csv) => csv.flush()?,
            Self::Json(mut writer) => writer.flush()?,
        }
        Ok(())
    }
}

fn write_row(csv: &mut csv::Writer<impl Write>, lead: &Lead, status: LeadStatus) -> csv::Result<()> {
    let captcha = serde_json::to_value(&lead.spam.captcha).unwrap_or_default();
    let own: [&str; COLUMNS.len()] = [
        lead.reference.as_str(),
        status.as_str(),
        &lead.received_at.to_string(),
        lead.form.as_str(),
        lead.lang.code(),
        &lead.page,
        lead.unit.as_deref().unwrap_or_default(),
        lead.name.reveal(),
        lead.phone.reveal(),
        lead.email.reveal(),
        lead.space.as_deref().unwrap_or_default(),
        lead.identity.as_deref().unwrap_or_default(),
        lead.message.reveal(),
        if lead.consents.marketing { "yes" } else { "no" },
        &lead.consents.notice_version,
        &lead.consents.notice_hash,
        &lead.spam.score.to_string(),
        &lead.spam.reasons.join(" "),
        captcha["state"].as_str().unwrap_or_default(),
    ];
    let cells = own.into_iter().chain(lead.tracking.values());
    csv.write_record(cells.map(csv_cell))
}

#[cfg(test)]
mod tests {
    use super::{Format, LeadStatus, Output};
    use crate::lead::Personal;
    use crate::test_support::lead;
    use crate::visitor_text::lines;
    use crate::visitor_text::tests::hostile_text;
    use proptest::prelude::*;

    #[test]
    fn a_csv_reader_gets_every_cell_back() {
        let mut lead = lead("csv-1", "hola");
        lead.name = Personal::new("Ana \"la\" López");
        lead.message = Personal::new("\n=HYPERLINK(\"http://evil.test\")\r\nUna, dos");
        lead.tracking.utm_source = "=1".to_owned();
        let mut bytes = Vec::new();
        let mut output = Output::new(Format::Csv, &mut bytes).expect("a header");
        output.write(&lead, LeadStatus::DeadLettered, &[]).expect("a row");
        output.finish().expect("flushed");

        let text = String::from_utf8(bytes).expect("UTF-8");
        let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let header = reader.headers().expect("a header").clone();
        let row = reader.records().next().expect("a row").expect("a valid row");
        let cell = |name: &str| &row[header.iter().position(|column| column == name).expect(name)];
        assert_eq!(cell("state"), "parked");
        assert_eq!(cell("name"), "Ana \"la\" López");
        assert_eq!(cell("message"), "\n'=HYPERLINK(\"http://evil.test\")\nUna, dos");
        assert_eq!(cell("utm_source"), "'=1");
        assert_eq!(cell("adset"), "");
    }

    proptest! {
        #[test]
        fn no_separator_makes_a_cell_a_formula(texts in prop::collection::vec(hostile_text(), 4)) {
            let mut lead = lead("csv-2", &texts[0]);
            lead.name = Personal::new(&texts[1]);
            lead.page.clone_from(&texts[2]);
            lead.tracking.utm_source.clone_from(&texts[3]);
            let mut bytes = Vec::new();
            let mut output = Output::new(Format::Csv, &mut bytes).expect("a header");
            output.write(&lead, LeadStatus::Waiting, &[]).expect("a row");
            output.finish().expect("flushed");
            let text = String::from_utf8(bytes).expect("UTF-8");
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
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
