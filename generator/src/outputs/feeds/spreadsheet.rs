//! The inventory as CSV that spreadsheets open correctly: UTF-8 with a byte order mark, CRLF (RFC 4180), no formulas.

use std::collections::BTreeMap;

use lead_site::foreign_text::csv_cell;
use platform::area::Area;
use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use platform::unit_field::{FieldKind, FieldValue};

use model::lang::Lang;
use model::localized::Localized;
use model::price::{Price, Vat};
use model::site::template;
use model::strings::StringsError;

/// The address of the file of a language.
pub fn path(lang: Lang) -> String {
    if lang.is_first() {
        "data/inventory.csv".to_owned()
    } else {
        format!("data/inventory.{lang}.csv")
    }
}

/// A column: its label, and the cell of a unit.
type Column<'a> = (String, Box<dyn Fn(&Unit) -> String + 'a>);

pub(super) fn file(localized: Localized<'_>) -> Result<Vec<u8>, StringsError> {
    let columns = columns(localized)?;
    let mut rows = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    // Writing to memory does not fail, and each row has the cells of the header.
    let _ = rows.write_record(columns.iter().map(|(label, _)| label));
    for unit in &localized.site.inventory.units {
        let _ = rows.write_record(columns.iter().map(|(_, cell)| cell(unit)));
    }
    Ok(rows.into_inner().unwrap_or_default())
}

fn columns(localized: Localized<'_>) -> Result<Vec<Column<'_>>, StringsError> {
    let Localized { site, .. } = localized;
    let config = &site.config;
    let currency = config.currency();
    let code = currency.code();
    let label = |key: &str| localized.text(key);
    let with = |key: &str, unit: &str| Ok::<_, StringsError>(format!("{} ({unit})", label(key)?));
    let amount = |part: fn(Price) -> Money| {
        Box::new(move |unit: &Unit| short_number(currency.plain(part(config.price(unit)))))
    };
    let area =
        |part: fn(&Unit) -> Area| Box::new(move |unit: &Unit| short_number(part(unit).plain()));
    let levels = site
        .summary
        .by_floor
        .keys()
        .map(|floor| Ok((floor.level, localized.level(floor.level)?)));
    let levels: BTreeMap<Level, String> = levels.collect::<Result<_, StringsError>>()?;
    let [free, reserved, sold] = Status::ALL.map(|status| localized.status(status));
    let statuses = [free?, reserved?, sold?];
    let date = site.inventory.date.to_string();
    let list = site.routes.with_template(template::INVENTORY);
    let list = list.and_then(|list| localized.page_url(list));
    let mut columns: Vec<Column> = vec![
        (
            label("unit.code")?,
            Box::new(|unit| csv_cell(unit.code.as_str())),
        ),
        (label("unit.label")?, Box::new(|unit| csv_cell(&unit.unit))),
        (
            label("unit.level")?,
            Box::new(move |unit| csv_cell(&levels[&unit.level])),
        ),
        (
            label("unit.use")?,
            Box::new(move |unit| csv_cell(localized.unit_use(&unit.unit_use))),
        ),
        (
            label("unit.bathrooms")?,
            Box::new(|unit| unit.bathrooms.iter().map(u8::to_string).collect()),
        ),
        (with("unit.interior", "m²")?, area(|unit| unit.interior)),
        (with("unit.terrace", "m²")?, area(|unit| unit.terrace)),
        (with("unit.area_total", "m²")?, area(|unit| unit.area)),
    ];
    for field in &config.unit_fields {
        let cell = move |unit: &Unit| match field.value(unit) {
            None => String::new(),
            Some(FieldValue::Number(number)) => short_number(number.plain()),
            Some(value) => csv_cell(&localized.field(field, value).unwrap_or_default()),
        };
        let measure = if field.kind == FieldKind::Area {
            " (m²)"
        } else {
            ""
        };
        columns.push((
            csv_cell(&format!("{}{measure}", field.label.get(localized.lang))),
            Box::new(cell),
        ));
    }
    let (rates, shares) = (config.vat_rates(), config.vat_shares());
    let vat_label = match (&rates[..], &shares[..]) {
        ([] | [0], _) => None,
        (&[percent], &[share_percent]) => Some(format!(
            "{}, {code}",
            localized.vat_label(Vat {
                percent,
                share_percent
            })?
        )),
        _ => Some(with("price.vat", code)?),
    };
    if let Some(vat) = vat_label {
        columns.push((with("price.net", code)?, amount(|price| price.net)));
        columns.push((vat, amount(|price| price.vat)));
    }
    let total = localized.taxed("price.total", config.highest_vat_percent(), &[])?;
    let page = move |unit: &Unit| {
        list.iter()
            .map(|list| format!("{list}/{}", unit.code))
            .collect()
    };
    let rest: [Column; 5] = [
        (format!("{total} ({code})"), amount(|price| price.total)),
        (
            label("unit.typology")?,
            Box::new(|unit| csv_cell(&unit.typology)),
        ),
        (
            label("unit.status")?,
            Box::new(move |unit| csv_cell(&statuses[unit.status as usize])),
        ),
        (label("feeds.date")?, Box::new(move |_| date.clone())),
        (label("feeds.page")?, Box::new(page)),
    ];
    columns.extend(rest);
    Ok(columns)
}

/// A number in plain notation; decimals only where there are some.
fn short_number(plain: String) -> String {
    match plain.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        _ => plain,
    }
}
