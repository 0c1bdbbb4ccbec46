//! The privacy notice as a document. Its date is that of the notice, not that of the inventory.

use serde_json::json;

use super::edition::Edition;
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use formats::problem::Problem;
use model::document::Document;
use model::site::template;

pub(super) fn job(edition: &Edition) -> Result<Job, Problem> {
    let (page, source) = edition.page_with(template::PRIVACY, Document::PrivacyNotice)?;
    let (config, front) = (&edition.site.config, &source.front);
    let date_line = match front.date {
        Some(date) => edition.text("date.updated", &[("date", &edition.long_date(date)?)])?,
        None => String::new(),
    };
    let sheet = Sheet {
        title: &format!("{}. {}", front.title, config.name),
        description: &front.description,
        date_line: &date_line,
        date: front.date.unwrap_or(edition.site.inventory.date),
    };
    let own = json!({
        "heading": front.title,
        "page_data": edition.prose(page, &front.data),
        "responsible": config.legal.responsible,
        "contact": sheet::contact(edition, &edition.text("messages.whatsapp", &[])?)?,
        "blocks": edition.blocks(page, &source.body),
    });
    Ok(sheet::job(edition, Document::PrivacyNotice, sheet, own))
}
