//! `leads counts`: what was counted, and the import of events from the log of a CDN.

use crate::Leads;
use crate::config::Origins;
use crate::counts::{self, Cell, CountsReport, Numbers};
use crate::lead::hex;
use crate::site::LoadedSite;
use anyhow::{Context, bail};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use url::Url;

/// How many days are printed without `--since`: that one and the thirty before.
const DAYS: i64 = 30;

/// Prints the report from a day to today, as a text in the team's language or as CSV.
pub(super) async fn print(leads: &Leads, since: Option<Date>, as_csv: bool) -> anyhow::Result<()> {
    let site = leads.site.get().await?;
    let today = site.local(leads.config.clock.now()).date();
    let since = since.unwrap_or_else(|| today.saturating_sub(DAYS.days()));
    if since > today {
        bail!("--since {since} is after today, {today} at the development: use an earlier day");
    }
    let report = CountsReport::load(&leads.outbox, &site, since, today).await?;
    if as_csv {
        Ok(std::io::stdout().write_all(report.to_csv(&site)?.as_bytes())?)
    } else {
        super::print(report.render(&site)?.text)
    }
}

/// Counts the events in standard logs of CloudFront (`#Fields`, and columns separated by tabs), each log once.
pub(super) async fn import(leads: &Leads, files: &[PathBuf]) -> anyhow::Result<()> {
    let site = leads.site.get().await?;
    if site.counts.is_empty() {
        bail!("the site does not count: set `counts: true` in site.yaml and build it again");
    }
    for file in files {
        let place = file.display();
        let log = read(file).with_context(|| format!("cannot read {place}"))?;
        let (mut events, mut is_new) = (0, true);
        let id = &hex(&Sha256::digest(log.as_bytes()))[..24];
        let hours = events_of(&log, &leads.config.origins, &site);
        for (hour, numbers) in hours.with_context(|| place.to_string())? {
            events += numbers.total();
            is_new &= counts::write(&leads.outbox, hour, id, &numbers).await?;
        }
        let note = if is_new { "" } else { ", imported before" };
        super::print(format_args!("{place}: events: {events}{note}"))?;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    match file.to_str() {
        Some("-") => std::io::stdin().read_to_end(&mut bytes)?,
        _ => std::fs::File::open(file)?.read_to_end(&mut bytes)?,
    };
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bail!("it is compressed: use `zcat FILE | leads counts import -`");
    }
    String::from_utf8(bytes).context("it is not a text in UTF-8")
}

/// The events in a log, by the hour in the development's time.
fn events_of(
    log: &str,
    origins: &Origins,
    site: &LoadedSite,
) -> anyhow::Result<BTreeMap<DateTime, Numbers>> {
    let field_line = log
        .lines()
        .find_map(|line| line.strip_prefix("#Fields:"))
        .context("it has no line `#Fields:`: use a standard log of CloudFront")?;
    let fields: Vec<&str> = field_line.split_whitespace().collect();
    let mut hours: BTreeMap<DateTime, Numbers> = BTreeMap::new();
    for line in log.lines().filter(|line| !line.starts_with('#')) {
        let values: HashMap<&str, &str> = fields.iter().copied().zip(line.split('\t')).collect();
        let value = |name: &str| values.get(name).copied().unwrap_or_default();
        let is_event = value("cs-method") == "POST" && value("cs-uri-stem") == "/api/count";
        if !is_event || value("sc-status") != "204" || !is_from_site(value("cs(Referer)"), origins)
        {
            continue;
        }
        // CloudFront writes `%` as `%25`.
        let query = percent_decode_str(value("cs-uri-query")).decode_utf8_lossy();
        let time = format!("{}T{}Z", value("date"), value("time")).parse();
        if let (Ok(time), Some(cell)) = (time, Cell::parse(&query, site)) {
            let time = site.local(time);
            let hour = time.date().at(time.hour(), 0, 0, 0);
            let numbers = hours.entry(hour).or_insert_with(Numbers::of_part);
            numbers.add(cell, 1);
        }
    }
    Ok(hours)
}

fn is_from_site(referer: &str, origins: &Origins) -> bool {
    let referer = Url::parse(&percent_decode_str(referer).decode_utf8_lossy());
    let origin = referer.map(|url| url.origin().ascii_serialization());
    origin.is_ok_and(|origin| matches!(origins, Origins::Exact(list) if list.contains(&origin)))
}
