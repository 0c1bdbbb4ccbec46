//! Parses posts of scripts: a flat JSON object with one nested object, `tracking`.

use super::{FIELDS, ParseError, Post};
use crate::lead::Tracking;
use serde_json::{Map, Value};

/// Parses a JSON body. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
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
                if let Some(target) = post.tracking.value_mut(&name) {
                    *target = text(&name, value)?.unwrap_or_default();
                }
            }
        } else if (FIELDS.contains(&name.as_str()) || Tracking::NAMES.contains(&name.as_str()))
            && let Some(text) = text(&name, value)?
        {
            post.put(&name, text);
        }
    }
    Ok(post)
}

/// The text of the field `name`; `null` is no value. `elapsed_ms` may be a number and `marketing` a boolean.
fn text(name: &str, value: Value) -> Result<Option<String>, ParseError> {
    match value {
        Value::String(text) => Ok(Some(text)),
        Value::Null => Ok(None),
        Value::Number(number) if name == "elapsed_ms" => Ok(Some(number.to_string())),
        Value::Bool(flag) if name == "marketing" => Ok(Some(flag.to_string())),
        _ => Err(ParseError::Unreadable),
    }
}
