//! The privacy notice as a document. Its date is that of the notice, not that of the inventory.

use serde_json::json;

use super::base_data::{self, Header};
use super::context::DocumentContext;
use super::typesetter::Job;
use formats::problem::Problem;
use model::document::Document;
use model::site::template;

pub(super) fn job(context: &DocumentContext) -> Result<Job, Problem> {
    let (page, source) = context.page_with(template::PRIVACY, Document::PrivacyNotice)?;
    let (config, front) = (&context.site.config, &source.front);
    let date_line = match front.date {
        Some(date) => context.text("date.updated", &[("date", &context.long_date(date))])?,
        None => String::new(),
    };
    let header = Header {
        title: format!("{}. {}", front.title, config.name),
        description: front.description.clone(),
        date_line,
        date: front.date.unwrap_or(context.site.inventory.date),
    };
    let own = json!({
        "heading": front.title,
        "page_data": context.prose(page, &front.data),
        "responsible": config.legal.responsible,
        "contact": base_data::contact(context, Document::PrivacyNotice, "messages.whatsapp", &[])?,
        "blocks": context.blocks(page, &source.body),
    });
    Ok(base_data::job(context, Document::PrivacyNotice, &header, own, Vec::new()))
}
