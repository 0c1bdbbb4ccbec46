//! Parses posts of scripts: a flat JSON object with one nested object, `tracking`.

use super::{Post, Unreadable, is_known};
use crate::lead::LeadTracking;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The fields of an object in their order, also those of one name: the first of them counts.
struct Fields(Vec<(String, Field)>);

/// The value of a field.
#[derive(Deserialize)]
#[serde(untagged)]
enum Field {
    Object(Fields),
    Other(Value),
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = object.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// Parses a JSON body. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
pub(super) fn parse(body: &[u8], choices: &[&str]) -> Result<Post, Unreadable> {
    let mut post = Post::default();
    let Fields(fields) = serde_json::from_slice(body).map_err(|_| Unreadable)?;
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("tracking", Field::Other(Value::Null)) => {}
            ("tracking", Field::Object(Fields(parameters))) => {
                for (name, value) in parameters {
                    if LeadTracking::NAMES.contains(&name.as_str()) {
                        put(&mut post, &name, value, choices)?;
                    }
                }
            }
            ("tracking", _) => return Err(Unreadable),
            (name, value) if is_known(name, choices) || LeadTracking::NAMES.contains(&name) => {
                put(&mut post, name, value, choices)?;
            }
            _ => {}
        }
    }
    Ok(post)
}

/// Stores the text of the field `name`; `null` is no value. `elapsed_ms` may be a number, consents may be booleans, and
/// `units` an array of texts.
fn put(post: &mut Post, name: &str, value: Field, choices: &[&str]) -> Result<(), Unreadable> {
    let text = match value {
        Field::Other(Value::String(text)) if name != "units" => text,
        Field::Other(Value::Null) => return Ok(()),
        Field::Other(Value::Number(number)) if name == "elapsed_ms" => number.to_string(),
        Field::Other(Value::Bool(flag)) if matches!(name, "marketing" | "measurement") => flag.to_string(),
        Field::Other(Value::Array(codes)) if name == "units" => {
            let is_code = |text: &&str| !text.is_empty() && !text.contains(',');
            let codes: Option<Vec<&str>> = codes.iter().map(|code| code.as_str().filter(is_code)).collect();
            codes.ok_or(Unreadable)?.join(",")
        }
        _ => return Err(Unreadable),
    };
    post.put(name, text, choices);
    Ok(())
}
