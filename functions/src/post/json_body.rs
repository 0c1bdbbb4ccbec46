//! Parses posts of scripts: a flat JSON object with one nested object, `tracking`.

use super::{Post, Unreadable, is_known};
use crate::lead::LeadTracking;
use serde_json::{Map, Value};

/// Parses a JSON body. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
pub(super) fn parse(body: &[u8], choices: &[&str]) -> Result<Post, Unreadable> {
    let mut post = Post::default();
    let fields: Map<String, Value> = serde_json::from_slice(body).map_err(|_| Unreadable)?;
    let is_parameter = |name: &str| LeadTracking::NAMES.contains(&name);
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("tracking", Value::Null) => {}
            ("tracking", Value::Object(parameters)) => {
                for (name, value) in parameters.into_iter().filter(|(name, _)| is_parameter(name)) {
                    put(&mut post, &name, value, choices)?;
                }
            }
            ("tracking", _) => return Err(Unreadable),
            (name, value) if is_known(name, choices) || is_parameter(name) => {
                put(&mut post, name, value, choices)?;
            }
            _ => {}
        }
    }
    Ok(post)
}

/// Stores the text of the field `name`; `null` is no value. `elapsed_ms` may be a number, consents may be booleans, and
/// `units` an array of texts.
fn put(post: &mut Post, name: &str, value: Value, choices: &[&str]) -> Result<(), Unreadable> {
    let text = match value {
        Value::String(text) if name != "units" => text,
        Value::Null => return Ok(()),
        Value::Number(number) if name == "elapsed_ms" => number.to_string(),
        Value::Bool(flag) if matches!(name, "marketing" | "measurement") => flag.to_string(),
        Value::Array(codes) if name == "units" => {
            let is_code = |text: &&str| !text.is_empty() && !text.contains(',');
            let codes: Option<Vec<&str>> = codes.iter().map(|code| code.as_str().filter(is_code)).collect();
            codes.ok_or(Unreadable)?.join(",")
        }
        _ => return Err(Unreadable),
    };
    post.put(name, text, choices);
    Ok(())
}
