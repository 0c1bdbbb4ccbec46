//! Documents that are made on request, to print or to hand over: the sheets of units with the name of a broker, and signs with a
//! QR code. They are not part of the site.

use std::str::FromStr;
use std::sync::Arc;

use model::config::query_value;
use model::document::Document;
use model::lang::Lang;
use model::site::Site;
use serde_json::json;

use super::functions::DocumentContext;
use super::{Job, engine, job};
use crate::outputs::values::SiteValues;
use crate::stages::pictures::Pictures;
use formats::problem::{self, Problem};

/// Who answers the reader of a sheet. Its fields may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    name: String,
    phone: String,
    email: String,
}

impl Broker {
    /// The query by which a lead of the sheet's link names the broker: `?asesor=Ana%20P%C3%A9rez`.
    fn query(&self) -> String {
        format!("?asesor={}", query_value(&self.name))
    }
}

impl FromStr for Broker {
    type Err = &'static str;

    /// `Ana Pérez · 984 000 0000 · ana@example.com`, in any order; the phone and the address may be missing.
    fn from_str(text: &str) -> Result<Broker, &'static str> {
        let mut broker = Broker { name: String::new(), phone: String::new(), email: String::new() };
        for part in text.split(['·', '|', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            let is_phone = part.chars().all(|letter| letter.is_ascii_digit() || "+ -().".contains(letter));
            let field = match part {
                _ if part.contains('@') => &mut broker.email,
                _ if is_phone => &mut broker.phone,
                _ => &mut broker.name,
            };
            if !field.is_empty() || part.chars().any(char::is_control) {
                return Err("write one name, one phone and one e-mail address, separated by `·` or `|`");
            }
            part.clone_into(field);
        }
        match broker.name.chars().count() {
            0 => Err("write the broker's name first, like `Ana Pérez · 984 000 0000`"),
            1..=40 => Ok(broker),
            _ => Err("write a name of at most 40 characters"),
        }
    }
}

/// The sheets of these units, given by their index, with a broker and in a language.
pub fn broker_sheets(
    site: &Arc<Site>,
    pictures: &Arc<Pictures>,
    lang: Lang,
    units: &[usize],
    broker: &Broker,
) -> Result<Vec<Job>, Vec<Problem>> {
    let context = Arc::new(DocumentContext::new(&Arc::new(SiteValues::new(site, lang)), pictures));
    let engine = engine(&context)?;
    let paper = json!({ "broker": [&broker.name, &broker.phone, &broker.email], "query": broker.query() });
    problem::collect(units.iter().map(|unit| {
        let path = format!("{}.pdf", site.inventory.units[*unit].code);
        job(&context, &engine, Document::UnitSheet("").template(), path, Some(*unit), &paper)
    }))
}

/// The signs of these units, given by their index, for each place and on paper of a size that Typst knows. A sign's link says
/// where it hangs.
pub fn signs(
    site: &Arc<Site>,
    pictures: &Arc<Pictures>,
    lang: Lang,
    units: &[usize],
    places: &[String],
    size: &str,
) -> Result<Vec<Job>, Vec<Problem>> {
    let context = Arc::new(DocumentContext::new(&Arc::new(SiteValues::new(site, lang)), pictures));
    let engine = engine(&context)?;
    let pairs = places.iter().flat_map(|place| units.iter().map(move |unit| (place, *unit)));
    problem::collect(pairs.map(|(place, unit)| {
        let query = format!("?utm_source=letrero&utm_medium=qr&utm_campaign={place}");
        let path = format!("{place}/{}.pdf", site.inventory.units[unit].code);
        let paper = json!({ "place": place, "size": size, "query": query });
        job(&context, &engine, "sign.typ", path, Some(unit), &paper)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_has_a_name_and_perhaps_a_phone_and_an_address() {
        let broker: Broker = "ana@example.com | Ana Pérez | +52 (984) 000-0000".parse().unwrap();
        assert_eq!(broker.query(), "?asesor=Ana%20P%C3%A9rez");
        assert_eq!([broker.phone, broker.email], ["+52 (984) 000-0000", "ana@example.com"]);
        assert_eq!("Ana".parse::<Broker>().unwrap().phone, "");
        for wrong in ["", " · ", "984 000 0000", "Ana · Luis", "a@b.c|d@e.f", "Ana\u{7}", &"x".repeat(41)] {
            assert!(wrong.parse::<Broker>().is_err(), "{wrong}");
        }
    }
}
