//! Parses posts of scripts: a flat JSON object with one nested object, `tracking`.

use super::{Post, Unreadable, is_known};
use crate::lead::Tracking;
use platform::answer::Json;

/// Parses a JSON body. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
pub(super) fn parse(body: &[u8], choices: &[&str]) -> Result<Post, Unreadable> {
    let mut post = Post::default();
    let Ok(Json::Object(fields)) = serde_json::from_slice(body) else {
        return Err(Unreadable);
    };
    for (name, value) in &fields {
        match (name.as_str(), value) {
            ("tracking", Json::Null) => {}
            ("tracking", Json::Object(parameters)) => {
                for (name, value) in parameters {
                    if Tracking::NAMES.contains(&name.as_str()) {
                        put(&mut post, name.as_str(), value, choices)?;
                    }
                }
            }
            ("tracking", _) => return Err(Unreadable),
            (name, value) if is_known(name, choices) || Tracking::NAMES.contains(&name) => {
                put(&mut post, name, value, choices)?;
            }
            _ => {}
        }
    }
    Ok(post)
}

/// Stores the text of the field `name`; `null` is no value. `elapsed_ms` may be a number and `marketing` a boolean.
fn put(post: &mut Post, name: &str, value: &Json<'_>, choices: &[&str]) -> Result<(), Unreadable> {
    let text = match value {
        Json::Text(text) => text.to_string(),
        Json::Null => return Ok(()),
        Json::Number(number) if name == "elapsed_ms" => number.to_string(),
        Json::Bool(flag) if name == "marketing" => flag.to_string(),
        _ => return Err(Unreadable),
    };
    post.put(name, text, choices);
    Ok(())
}
