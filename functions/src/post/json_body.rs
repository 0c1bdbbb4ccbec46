//! Posts of scripts: a flat JSON object, with `tracking` as an object inside it.

use super::{ParseError, Post};
use serde_json::{Map, Value};

/// Reads a JSON body. `serde_json` refuses bad UTF-8 and stops at 128 levels of depth.
pub(super) fn parse(body: &[u8]) -> Result<Post, ParseError> {
    let object: Map<String, Value> = serde_json::from_slice(body).map_err(|_| ParseError::Unreadable)?;
    let mut post = Post::default();
    for (name, value) in object {
        if name == "tracking" {
            let Value::Object(tracking) = value else {
                if value.is_null() {
                    continue;
                }
                return Err(ParseError::Unreadable);
            };
            for (name, value) in tracking {
                if let (Some(slot), Some(text)) = (post.tracking.slot(&name), text(value)?) {
                    *slot = text;
                }
            }
        } else if let Some(text) = text(value)? {
            post.put(&name, text);
        }
    }
    Ok(post)
}

/// The text of a value: pages send strings, and numbers or booleans where they have them.
fn text(value: Value) -> Result<Option<String>, ParseError> {
    match value {
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(flag) => Ok(Some(flag.to_string())),
        Value::Null => Ok(None),
        Value::Array(_) | Value::Object(_) => Err(ParseError::Unreadable),
    }
}
