//! What was counted, from the page that was opened to the lead that was delivered: for the team, in its language.

use super::event::{Device, Event, is_campaign};
use super::{Cell, Numbers, OTHERS, read_days};
use crate::lead::Lead;
use crate::outbox::{Outbox, StoreResult};
use crate::site::{LoadedSite, TeamMail};
use crate::visitor_text::{csv_cell, csv_record};
use jiff::Timestamp;
use jiff::ToSpan;
use jiff::civil::Date;
use lead_site::Language;
use minijinja::value::Serde;
use minijinja::{Error, Value, context};
use std::collections::BTreeMap;

/// Numbers of a campaign and a unit below this are not shown: they could be one person's.
const FEWEST: u64 = 5;
/// Most rows of a table, those with the most openings; the others are added up.
const MOST_ROWS: usize = 30;
/// The share of visits, in percent, whose measurement is at most the one that is shown.
const SHARE: u64 = 75;

/// The steps of the chain, as columns of CSV and as strings `report.*`.
const COLUMNS: [&str; 5] = ["opened", "units", "begun", "sent", "delivered"];

type Chain = [u64; COLUMNS.len()];

pub(crate) struct CountsReport {
    since: Date,
    until: Date,
    numbers: Numbers,
    /// By campaign, unit and language; empty texts where there is none.
    chains: BTreeMap<[String; 3], Chain>,
}

impl CountsReport {
    /// Reads the events and the delivered leads from `since` to `until`, days of the development. Only those leads are in memory.
    pub(crate) async fn load(
        outbox: &Outbox,
        site: &LoadedSite,
        since: Date,
        until: Date,
    ) -> StoreResult<Self> {
        let numbers = read_days(outbox, since, until).await?;
        let mut leads = Vec::new();
        // What was delivered before the days, by a clock that may be a day ahead, was received before them, too.
        let delivered_since = since.saturating_sub(1.day());
        for (reference, archived_ms) in outbox.list_leads("delivered").await? {
            let archived = Timestamp::from_millisecond(archived_ms).unwrap_or(Timestamp::MAX);
            if site.local(archived).date() < delivered_since {
                continue;
            }
            let delivered = outbox.read_delivered(&reference).await?;
            let received = delivered.map(|delivered| delivered.lead);
            leads.extend(
                received
                    .filter(|lead| (since..=until).contains(&site.local(lead.received_at).date())),
            );
        }
        Ok(Self::new(since, until, numbers, &leads))
    }

    pub(crate) fn new(since: Date, until: Date, numbers: Numbers, delivered: &[Lead]) -> Self {
        let mut chains: BTreeMap<[String; 3], Chain> = BTreeMap::new();
        for (cell, number) in numbers.iter() {
            let step = match cell.event {
                Event::Opened => 0,
                Event::Unit => 1,
                Event::Begun => 2,
                Event::Sent => 3,
                _ => continue,
            };
            let Cell {
                mut campaign,
                detail,
                lang,
                ..
            } = cell.clone();
            // One that an earlier version counted.
            if !is_campaign(&campaign) {
                OTHERS.clone_into(&mut campaign);
            }
            chains.entry([campaign, detail, lang]).or_default()[step] += number;
        }
        for lead in delivered {
            let unit = lead.unit_codes().first().cloned().unwrap_or_default();
            // The same rule as for events, so that both have the same names.
            let campaign =
                Some(lead.tracking.get("utm_campaign").trim()).filter(|text| is_campaign(text));
            let names = [
                campaign.unwrap_or_default().to_owned(),
                unit,
                lead.lang.clone(),
            ];
            chains.entry(names).or_default()[4] += 1;
        }
        Self {
            since,
            until,
            numbers,
            chains,
        }
    }

    /// A report with a row in each part, to try the templates with.
    pub(crate) fn sample(site: &LoadedSite) -> Self {
        let mut numbers = Numbers::of_part();
        for event in [Event::Opened, Event::Lcp, Event::Violation] {
            let cell = Cell {
                event,
                device: Some(Device::Phone),
                ..Cell::default()
            };
            numbers.add(cell, 1);
        }
        Self::new(site.date, site.date, numbers, &[])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.chains.is_empty()
    }

    /// CSV with a header line: campaign, unit, language, and the steps of the chain.
    pub(crate) fn to_csv(&self, site: &LoadedSite) -> anyhow::Result<String> {
        let mut csv = csv_record(["campaign", "unit", "language"].into_iter().chain(COLUMNS))?;
        for (names, chain) in &self.chains {
            let names = names
                .iter()
                .map(|name| csv_cell(named(name, "", site.team())));
            csv += &csv_record(names.chain(chain.iter().map(|number| few(*number, site.team()))))?;
        }
        Ok(csv)
    }

    /// The chains with the same name, those with the most openings first; the rest under `report.others`.
    fn table(
        &self,
        team: &Language,
        name: impl Fn(&[String; 3]) -> String,
    ) -> Vec<(String, Chain)> {
        let mut rows: BTreeMap<String, Chain> = BTreeMap::new();
        for (names, chain) in &self.chains {
            add(rows.entry(name(names)).or_default(), chain);
        }
        let label = team.string("report.others");
        let mut others = rows.remove(label).unwrap_or_default();
        let mut rows: Vec<(String, Chain)> = rows.into_iter().collect();
        rows.retain(|(_, chain)| *chain != Chain::default());
        rows.sort_by_key(|(_, chain)| std::cmp::Reverse(*chain));
        let rest = rows.split_off(rows.len().min(MOST_ROWS));
        rest.iter().for_each(|(_, chain)| add(&mut others, chain));
        if others != Chain::default() {
            rows.push((label.to_owned(), others));
        }
        rows
    }

