//! `leads export`: CSV for the sales team's spreadsheet, JSON lines for machines and ARCO requests.

use super::audit::{self, State};
use crate::Leads;
use crate::lead::{Lead, Tracking};
use anyhow::Context;
use clap::ValueEnum;
use jiff::Timestamp;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// With a header line; UTF-8 with its mark, as spreadsheets want it.
    Csv,
    /// One object per line.
    Json,
}

/// Which leads are wanted.
pub(super) struct Wanted {
    /// Of this mail address.
    pub email: Option<String>,
    /// Received at or after.
    pub since: Option<Timestamp>,
    /// Received before.
    pub until: Option<Timestamp>,
}

impl Wanted {
    /// Whether a lead is wanted.
    pub(super) fn matches(&self, lead: &Lead) -> bool {
        self.email
            .as_ref()
            .is_none_or(|email| lead.email.reveal().eq_ignore_ascii_case(email.trim()))
            && self.since.is_none_or(|since| lead.received_at >= since)
            && self.until.is_none_or(|until| lead.received_at < until)
    }
}

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

/// Writes the wanted leads.
pub(super) async fn export(
    leads: Leads,
    format: Format,
    wanted: Wanted,
    out: Option<PathBuf>,
) -> anyhow::Result<()> {
    let mut writer: Box<dyn Write> = match out {
        Some(path) => {
            Box::new(private_file(&path).with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => Box::new(std::io::stdout().lock()),
    };
    if format == Format::Csv {
        let header: Vec<&str> = COLUMNS.into_iter().chain(Tracking::NAMES).collect();
        write!(writer, "\u{feff}{}\r\n", header.join(","))?;
    }
    for reference in audit::all_references(&leads).await? {
        let Some((lead, state, history)) = audit::read(&leads, &reference).await? else {
            continue;
        };
        if !wanted.matches(&lead) {
            continue;
        }
        match format {
            Format::Csv => write!(writer, "{}\r\n", row(&lead, state))?,
            Format::Json => writeln!(
                writer,
                "{}",
                json!({"state": state.shown(), "lead": lead, "history": history})
            )?,
        }
    }
    writer.flush()?;
    Ok(())
}

/// A file that only its owner reads: it is full of persons.
fn private_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn row(lead: &Lead, state: State) -> String {
    let captcha = serde_json::to_value(&lead.spam.captcha).unwrap_or_default();
    let own = [
        lead.reference.as_str(),
        state.shown(),
        &lead.received_at.to_string(),
        lead.form.word(),
        lead.lang.word(),
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
    ]
    .map(cell);
    let tracking = lead.tracking.values().map(cell);
    own.into_iter().chain(tracking).collect::<Vec<_>>().join(",")
}

/// A quoted cell. A value that a spreadsheet would run as a formula gets an apostrophe before it.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!(
        "\"{}{}\"",
        if formula { "'" } else { "" },
        text.replace('"', "\"\"")
    )
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(cell("Ana \"la\" López"), "\"Ana \"\"la\"\" López\"");
        assert_eq!(
            cell("=HYPERLINK(\"http://x\")"),
            "\"'=HYPERLINK(\"\"http://x\"\")\""
        );
        assert_eq!(cell("+52 984"), "\"'+52 984\"");
        assert_eq!(cell("a\r\nb,c"), "\"a\r\nb,c\"");
    }
}
