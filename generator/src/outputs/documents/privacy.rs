//! The privacy notice as a document. Its date is that of the notice, not that of the inventory.

use serde_json::{Value, json};

use super::edition::Edition;
use super::sheet::{self, add};
use super::typesetter::Job;
use model::document::Document;
use model::problem::Problem;

/// The page with the text of the notice.
pub(super) const PAGE: &str = "/aviso-de-privacidad";

pub(super) fn job(edition: &Edition) -> Result<Job, Problem> {
    let page = edition.page(PAGE, Document::PrivacyNotice)?;
    let source = page.source();
    let (title, description, body, date) = source.map_or(("", "", "", None), |source| {
        let front = &source.front;
        (
            front.title.as_str(),
            front.description.as_str(),
            source.body.as_str(),
            front.date,
        )
    });
    let date_line = match date {
        Some(date) => {
            let label = edition.long_date(date)?;
            edition.text("date.updated", &[("date", &label)])?
        }
        None => String::new(),
    };
    let name = &edition.site.config.name;
    let mut data = sheet::sheet(edition, &format!("{title}. {name}"), description, &date_line);
    add(
        &mut data,
        [
            ("heading", json!(title)),
            ("page_data", edition.data(page)),
            ("responsible", json!(edition.site.config.legal.responsible)),
            (
                "contact",
                sheet::contact(edition, &edition.text("messages.whatsapp", &[])?)?,
            ),
            ("blocks", json!(edition.blocks(page, body))),
        ],
    );
    Ok(Job {
        path: Document::PrivacyNotice.path(edition.lang, &edition.site.config.product),
        template: Document::PrivacyNotice.template(),
        data: Value::Object(data),
        date: date.unwrap_or_else(|| sheet::day(edition)),
        pictures: Vec::new(),
    })
}
