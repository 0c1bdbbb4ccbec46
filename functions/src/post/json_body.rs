//! Parses posts of scripts: a flat JSON object with one nested object, `tracking`.

use super::{FIELDS, ParseError, Post};
use crate::lead::Tracking;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// Parses a JSON body. `serde_json` rejects invalid UTF-8 and more than 128 nested levels.
pub(super) fn parse(body: &[u8]) -> Result<Post, ParseError> {
    let mut post = Post::default();
    let mut reader = serde_json::Deserializer::from_slice(body);
    let members = Members {
        post: &mut post,
        is_tracking: false,
    };
    members
        .deserialize(&mut reader)
        .and_then(|()| reader.end())
        .map_err(|_| ParseError::Unreadable)?;
    Ok(post)
}

/// Puts the members of an object into `post` one by one, because a map of them would keep the last of two with one name.
struct Members<'a> {
    post: &'a mut Post,
    is_tracking: bool,
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    /// `null` is no tracking.
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.is_tracking
            .then_some(())
            .ok_or_else(|| E::custom("not an object"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            if name == "tracking" && !self.is_tracking {
                map.next_value_seed(Members {
                    post: self.post,
                    is_tracking: true,
                })?;
                continue;
            }
            let value = map.next_value()?;
            let is_field = FIELDS.contains(&name.as_str()) && !self.is_tracking;
            if (is_field || Tracking::NAMES.contains(&name.as_str()))
                && let Some(text) = text(&name, value).map_err(A::Error::custom)?
            {
                self.post.put(&name, text);
            }
        }
        Ok(())
    }
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
