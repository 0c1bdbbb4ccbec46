//! Pages of the site as documents show them: the address, and a QR code that opens it from paper.

use serde_json::{Value, json};

use super::edition::Edition;
use super::typesetter::QR;
use formats::problem::Problem;

/// The page as a link with its QR code; null when the site does not have it.
///
/// # Errors
/// A text is missing.
pub(super) fn page(edition: &Edition, neutral: &str) -> Result<Value, Problem> {
    let Some(url) = edition.url(neutral) else {
        return Ok(Value::Null);
    };
    let shown = url
        .split_once("://")
        .map_or(url.as_str(), |(_, rest)| rest)
        .trim_end_matches('/');
    Ok(json!({
        "shown": shown,
        QR: url,
        "alt": edition.text("documents.qr_alt", &[("address", shown)])?,
        "url": url,
    }))
}

/// The page with a template; null when the site does not have it.
///
/// # Errors
/// See [`page`].
pub(super) fn page_with(edition: &Edition, template: &str) -> Result<Value, Problem> {
    let neutral = edition.site.routes.with_template(template);
    neutral.map_or(Ok(Value::Null), |neutral| page(edition, neutral))
}
