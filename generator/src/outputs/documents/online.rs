//! Pages of the site as documents show them: the address, and a QR code that opens it from paper.

use qrcode::{Color, EcLevel, QrCode};
use serde_json::{Value, json};

use super::edition::Edition;
use model::code::Code;
use model::problem::Problem;

/// The light border that readers need, in modules (ISO/IEC 18004, 6.3.8).
const QUIET_ZONE: usize = 4;

/// The page as a link with its QR code; null when the site does not have it.
///
/// # Errors
/// The address is too long for a QR code, or a text is missing.
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
        "qr": qr_code(&url)?,
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

/// The QR code of an address as SVG, dark on light, one path.
fn qr_code(address: &str) -> Result<String, Problem> {
    let code = QrCode::with_error_correction_level(address, EcLevel::M).map_err(|error| {
        let message = format!("no QR code can hold the address {address}: {error}");
        Problem::in_file(Code::ValueOutOfRange, "site.yaml", message).hint("use a shorter `base_url`")
    })?;
    let (width, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                path += &format!(
                    "M{} {}h{}v1h-{}z",
                    x + QUIET_ZONE,
                    y + QUIET_ZONE,
                    run.len(),
                    run.len()
                );
            }
            x += run.len();
        }
    }
    let side = width + 2 * QUIET_ZONE;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path fill=\"#1c1413\" shape-rendering=\"crispEdges\" d=\"{path}\"/></svg>"
    ))
}
