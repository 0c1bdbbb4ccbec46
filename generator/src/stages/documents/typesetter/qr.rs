//! The QR codes of documents. The data of a document has only their addresses: they are drawn when the document is made,
//! because most documents come from the cache.

use qrcode::{Color, EcLevel, QrCode};
use serde_json::Value;

use formats::code::Code;
use formats::problem::Problem;

/// The key whose value is an address in the data, and its QR code as SVG in the template.
pub const QR: &str = "qr";

/// The light border that readers need, in modules (ISO/IEC 18004, 6.3.8).
const QUIET_ZONE: usize = 4;

/// The data with each address under [`QR`] replaced by its code, in the theme's colour of text, which is in the data too.
///
/// # Errors
/// An address is too long for a QR code.
pub fn with_codes(data: &Value) -> Result<Value, Problem> {
    replace(data, data["theme"]["light"]["text"].as_str().unwrap_or("black"))
}

fn replace(data: &Value, dark: &str) -> Result<Value, Problem> {
    match data {
        Value::Array(list) => list.iter().map(|value| replace(value, dark)).collect(),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| {
                let value = match value {
                    Value::String(address) if key == QR => Value::from(qr_code(address, dark)?),
                    other => replace(other, dark)?,
                };
                Ok((key.clone(), value))
            });
            Ok(Value::Object(entries.collect::<Result<_, Problem>>()?))
        }
        other => Ok(other.clone()),
    }
}

/// The QR code of an address as SVG, one path of a dark colour on white.
fn qr_code(address: &str, dark: &str) -> Result<String, Problem> {
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
                path += &format!("M{} {}h{}v1h-{}z", x + QUIET_ZONE, y + QUIET_ZONE, run.len(), run.len());
            }
            x += run.len();
        }
    }
    let side = width + 2 * QUIET_ZONE;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path fill=\"{dark}\" shape-rendering=\"crispEdges\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_address_becomes_its_code_and_the_rest_is_unchanged() {
        let url = "https://example.com/";
        let theme = json!({"light": {"text": "#123456"}});
        let pages = json!([{"qr": url, "url": url}, {"qr": null}]);
        let with = with_codes(&json!({"theme": theme, "pages": pages, "n": 1})).unwrap();
        let code = with["pages"][0]["qr"].as_str().unwrap();
        assert!(code.starts_with("<svg ") && code.contains("h7v1h-7z"), "{code}");
        assert!(code.contains("fill=\"#123456\""), "{code}");
        assert_eq!(with["pages"][0]["url"], url);
        assert_eq!(with["pages"][1], json!({"qr": null}));
        assert_eq!(with["n"], 1);
    }

    #[test]
    fn an_address_that_no_code_can_hold_is_a_problem() {
        let problem = with_codes(&json!({"qr": "x".repeat(3_000)})).unwrap_err();
        assert!(problem.message.starts_with("no QR code can hold the address"), "{problem}");
    }
}
