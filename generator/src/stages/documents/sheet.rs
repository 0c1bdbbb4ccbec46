//! Data that every document has: names, the date of its data, the seller's contacts, the legal lines.

use jiff::civil::Date;
use serde_json::{Value, json};

use super::edition::Edition;
use super::typesetter::Job;
use formats::problem::Problem;
use model::config::Phone;
use model::document::Document;

/// What every document has, for `parts/sheet.typ`.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'a> {
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) date_line: &'a str,
    /// The date of the document's data.
    pub(super) date: Date,
}

/// A document without pictures; `own` is an object with the data of its template.
pub(super) fn job(edition: &Edition, document: Document, sheet: Sheet<'_>, own: Value) -> Job {
    let config = &edition.site.config;
    let host = config.base_url.split_once("://");
    let mut data = json!({
        "lang": edition.lang,
        "region": edition.lang.locale().split('-').nth(1).unwrap_or_default(),
        "title": sheet.title,
        "description": sheet.description,
        "date_line": sheet.date_line,
        "theme": edition.site.theme,
        "site": {
            "name": config.name,
            "url": edition.url("/"),
            "host": host.map_or(config.base_url.as_str(), |(_, host)| host),
        },
    });
    if let (Value::Object(data), Value::Object(own)) = (&mut data, own) {
        data.extend(own);
    }
    Job {
        path: document.path(edition.lang, &config.product),
        template: document.template(),
        data,
        date: sheet.date,
        pictures: Vec::new(),
    }
}

/// The seller's contacts, as rows of a label, a text and a link.
pub(super) fn contact(edition: &Edition, whatsapp_message: &str) -> Result<Value, Problem> {
    let config = &edition.site.config;
    let address = &config.showroom.address;
    let chat = config.contact.whatsapp.get(edition.lang);
    let phone =
        |label: String, phone: &Phone| json!({"label": label, "text": phone.label(), "link": phone.href()});
    let place = format!(
        "{}, {}, {} {}, {}",
        address.street, address.neighbourhood, address.postal_code, address.locality, address.region
    );
    Ok(json!([
        phone(edition.text("footer.phone", &[])?, &config.contact.phone),
        {
            "label": edition.text("actions.whatsapp", &[])?,
            "text": chat.label(),
            "link": chat.chat_url(whatsapp_message),
        },
        {
            "label": edition.text("footer.email", &[])?,
            "text": config.contact.email,
            "link": format!("mailto:{}", config.contact.email),
        },
        {"label": edition.text("footer.showroom", &[])?, "text": place, "link": null},
    ]))
}

/// The legal lines beside prices and drawings, in this order; `rates` as for [`legal_of_prices`].
pub(super) fn legal(edition: &Edition, rates: &[u8]) -> Result<Vec<String>, Problem> {
    let config = &edition.site.config;
    let mut lines = vec![edition.text("legal.seller", &[("seller", &config.legal.responsible)])?];
    if let Some(complaints) = &config.legal.complaints {
        let contact = format!("{}, {}", complaints.phone.label(), complaints.email);
        let hours = complaints.hours.get(edition.lang);
        lines.push(edition.text("legal.complaints", &[("contact", &contact), ("hours", hours)])?);
    }
    if let Some(number) = &config.legal.profeco_contract {
        lines.push(edition.text("legal.profeco_contract", &[("number", number)])?);
    }
    lines.extend(legal_of_prices(edition, rates)?);
    lines.push(edition.text("legal.images", &[])?);
    Ok(lines)
}

/// The legal lines beside prices with these rates of tax, in percent; a rate of zero is a price without tax.
pub(super) fn legal_of_prices(edition: &Edition, rates: &[u8]) -> Result<Vec<String>, Problem> {
    let above_zero: Vec<String> = rates
        .iter()
        .filter(|rate| **rate > 0)
        .map(u8::to_string)
        .collect();
    let mut lines = vec![edition.price_terms(rates)?];
    if !above_zero.is_empty() {
        lines.push(edition.text("legal.vat_note", &[("rate", &above_zero.join(" / "))])?);
    }
    lines.push(edition.text("price.extra", &[])?);
    lines.push(edition.text("legal.areas", &[])?);
    Ok(lines)
}

/// `Hoja {{page}} de {{pages}}`: the template fills in the numbers.
pub(super) fn page_words(edition: &Edition) -> Result<String, Problem> {
    edition.text("documents.page", &[("page", "{{page}}"), ("pages", "{{pages}}")])
}

/// `Disponibilidad al 20 de noviembre de 2026`.
pub(super) fn availability(edition: &Edition) -> Result<String, Problem> {
    edition.text("inventory.date", &[("date", &edition.date()?)])
}
