//! The inventory as comma-separated values that spreadsheets open correctly: UTF-8 with a byte order mark, CRLF
//! (RFC 4180), plain numbers, and no text that a spreadsheet would run as a formula.

use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;
use rayon::prelude::*;

use model::config::Taxed;
use model::lang::Lang;
use model::localized::Localized;
use model::price::Price;
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
    let head = rows(&[head(localized)?]);
    // The cells of all units together would take more memory than the file.
    let parts = localized
        .site
        .inventory
        .units
        .par_chunks(UNITS_AT_ONCE)
        .map(|units| {
            let cells: Vec<_> = units
                .iter()
                .map(|unit| row(localized, unit))
                .collect::<Result<_, _>>()?;
            Ok(rows(&cells))
        });
    let parts = parts.collect::<Result<Vec<_>, StringsError>>()?;
    Ok([BYTE_ORDER_MARK, &head, &parts.concat()].concat())
}

fn rows(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        // Writing to memory does not fail, and each row has the columns of the header.
        let _ = writer.write_record(row);
    }
    writer.into_inner().unwrap_or_default()
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
    match (Taxed::of(&rates), rates.as_slice()) {
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

fn row(localized: Localized<'_>, unit: &Unit) -> Result<Vec<String>, StringsError> {
    let site = localized.site;
    let price = site.config.price(unit);
    let amount = |part: fn(Price) -> Money| {
        let amount = price.map(|price| plain_number(part(price).centavos()));
        amount.unwrap_or_default()
    };
    let page = localized.page_url(&site.routes.unit(&unit.code));
    let mut cells = vec![
        harmless(unit.code.as_str()),
        harmless(&unit.unit),
        harmless(&localized.level(unit.level)?),
        harmless(localized.unit_use(unit.unit_use)),
        unit.bathrooms.to_string(),
        square_metres(unit.interior),
        square_metres(unit.terrace),
        square_metres(unit.area),
    ];
    if site.config.highest_vat_percent() > 0 {
        cells.extend([amount(|price| price.net), amount(|price| price.vat)]);
    }
    cells.extend([
        amount(|price| price.total),
        harmless(&unit.typology),
        harmless(&localized.status(unit.status)?),
        site.inventory.date.to_string(),
        page.unwrap_or_default(),
    ]);
    Ok(cells)
}

fn square_metres(area: Area) -> String {
    plain_number(area.hundredths().into())
}

/// Pesos or square metres as a plain number; decimals only where there are some.
fn plain_number(hundredths: i64) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => whole.to_string(),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// A text that no spreadsheet runs as a formula: an apostrophe before it marks it as text.
fn harmless(text: &str) -> String {
    match text.starts_with(FORMULA) {
        true => format!("'{text}"),
        false => text.to_owned(),
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
        assert_eq!(plain_number(425_000_050), "4250000.50");
        assert_eq!(plain_number(320_000_000), "3200000");
        assert_eq!(square_metres(Area(6250)), "62.50");
        assert_eq!(square_metres(Area(800)), "8");
    }
}
