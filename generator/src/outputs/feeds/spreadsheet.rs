//! The inventory as comma-separated values that spreadsheets open correctly: UTF-8 with a byte order mark, CRLF
//! (RFC 4180), plain numbers, and no text that a spreadsheet would run as a formula.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};

use platform::area::Area;
use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use rayon::prelude::*;

use model::config::Taxed;
use model::lang::Lang;
use model::localized::Localized;
use model::price::Price;
use model::site::template;
use model::strings::StringsError;

/// The byte order mark, by which spreadsheets recognize UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// First characters that make a spreadsheet run a cell (OWASP, "CSV injection").
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// The address of the file of a language.
pub fn path(lang: Lang) -> String {
    match lang.is_first() {
        true => "data/inventory.csv".to_owned(),
        false => format!("data/inventory.{lang}.csv"),
    }
}

/// How many units a thread writes at once.
const UNITS_AT_ONCE: usize = 64;

/// The file of a language.
pub(super) fn file(localized: Localized<'_>) -> Result<Vec<u8>, StringsError> {
    let head = {
        let mut rows = Rows::new();
        head(localized)?.iter().for_each(|cell| rows.cell(cell));
        rows.end_row();
        rows.finish()
    };
    let shared = Shared::new(localized)?;
    let units = localized.site.inventory.units.par_chunks(UNITS_AT_ONCE);
    let parts = units.map(|units| {
        let mut rows = Rows::new();
        let mut named: Option<(Level, String)> = None;
        for unit in units {
            // Units are in the order of their levels.
            if named.as_ref().is_none_or(|(level, _)| *level != unit.level) {
                named = Some((unit.level, localized.level(unit.level)?));
            }
            let level = named.as_ref().map_or("", |(_, name)| name);
            row(&shared, unit, level, &mut rows);
        }
        Ok(rows.finish())
    });
    let parts = parts.collect::<Result<Vec<_>, StringsError>>()?;
    let parts = parts.iter().map(Vec::as_slice);
    let parts: Vec<&[u8]> = [BYTE_ORDER_MARK, &head].into_iter().chain(parts).collect();
    Ok(parts.concat())
}

/// Rows that are written cell by cell.
struct Rows {
    writer: csv::Writer<Vec<u8>>,
    /// The memory of the cell that is written.
    cell: String,
}

impl Rows {
    fn new() -> Rows {
        let writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        let cell = String::new();
        Rows { writer, cell }
    }

    fn cell(&mut self, text: &str) {
        // Writing to memory does not fail.
        let _ = self.writer.write_field(text);
    }

    fn value(&mut self, value: impl Display) {
        self.cell.clear();
        let _ = write!(self.cell, "{value}");
        let _ = self.writer.write_field(&self.cell);
    }

    /// A text that no spreadsheet runs as a formula.
    fn harmless(&mut self, text: &str) {
        match harmless(text) {
            Cow::Borrowed(text) => self.cell(text),
            Cow::Owned(text) => self.cell(&text),
        }
    }

