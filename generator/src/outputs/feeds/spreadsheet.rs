//! The inventory as CSV that spreadsheets open correctly: UTF-8 with a byte order mark, CRLF (RFC 4180), no formulas.

use lead_site::foreign_text::csv_cell;
use platform::money::Money;

use crate::catalogue::Catalogue;
use model::config::{FieldPlace, Rent};
use model::fields::{Datum, Kind, Read};

use model::lang::Lang;
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

/// A column: its label, and the cell of the unit with an index.
type Column<'a> = (String, Box<dyn Fn(usize) -> String + 'a>);

pub(super) fn file(catalogue: &Catalogue) -> Result<Vec<u8>, StringsError> {
    let columns = columns(catalogue)?;
    let mut rows = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    // Writing to memory does not fail, and each row has the cells of the header.
    let _ = rows.write_record(columns.iter().map(|(label, _)| label));
    for index in 0..catalogue.units.len() {
        let _ = rows.write_record(columns.iter().map(|(_, cell)| cell(index)));
    }
    Ok(rows.into_inner().unwrap_or_default())
}

/// The fields of units that are in the file, then the date of the inventory and the address of the unit's page.
fn columns(catalogue: &Catalogue) -> Result<Vec<Column<'_>>, StringsError> {
    let (site, localized) = (&catalogue.site, catalogue.localized());
    let mut columns = Vec::new();
    for position in catalogue.table.at(FieldPlace::Csv) {
        if matches!(catalogue.table.fields[*position].read, Read::Rent) {
            columns.extend(rent_columns(catalogue)?);
            continue;
        }
        columns.extend(column(catalogue, *position)?);
    }
    let date = site.inventory.date.to_string();
    let label = localized.text("feeds.date")?;
    columns.push((label, Box::new(move |_| date.clone())));
    let page = site.routes.with_template(template::INVENTORY);
    let list = page.and_then(|page| localized.page_url(page));
    let address = move |index: usize| {
        let code = &catalogue.units[index].code;
        list.as_ref()
            .map_or_else(String::new, |list| format!("{list}/{code}"))
    };
    columns.push((localized.text("feeds.page")?, Box::new(address)));
    Ok(columns)
}

/// The column of a field. Numbers are in plain notation, with their unit in the label. Where no price has tax, the total is the only
/// price.
fn column(catalogue: &Catalogue, position: usize) -> Result<Option<Column<'_>>, StringsError> {
    let (config, localized) = (&catalogue.site.config, catalogue.localized());
    let field = &catalogue.table.fields[position];
    let currency = config.currency();
    let code = currency.code();
    let amount = |part: fn(Price) -> Money| -> Box<dyn Fn(usize) -> String> {
        Box::new(move |index| {
            let price = catalogue.units[index].price.amounts;
            price.map_or_else(String::new, |price| {
                short_number(currency.plain(part(price)))
            })
        })
    };
    let label = || {
        let label = catalogue.label(position).map_err(Clone::clone)?;
        Ok::<_, StringsError>(csv_cell(label))
    };
    Ok(match &*field.key {
        "price" | "vat" if config.highest_vat_percent() == 0 => None,
        "price" => Some((format!("{} ({code})", label()?), amount(|price| price.net))),
        "vat" => {
            let label = match (&config.vat_rates()[..], &config.vat_shares()[..]) {
                (&[percent], &[share_percent]) => {
                    let vat = Vat {
                        percent,
                        share_percent,
                    };
                    format!("{}, {code}", localized.vat_label(vat)?)
                }
                _ => format!("{} ({code})", label()?),
            };
            Some((label, amount(|price| price.vat)))
        }
        "total" => {
            let label = localized.taxed("price.total", config.highest_vat_percent(), &[])?;
            Some((format!("{label} ({code})"), amount(|price| price.total)))
        }
        _ => {
            let measure = if field.kind == Kind::Area {
                " (m²)"
            } else {
                ""
            };
            let cell = move |index| cell(catalogue, index, position);
            Some((format!("{}{measure}", label()?), Box::new(cell)))
        }
    })
}

/// The columns of rents: of a square metre, where the platform sends those, and of the unit for the period, before tax and with it.
fn rent_columns(catalogue: &Catalogue) -> Result<Vec<Column<'_>>, StringsError> {
    let (config, localized) = (&catalogue.site.config, catalogue.localized());
    let (Some(rents), Some(currency)) = (&config.rents, config.rent_currency()) else {
        return Ok(Vec::new());
    };
    let column = |key: &str, part: fn(Rent) -> Money| -> Result<Column<'_>, StringsError> {
        let cell = move |index: usize| {
            let rent = catalogue.units[index].price.rent.as_ref();
            rent.map_or_else(String::new, |rent| {
                short_number(currency.plain(part(rent.amounts)))
            })
        };
        // `/m² al mes`: the text of a rent without its amount.
        let period = localized.filled(rents.listed_key(), &[("amount", currency.code())])?;
        let of_unit = localized.filled(rents.unit_key(), &[("amount", currency.code())])?;
        let unit = match key {
            "rent.per_m2" => period,
            _ => of_unit,
        };
        let label = csv_cell(&format!("{} ({unit})", localized.text(key)?));
        Ok((label, Box::new(cell)))
    };
    let mut columns = Vec::new();
    if rents.per_m2 {
        columns.push(column("rent.per_m2", |rent| rent.listed)?);
    }
    columns.push(column(rents.label_key(), |rent| rent.price.net)?);
    let uses = config.uses.iter();
    let is_taxed = uses.map(|declared| config.rent_vat(declared.key).percent);
    if is_taxed.max().unwrap_or_default() > 0 {
        columns.push(column(rents.total_label_key(), |rent| rent.price.total)?);
    }
    Ok(columns)
}

/// The cell of a field; an area of nothing is zero.
fn cell(catalogue: &Catalogue, index: usize, position: usize) -> String {
    let field = &catalogue.table.fields[position];
    match catalogue.value(index, position) {
        Some(Datum::Count(count, _)) => count.to_string(),
        Some(Datum::Number(number, _)) => number.short(),
        Some(Datum::Area(area)) => short_number(area.plain()),
        None if field.key == "terrace" => "0".to_owned(),
        // The building is a column of its own.
        Some(_) if field.key == "level" => {
            let level = catalogue.localized().level(catalogue.unit(index).level);
            csv_cell(&level.unwrap_or_default())
        }
        None => String::new(),
        Some(_) => {
            let text = catalogue.units[index].text(position);
            text.map_or_else(String::new, |text| csv_cell(&text.text))
        }
    }
}

/// A number in plain notation; decimals only where there are some.
fn short_number(plain: String) -> String {
    match plain.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        _ => plain,
    }
}
