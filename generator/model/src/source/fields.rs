//! The fields of a front matter, for forms: the schema of the type that the loader reads, as a list.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::front_matter::LONGEST_DESCRIPTION;

/// A field of a front matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Field {
    /// Its key.
    pub key: String,
    /// What it may have as its value.
    #[serde(flatten)]
    #[ts(flatten)]
    pub kind: EditorFieldKind,
    /// Whether the file must have it.
    pub required: bool,
    /// The largest number of characters.
    pub longest: Option<usize>,
}

/// What a field may have as its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", content = "choices", rename_all = "snake_case")]
pub enum EditorFieldKind {
    /// A text in a form that its type knows, such as a date.
    Text,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// A list of texts.
    List,
    /// Any groups and lists of texts.
    Free,
}

/// The fields of a type with named fields, in its order.
pub fn fields<T: JsonSchema>() -> Vec<Field> {
    let inline = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = inline.into_generator().into_root_schema_for::<T>();
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |key: &str| required.is_some_and(|keys| keys.iter().any(|name| name == key));
    let properties = schema.get("properties").and_then(Value::as_object);
    let fields = properties.into_iter().flatten().map(|(key, property)| Field {
        key: key.clone(),
        kind: kind(property),
        required: is_required(key),
        longest: (key == "description").then_some(LONGEST_DESCRIPTION),
    });
    fields.collect()
}

/// The kind of a value with this schema.
fn kind(property: &Value) -> EditorFieldKind {
    let words = |values: &Value, word: fn(&Value) -> Option<&str>| -> Option<Vec<String>> {
        let values = values.as_array()?.iter();
        values.map(|value| word(value).map(str::to_owned)).collect()
    };
    let choices = words(&property["enum"], Value::as_str)
        .or_else(|| words(&property["oneOf"], |choice| choice["const"].as_str()));
    if let Some(choices) = choices {
        return EditorFieldKind::Choice(choices);
    }
    match &property["type"] {
        Value::Null => EditorFieldKind::Free,
        Value::String(kind) if kind == "boolean" => EditorFieldKind::Switch,
        Value::String(kind) if kind == "array" => EditorFieldKind::List,
        _ => EditorFieldKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EntryFront, FrontMatter};
    use super::*;

    /// Each field with the start of its kind; `!` after the key of one that a file must have.
    fn summary<T: JsonSchema>() -> Vec<String> {
        let fields = fields::<T>().into_iter();
        fields
            .map(|field| {
                let mark = if field.required { "!" } else { "" };
                format!("{}{mark}: {:?}", field.key, field.kind)
            })
            .collect()
    }

    #[test]
    fn the_fields_are_those_of_the_type() {
        let page = summary::<FrontMatter>();
        for line in [
            "title!: Text",
            "title_full: Switch",
            "description!: Text",
            "theme: Choice([\"light\", \"dark\"])",
            "middleware: List",
            "date: Text",
            "publish_at: Text",
            "data: Free",
        ] {
            assert!(page.iter().any(|found| found == line), "{line}: {page:?}");
        }
        assert_eq!(
            summary::<EntryFront>()[..4],
            ["month!: Text", "stage!: Text", "title!: Text", "draft: Switch"]
        );
    }
}