    fn end_row(&mut self) {
        // Each row has the cells of the header.
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    fn finish(self) -> Vec<u8> {
        self.writer.into_inner().unwrap_or_default()
    }
}

fn head(localized: Localized<'_>) -> Result<Vec<String>, StringsError> {
    let Localized { site, .. } = localized;
    let label = |key: &str| localized.text(key);
    let with = |key: &str, unit: &str| Ok(format!("{} ({unit})", label(key)?));
    let mut cells = vec![
        label("unit.code")?,
        label("unit.label")?,
        label("unit.level")?,
        label("unit.use")?,
        label("unit.bathrooms")?,
        with("unit.interior", "m²")?,
        with("unit.terrace", "m²")?,
        with("unit.area_total", "m²")?,
    ];
    let rates = site.config.vat_rates();
    let total = localized.taxed("price.total", site.config.highest_vat_percent(), &[])?;
    match (Taxed::from_rates(&rates), rates.as_slice()) {
        (Taxed::None, _) => {}
        (Taxed::All, [rate]) => {
            let vat = localized.filled("price.vat_rate", &[("rate", &rate.to_string())])?;
            cells.extend([with("price.net", "MXN")?, format!("{vat}, MXN")]);
        }
        _ => cells.extend([with("price.net", "MXN")?, with("price.vat", "MXN")?]),
    }
    cells.extend([
        format!("{total} (MXN)"),
        label("unit.typology")?,
        label("unit.status")?,
        label("feeds.date")?,
        label("feeds.page")?,
    ]);
    Ok(cells)
}

/// What all rows share.
struct Shared<'a> {
    localized: Localized<'a>,
    statuses: Vec<(Status, String)>,
    has_tax: bool,
    date: String,
    /// The address of the inventory's page, which those of the units are below.
    list: Option<String>,
}

impl<'a> Shared<'a> {
    fn new(localized: Localized<'a>) -> Result<Shared<'a>, StringsError> {
        let site = localized.site;
        let statuses = Status::ALL.map(|status| Ok((status, localized.status(status)?)));
        Ok(Shared {
            localized,
            statuses: statuses.into_iter().collect::<Result<_, StringsError>>()?,
            has_tax: site.config.highest_vat_percent() > 0,
            date: site.inventory.date.to_string(),
            list: site
                .routes
                .with_template(template::INVENTORY)
                .and_then(|list| localized.page_url(list)),
        })
    }

    fn status(&self, status: Status) -> &str {
        let found = self.statuses.iter().find(|(known, _)| *known == status);
        found.map_or("", |(_, label)| label)
    }
}

fn row(shared: &Shared<'_>, unit: &Unit, level: &str, rows: &mut Rows) {
    let localized = shared.localized;
    let site = localized.site;
    let price = site.config.price(unit);
    let amount = |rows: &mut Rows, part: fn(Price) -> Money| match price {
        Some(price) => rows.value(PlainNumber(part(price).centavos())),
        None => rows.cell(""),
    };
    rows.harmless(unit.code.as_str());
    rows.harmless(&unit.unit);
    rows.harmless(level);
    rows.harmless(localized.unit_use(&unit.unit_use));
    rows.value(unit.bathrooms);
    for area in [unit.interior, unit.terrace, unit.area] {
        rows.value(square_metres(area));
    }
    if shared.has_tax {
        amount(rows, |price| price.net);
        amount(rows, |price| price.vat);
    }
    amount(rows, |price| price.total);
    rows.harmless(&unit.typology);
    rows.harmless(shared.status(unit.status));
    rows.cell(&shared.date);
    match &shared.list {
        Some(list) => rows.value(format_args!("{list}/{}", unit.code)),
        None => rows.cell(""),
    }
    rows.end_row();
}

fn square_metres(area: Area) -> PlainNumber {
    PlainNumber(area.hundredths().into())
}

/// Hundredths of pesos or square metres as a plain number; decimals only where there are some.
struct PlainNumber(i64);

impl Display for PlainNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(formatter, "{whole}"),
            rest => write!(formatter, "{whole}.{rest:02}"),
        }
    }
}

/// A text that no spreadsheet runs as a formula: an apostrophe before it marks it as text.
fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(FORMULA) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"] {
            assert_eq!(harmless(text), format!("'{text}"));
        }
        assert_eq!(harmless("O-301"), "O-301");
    }

    #[test]
    fn numbers_are_plain() {
        let text = |value: PlainNumber| value.to_string();
        assert_eq!(text(PlainNumber(425_000_050)), "4250000.50");
        assert_eq!(text(PlainNumber(320_000_000)), "3200000");
        assert_eq!(text(square_metres(Area(6250))), "62.50");
        assert_eq!(text(square_metres(Area(800))), "8");
    }
}
