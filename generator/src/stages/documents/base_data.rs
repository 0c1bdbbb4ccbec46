//! Data that every document has: names, the date of its data, the seller's contacts, the legal lines.

use jiff::civil::Date;
use serde_json::{Value, json};

use super::context::{DocumentContext, without_scheme};
use super::typesetter::{Job, JobPicture};
use formats::problem::Problem;
use model::config::Phone;
use model::document::Document;

/// What a document says about itself, for `parts/sheet.typ`.
pub(super) struct Header {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) date_line: String,
    /// The date of the document's data.
    pub(super) date: Date,
}

/// A document; `own` is an object with the data of its template.
pub(super) fn job(
    context: &DocumentContext,
    document: Document,
    header: &Header,
    own: Value,
    pictures: Vec<JobPicture>,
) -> Job {
    let config = &context.site.config;
    let mut data = json!({
        "lang": context.lang,
        "region": context.lang.locale().split('-').nth(1).unwrap_or_default(),
        "title": header.title,
        "description": header.description,
        "date_line": header.date_line,
        "theme": context.site.theme,
        "site": {
            "name": config.name,
            "url": context.localized.page_url("/"),
            "host": without_scheme(&config.base_url),
        },
    });
    if let (Value::Object(data), Value::Object(own)) = (&mut data, own) {
        data.extend(own);
    }
    Job {
        path: document.path(context.lang, &config.product),
        template: document.template(),
        data,
        date: header.date,
        pictures,
    }
}

/// The seller's contacts, as rows of a label, a text and a link. `message` is the key of the message to send, `values` those of
/// its placeholders; its reference is the document's name.
pub(super) fn contact(
    context: &DocumentContext,
    document: Document,
    message: &str,
    values: &[(&str, &str)],
) -> Result<Value, Problem> {
    let config = &context.site.config;
    let address = &config.showroom.address;
    let chat = config.contact.whatsapp.get(context.lang);
    let path = document.path(context.lang, &config.product);
    let name = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".pdf");
    let message = context.localized.chat_text(&context.text(message, values)?, &format!("{name} · PDF"))?;
    let phone =
        |label: String, phone: &Phone| json!({"label": label, "text": phone.label(), "link": phone.href()});
    let place = format!(
        "{}, {}, {} {}, {}",
        address.street, address.neighbourhood, address.postal_code, address.locality, address.region
    );
    Ok(json!([
        phone(context.text("footer.phone", &[])?, &config.contact.phone),
        {
            "label": context.text("actions.whatsapp", &[])?,
            "text": chat.label(),
            "link": chat.chat_url(&message),
        },
        {
            "label": context.text("footer.email", &[])?,
            "text": config.contact.email,
            "link": format!("mailto:{}", config.contact.email),
        },
        {"label": context.text("footer.showroom", &[])?, "text": place, "link": null},
    ]))
}

/// The legal lines beside prices and drawings, in this order; `rates` as for [`legal_of_prices`].
pub(super) fn legal(context: &DocumentContext, rates: &[u8]) -> Result<Vec<String>, Problem> {
    let config = &context.site.config;
    let mut lines = vec![context.text("legal.seller", &[("seller", &config.legal.responsible)])?];
    if let Some(complaints) = &config.legal.complaints {
        let contact = format!("{}, {}", complaints.phone.label(), complaints.email);
        let hours = complaints.hours.get(context.lang);
        lines.push(context.text("legal.complaints", &[("contact", &contact), ("hours", hours)])?);
    }
    if let Some(number) = &config.legal.profeco_contract {
        lines.push(context.text("legal.profeco_contract", &[("number", number)])?);
    }
    lines.extend(legal_of_prices(context, rates)?);
    lines.push(context.text("legal.images", &[])?);
    Ok(lines)
}

/// The legal lines beside prices with these rates of tax, in percent; a rate of zero is a price without tax.
pub(super) fn legal_of_prices(context: &DocumentContext, rates: &[u8]) -> Result<Vec<String>, Problem> {
    let above_zero = rates.iter().filter(|rate| **rate > 0).map(u8::to_string);
    let above_zero: Vec<String> = above_zero.collect();
    let mut lines = vec![context.bound(context.localized.price_terms(rates))?];
    if !above_zero.is_empty() {
        lines.push(context.text("legal.vat_note", &[("rate", &above_zero.join(" / "))])?);
        let share = context.site.config.facts.vat_share_percent;
        if share < 100 {
            lines.push(context.text("legal.vat_share_note", &[("share", &share.to_string())])?);
        }
    }
    lines.push(context.text("price.extra", &[])?);
    lines.push(context.text("legal.areas", &[])?);
    Ok(lines)
}

/// `Hoja {{page}} de {{pages}}`: the template fills in the numbers.
pub(super) fn page_words(context: &DocumentContext) -> Result<String, Problem> {
    context.text("documents.page", &[("page", "{{page}}"), ("pages", "{{pages}}")])
}

/// `Disponibilidad al 20 de noviembre de 2026`.
pub(super) fn availability(context: &DocumentContext) -> Result<String, Problem> {
    context.text("inventory.date", &[("date", &context.date())])
}
