//! Texts that visitors read and that are empty.

use serde_json::{Value, json};

/// Keys whose empty text switches something off.
const MAY_BE_EMPTY: [&str; 2] = ["tracking", "captcha_site_key"];

/// Adds the path of each empty text that visitors read: `written` is the value in the file, `shown` what templates get.
pub(in crate::config) fn empty_texts(
    written: &serde_yaml::Value,
    shown: &Value,
    path: &str,
    found: &mut Vec<(String, String)>,
) {
    let below = |step: &str| {
        if path.is_empty() {
            step.to_owned()
        } else {
            format!("{path}.{step}")
        }
    };
    let is_empty = written.is_null() || written.as_str().is_some_and(|text| text.trim().is_empty());
    match (written, shown) {
        (serde_yaml::Value::Mapping(group), Value::Object(shown)) => {
            for (key, written) in group {
                let key = key
                    .as_str()
                    .map_or_else(|| json!(key).to_string(), str::to_owned);
                if !MAY_BE_EMPTY.contains(&&*key)
                    && let Some(shown) = shown.get(&key)
                {
                    empty_texts(written, shown, &below(&key), found);
                }
            }
        }
        (serde_yaml::Value::Sequence(list), Value::Array(shown)) => {
            for (index, (written, shown)) in list.iter().zip(shown).enumerate() {
                empty_texts(written, shown, &below(&index.to_string()), found);
            }
        }
        (_, Value::String(_)) if is_empty => {
            found.push((
                path.to_owned(),
                format!("`{path}` is empty: write its text"),
            ));
        }
        _ => {}
    }
}
