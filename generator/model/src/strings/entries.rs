//! Where the texts of a strings file are, for checks and changes that keep the rest of the file.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;

use super::json;

/// The place of one text in a strings file, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntry {
    /// The full key, with a plural suffix.
    pub key: String,
    /// Key and text.
    pub property: Range<usize>,
    /// The text between its quotation marks, as written.
    pub value: Range<usize>,
    /// What must go to remove it: with its comma, and with its group when nothing else is in it.
    pub removal: Range<usize>,
}

/// Every text of a file, in its order; none when the file is not valid, which [`super::Strings::parse`] reports.
pub fn entries(text: &str) -> Vec<TextEntry> {
    let mut found = Vec::new();
    if let Some(Value::Object(object)) = json::ast(text) {
        add("", &object, None, &mut found);
    }
    found
}

/// Adds the texts of a group; `whole` is what must go to remove the group.
fn add(parent: &str, object: &Object, whole: Option<&Range<usize>>, found: &mut Vec<TextEntry>) {
    let properties = &object.properties;
    for (index, property) in properties.iter().enumerate() {
        let name = property.name.as_str();
        let key = if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") };
        let removal = match (index.checked_sub(1), properties.get(index + 1), whole) {
            (_, Some(next), _) => property.start()..next.start(),
            (Some(before), None, _) => properties[before].end()..property.end(),
            (None, None, Some(whole)) => whole.clone(),
            (None, None, None) => property.start()..property.end(),
        };
        match &property.value {
            Value::Object(inner) => add(&key, inner, Some(&removal), found),
            Value::StringLit(text) => found.push(TextEntry {
                key,
                property: property.start()..property.end(),
                value: text.start() + 1..text.end() - 1,
                removal,
            }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removal_leaves_valid_json_and_takes_empty_groups() {
        let text = "{\n  \"a\": {\"b\": \"x\"},\n  \"c\": {\n    \"d\": \"y\",\n    \"e\": \"z\"\n  }\n}\n";
        let after = |key: &str| {
            let entries = entries(text);
            let entry = entries.iter().find(|entry| entry.key == key).unwrap();
            format!("{}{}", &text[..entry.removal.start], &text[entry.removal.end..])
        };
        assert_eq!(after("a.b"), "{\n  \"c\": {\n    \"d\": \"y\",\n    \"e\": \"z\"\n  }\n}\n");
        assert_eq!(after("c.d"), "{\n  \"a\": {\"b\": \"x\"},\n  \"c\": {\n    \"e\": \"z\"\n  }\n}\n");
        assert_eq!(after("c.e"), "{\n  \"a\": {\"b\": \"x\"},\n  \"c\": {\n    \"d\": \"y\"\n  }\n}\n");
        assert_eq!(&text[entries(text)[1].value.clone()], "y");
        assert_eq!(entries("{"), []);
    }
}
