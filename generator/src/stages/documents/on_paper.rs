//! Documents that are made on request, to print or to hand over: the sheets of units with the name of a broker, and signs with a
//! QR code. They are not part of the site.

use std::str::FromStr;

use model::config::query_value;
use model::document::Document;
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;
use platform::unit::Unit;
use serde_json::json;

use super::base_data::{self, Header};
use super::context::DocumentContext;
use super::{Job, sheets, unit_sheet};
use crate::stages::pictures::Pictures;
use formats::problem::{self, Problem};

/// Who answers the reader of a sheet. Its fields may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    pub(super) name: String,
    pub(super) phone: String,
    pub(super) email: String,
}

impl Broker {
    /// The query by which a lead of the sheet's link names the broker: `?asesor=Ana%20P%C3%A9rez`.
    pub(super) fn query(&self) -> String {
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

/// The sheets of these units with a broker, in a language. A unit without a sheet has none here either.
///
/// # Errors
/// As for the documents of the site.
pub fn broker_sheets(
    site: &Site,
    pictures: &Pictures,
    lang: Lang,
    units: &[&Unit],
    broker: &Broker,
) -> Result<Vec<Job>, Vec<Problem>> {
    let context = DocumentContext { broker: Some(broker), ..DocumentContext::new(site, lang) };
    let common = unit_sheet::Common::new(&context).map_err(|problem| vec![problem])?;
    let wanted = sheets(site).into_iter().filter(|(unit, _)| units.iter().any(|other| other.code == unit.code));
    let job = |(unit, plan): (&Unit, _)| {
        let job = unit_sheet::job(&context, &common, unit, plan, pictures)?;
        Ok(Job { path: format!("{}.pdf", unit.code), ..job })
    };
    problem::collect(wanted.map(job))
}

/// The signs of these units for each place, on paper of a size that Typst knows. A sign's link says where it hangs.
///
/// # Errors
/// As for the documents of the site.
pub fn signs(
    site: &Site,
    lang: Lang,
    units: &[&Unit],
    places: &[String],
    paper: &str,
) -> Result<Vec<Job>, Vec<Problem>> {
    let context = DocumentContext::new(site, lang);
    let pairs = places.iter().flat_map(|place| units.iter().map(move |unit| (place, *unit)));
    problem::collect(pairs.map(|(place, unit)| sign(&context, unit, place, paper)))
}

fn sign(context: &DocumentContext, unit: &Unit, place: &str, paper: &str) -> Result<Job, Problem> {
    let site = context.site;
    let heading = context.unit_title(unit)?;
    let code = unit.code.as_str();
    let query = format!("?utm_source=letrero&utm_medium=qr&utm_campaign={place}");
    let header = Header {
        title: format!("{}. {}", context.localized.in_building(heading.clone(), unit), site.config.name),
        description: format!("{}. {heading}", site.config.name),
        date_line: String::new(),
        date: site.inventory.date,
    };
    let own = json!({
        "paper": paper,
        "place": place,
        "heading": heading,
        "code": code,
        "level": context.level(site.config.floor(unit))?,
        "areas": context.bound(context.localized.unit_area(unit, Localized::area))?,
        "line": context.text("documents.sign", &[])?,
        "page": context.link_with_query(&site.routes.unit(&unit.code), &query)?,
    });
    let job = base_data::job(context, Document::UnitSheet(code), &header, own, Vec::new());
    Ok(Job { path: format!("{place}/{code}.pdf"), template: "sign.typ", ..job })
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