    /// The tables: by campaign, unit and language, and by campaign and unit with few numbers hidden.
    fn tables(&self, site: &LoadedSite) -> Vec<Value> {
        let team = site.team();
        let no_campaign = team.string("report.no_campaign");
        let no_unit = team.string("report.no_unit");
        let campaign = |names: &[String; 3]| named(&names[0], no_campaign, team).to_owned();
        let unit = |names: &[String; 3]| named(&names[1], no_unit, team).to_owned();
        let language = |names: &[String; 3]| site.language(&names[2]).name.clone();
        let both = |names: &[String; 3]| match names {
            [campaign, unit, _] if campaign == OTHERS && unit == OTHERS => {
                team.string("report.others").to_owned()
            }
            _ => format!("{} · {}", campaign(names), unit(names)),
        };
        let both_label = format!(
            "{} · {}",
            team.string("report.campaign"),
            team.string("unit.label")
        );
        [
            (
                team.string("report.campaign"),
                self.table(team, campaign),
                false,
            ),
            (team.string("unit.label"), self.table(team, unit), false),
            (
                team.string("language.label"),
                self.table(team, language),
                false,
            ),
            (both_label.as_str(), self.table(team, both), true),
        ]
        .into_iter()
        .map(|(label, rows, is_fine)| {
            let cell = |number| {
                if is_fine {
                    few(number, team)
                } else {
                    number.to_string()
                }
            };
            let rows = rows.into_iter().map(|(name, chain)| {
                context! { name, opened => chain[0], cells => chain.map(cell).to_vec() }
            });
            context! { label, is_fine, rows => rows.collect::<Vec<_>>() }
        })
        .collect()
    }

    fn of_event(&self, event: Event) -> impl Iterator<Item = (&Cell, u64)> {
        self.numbers
            .iter()
            .filter(move |(cell, _)| cell.event == event)
    }

    /// The measurements of each page class and device: the bar in which [`SHARE`] percent of the values are, and their number.
    fn measurements(&self) -> Vec<Value> {
        let mut histograms: BTreeMap<(Event, &str, Option<Device>), BTreeMap<&str, u64>> =
            BTreeMap::new();
        for (cell, number) in self
            .numbers
            .iter()
            .filter(|(cell, _)| !cell.event.bounds().is_empty())
        {
            let histogram = histograms
                .entry((cell.event, &cell.page, cell.device))
                .or_default();
            *histogram.entry(&cell.detail).or_default() += number;
        }
        let lines = histograms
            .into_iter()
            .map(|((event, page, device), histogram)| {
                let all: u64 = histogram.values().sum();
                let mut so_far = 0;
                let bound = event.bounds().iter().find(|bound| {
                    so_far += histogram
                        .get(bound.to_string().as_str())
                        .copied()
                        .unwrap_or(0);
                    so_far * 100 >= all * SHARE
                });
                let value = |bound: &u32| match event {
                    Event::Cls => format!("{:.3}", f64::from(*bound) / 1000.0),
                    _ => format!("{bound} ms"),
                };
                let above =
                    || format!("> {}", event.bounds().last().map(value).unwrap_or_default());
                let value = bound.map_or_else(above, |bound| format!("≤ {}", value(bound)));
                context! { name => Serde(event), page, device => Serde(device), value, all }
            });
        lines.collect()
    }

    /// The mail about it in the team's language, as text (also what `leads counts` prints) and as HTML.
    pub(crate) fn render(&self, site: &std::sync::Arc<LoadedSite>) -> Result<TeamMail, Error> {
        let team = site.team();
        let mut total = Chain::default();
        self.chains
            .values()
            .for_each(|chain| add(&mut total, chain));
        let steps = COLUMNS
            .into_iter()
            .zip(total)
            .map(|(name, number)| context! { name, number });
        let used = [Event::Filter, Event::Call, Event::Whatsapp, Event::Pdf].map(|event| {
            let number: u64 = self.of_event(event).map(|(_, number)| number).sum();
            context! { name => Serde(event), number }
        });
        let violations = self
            .of_event(Event::Violation)
            .map(|(cell, number)| context! { name => cell.detail.as_str(), number });
        let [from, to] = [self.since, self.until].map(|day| team.day(day));
        let title = if from == to {
            "report.title_day"
        } else {
            "report.title"
        };
        let subject = team.filled(
            title,
            &[
                ("from", &from),
                ("to", &to),
                ("site", team.string("site.name")),
            ],
        );
        let context = context! {
            lang => team.locale.as_str(),
            t => site.texts(&team.code),
            title => subject.as_str(),
            steps => steps.collect::<Vec<_>>(),
            columns => COLUMNS.map(|step| team.string(&format!("report.{step}")).to_owned()).to_vec(),
            used => used.to_vec(),
            tables => self.tables(site),
            measurements => self.measurements(),
            violations => violations.collect::<Vec<_>>(),
        };
        site.mail("counts", subject, context)
    }
}

fn add(sum: &mut Chain, chain: &Chain) {
    sum.iter_mut()
        .zip(chain)
        .for_each(|(sum, number)| *sum += number);
}

/// The name of a campaign or a unit in a report; `none` where there is none.
fn named<'a>(name: &'a str, none: &'a str, team: &'a Language) -> &'a str {
    match name {
        "" => none,
        OTHERS => team.string("report.others"),
        name => name,
    }
}

/// A number of a campaign and a unit, or that there are few.
fn few(number: u64, team: &Language) -> String {
    match number {
        1..FEWEST => team.string("report.few").to_owned(),
        _ => number.to_string(),
    }
}
